/**
 * The service of the wallet and the relay, in a separate process: the simulator in its production environment, with real sockets.
 * A second address moves its clock, and reports facts that only the simulator knows.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { createOwner } from "../support/wallet-owner";
import type { WalletOwner } from "../support/wallet-owner";
import { keep } from "./keep";
import type { World } from "./world-client";

const simulator = new Simulator({ environment: "production", now: "2026-04-27T09:00:00Z", keep });
const payments = new PaymentsClient({ ...simulator.clientOptions(), logLevel: "off" });

async function owner(name: string): Promise<WalletOwner> {
  const created = await createOwner(payments, `${name}@example.com`, name);
  await payments.auth.credentials.create({
    type: "OAUTH",
    accountId: created.accountId,
    oidcToken: simulator.issueOidcToken({ email: created.email }),
  });
  return created;
}

const ada = await owner("ada");
const grace = await owner("grace");
const control = createServer((request, response) => {
  void (async () => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
    if (pathname === "/advance") await simulator.clock.advance(searchParams.get("by") ?? "0s");
    const email = searchParams.get("email") ?? "";
    response.end(pathname === "/token" ? simulator.issueOidcToken({ email }) : "");
  })();
});
control.listen(0, "127.0.0.1");
await once(control, "listening");
const address = control.address();
const server = await simulator.listen();
const { clientId, clientSecret } = simulator.clientOptions();
const world: World = {
  connection: { baseUrl: server.url, clientId, clientSecret },
  controlUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
  issuerKey: simulator.walletExportIssuerKey,
  ada,
  grace,
};
process.stdout.write(`${JSON.stringify(world)}\n`);
