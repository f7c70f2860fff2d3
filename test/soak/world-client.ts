import { PaymentsClient } from "payments-sdk";
import type { WalletOwner } from "../support/wallet-owner";
import { start } from "./process";

/** The report of the service when it is ready. */
export interface World {
  readonly connection: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly controlUrl: string;
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
  const { line, stop } = await start("world.ts");
  const world = JSON.parse(line) as World;
  const ask = async (path: string) => (await fetch(`${world.controlUrl}${path}`)).text();
  return {
    ...world,
    payments: new PaymentsClient({ ...world.connection, logLevel: "off" }),
    advance: async (by) => void (await ask(`/advance?by=${by}`)),
    token: (email) => ask(`/token?email=${encodeURIComponent(email)}`),
    stop,
  };
}
