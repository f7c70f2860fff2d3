/**
 * Builds the wallet page and serves it:
 *
 *     npm run demo
 *     npm run demo -- --port 4000
 */
import process from "node:process";
import { parseArgs } from "node:util";
import * as verifier from "@simplewebauthn/server";
import { Simulator } from "payments-sdk/simulator";
import { buildPage, pageFolder } from "./build";
import { startDemo } from "./server";

const { values } = parseArgs({ options: { port: { type: "string" } } });
const port = Number(values.port ?? process.env["PORT"] ?? 0);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error("--port takes a number from 0 (any free port) to 65535");
  process.exit(2);
}

// Before the build, which sets NODE_ENV to "production".
const simulator = new Simulator({
  environment: "production",
  seed: crypto.randomUUID(),
  quotes: { lifetime: "2m" },
  wallet: { webAuthn: { verifier } },
});
await buildPage();
const demo = await startDemo({ page: pageFolder, simulator, port }).catch((error: unknown) => {
  console.error(`The page cannot be served: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
console.log(`The wallet page is at ${demo.origin}`);
console.log("Money and e-mail are simulated; passkeys, keys and signatures are real. Stop it with Ctrl+C.");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void demo.close().then(() => process.exit(0)));
}
