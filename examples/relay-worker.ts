import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { userOf } from "./relay-users";

/** The worker's variables and secrets. */
export interface Environment {
  PAYMENTS_BASE_URL: string;
  PAYMENTS_CLIENT_ID: string;
  PAYMENTS_CLIENT_SECRET: string;
  WALLET_RELAY_SECRET: string;
}

let relay: ((request: Request) => Promise<Response>) | undefined;

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    // Made with the first request of the instance: before it, a worker has no variables.
    relay ??= createWalletRelay({
      client: new PaymentsClient({
        baseUrl: environment.PAYMENTS_BASE_URL,
        clientId: environment.PAYMENTS_CLIENT_ID,
        clientSecret: environment.PAYMENTS_CLIENT_SECRET,
      }),
      authenticate: userOf,
      origins: ["https://app.example.com"],
      secret: environment.WALLET_RELAY_SECRET,
    });
    return relay(request);
  },
};
