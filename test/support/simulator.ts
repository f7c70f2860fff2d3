import { appendFileSync } from "node:fs";
import * as verifier from "@simplewebauthn/server";
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { Exchange, SimulatorOptions } from "payments-sdk/simulator";

/** A request with this header is wrong on purpose. Only its response is checked. */
export const invalidRequestHeader = "x-invalid-request";

/** The headers of a request that breaks the contract on purpose. */
export const invalid = { [invalidRequestHeader]: "yes" };

const exchangesFile = process.env["EXCHANGES_FILE"];

/** Parameters that are arrays. The log has the last value of a repeated one. */
const arrayParameters = new Set(["destinationCurrency"]);

/**
 * One line of the file: the exchange as `.ci/check-exchanges.mjs` reads it. What never reached an operation of the service, and
 * responses that a fault or a test's own route gave, are left out.
 */
function writeExchange(file: string, exchange: Exchange): void {
  const { requestId: _, at: __, operation, fault, custom, ...recorded } = exchange;
  if (operation === undefined || custom || fault !== undefined || exchange.status === undefined) return;
  const invalidRequest = exchange.headers[invalidRequestHeader] === undefined ? {} : { invalidRequest: true };
  const query = Object.fromEntries(
    Object.entries(exchange.query).map(([name, value]) => [
      name,
      arrayParameters.has(name) ? [value] : value,
    ]),
  );
  appendFileSync(file, `${JSON.stringify({ ...recorded, query, ...invalidRequest })}\n`);
}

/**
 * A simulator whose clock stands still until it is advanced. With EXCHANGES_FILE in the environment every exchange is
 * appended to that file, for `.ci/check-exchanges.mjs`.
 *
 * @param recorded `false` for tests that leave the contract on purpose, and whose responses show it.
 */
export function createSimulator(options: SimulatorOptions = {}, { recorded = true } = {}): Simulator {
  const webAuthn = { verifier, ...options.wallet?.webAuthn };
  const simulator = new Simulator({
    now: "2026-04-27T09:00:00Z",
    ...options,
    wallet: { ...options.wallet, webAuthn },
  });
  if (exchangesFile && recorded) {
    simulator.onExchange((exchange) => {
      writeExchange(exchangesFile, exchange);
    });
  }
  return simulator;
}

/** A client of the given simulator, in this process. */
export function clientOf(simulator: Simulator, overrides: Partial<ClientOptions> = {}): PaymentsClient {
  return new PaymentsClient({ ...simulator.clientOptions(), ...overrides });
}
