import { PaymentsClient } from "payments-sdk";
import { startOther } from "../support/other-process";
import { ask } from "../support/served";
import type { Served } from "../support/served";
import type { WalletOwner } from "../support/wallet-owner";

/** The report of the service when it is ready. */
interface World extends Served {
  readonly issuerKey: string;
  /** Both wallets open with OpenID tokens. */
  readonly ada: WalletOwner;
  readonly grace: WalletOwner;
}

/** The service in another process, and its client. */
export interface OpenWorld extends World {
  readonly payments: PaymentsClient;
  /** Moves the service's clock. */
  advance(by: string): Promise<void>;
  /** A token of the identity provider. */
  token(email: string): Promise<string>;
  stop(): Promise<void>;
}

export async function openWorld(): Promise<OpenWorld> {
  const { line, stop } = await startOther("test/soak/world.ts");
  const world = JSON.parse(line) as World;
  return {
    ...world,
    payments: new PaymentsClient({ ...world.connection, logLevel: "off" }),
    advance: async (by) => void (await ask(world, "/advance", { by })),
    token: (email) => ask(world, "/token", { email }),
    stop,
  };
}
