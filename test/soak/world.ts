/** The service of the wallet and the relay, in a separate process: the simulator in its production environment, with real sockets. */
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { createOpenIdOwner, serve } from "../support/served-simulator";
import { keep } from "./keep";

const simulator = new Simulator({ environment: "production", now: "2026-04-27T09:00:00Z", keep });
const payments = new PaymentsClient({ ...simulator.clientOptions(), logLevel: "off" });
const owner = (name: string) => createOpenIdOwner(simulator, payments, `${name}@example.com`, name);
await serve(simulator, {
  issuerKey: simulator.walletExportIssuerKey,
  ada: await owner("ada"),
  grace: await owner("grace"),
});
