import { once } from "node:events";
import { createServer } from "node:http";
import process from "node:process";
import type { PaymentsClient } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";
import type { Served } from "./served";
import { createOwner } from "./wallet-owner";
import type { WalletOwner } from "./wallet-owner";

/** An owner with an OpenID credential. */
export interface OpenIdOwner extends WalletOwner {
  readonly credentialId: string;
}

/** Creates a customer who signs in to the wallet with OpenID tokens. */
export async function createOpenIdOwner(
  simulator: Simulator,
  payments: PaymentsClient,
  email: string,
  fullName: string,
): Promise<OpenIdOwner> {
  const owner = await createOwner(payments, email, fullName);
  const credential = await payments.auth.credentials.create({
    type: "OAUTH",
    accountId: owner.accountId,
    oidcToken: simulator.issueOidcToken({ email }),
  });
  if (!("id" in credential)) throw new Error("the first credential of a wallet needs no signature");
  return { ...owner, credentialId: credential.id };
}

/**
 * Serves a simulator over real sockets, and announces it with the other facts of the program. A second address, without faults,
 * says what only the simulator knows.
 */
export async function serve<Facts>(
  simulator: Simulator,
  facts: Facts,
  more: Readonly<Record<string, () => unknown>> = {},
): Promise<void> {
  const control = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
      const { email = "", by = "0s", ...asked } = Object.fromEntries(searchParams);
      const answers: Readonly<Record<string, () => unknown>> = {
        "/token": () => simulator.issueOidcToken({ email, ...asked }),
        "/advance": () => simulator.clock.advance(by),
        ...more,
      };
      const answer = (await answers[pathname]?.()) ?? null;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    })();
  });
  control.listen(0, "127.0.0.1");
  await once(control, "listening");
  const address = control.address();
  const { url: baseUrl } = await simulator.listen();
  const { clientId, clientSecret } = simulator.clientOptions();
  const served: Served & Facts = {
    ...facts,
    connection: { baseUrl, clientId, clientSecret },
    controlUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
  };
  process.stdout.write(`${JSON.stringify(served)}\n`);
}
