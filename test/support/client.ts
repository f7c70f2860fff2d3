import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";

/** A client of the given simulator, in this process. */
export function createClient(simulator: Simulator, overrides: Partial<ClientOptions> = {}): PaymentsClient {
  return new PaymentsClient({ ...simulator.clientOptions(), ...overrides });
}
