import { PaymentsClient } from "payments-sdk";
import { start } from "./process";

/** A customer with a wallet that opens with OpenID tokens. */
export interface Owner {
  readonly email: string;
  readonly customerId: string;
  readonly accountId: string;
}

/** What the service says about itself when it is ready. */
export interface World {
  readonly connection: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly controlUrl: string;
  readonly issuerKey: string;
  readonly ada: Owner;
  readonly grace: Owner;
}

/** The service in another process, and a client of it. */
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
