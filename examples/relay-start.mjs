/**
 * Starts payments-simulator and the server of a recipe, with the environment that the server needs:
 *
 *     node ../relay-start.mjs tsx server.ts
 *
 * The argument `PORT` becomes the port, for a command that does not read it from the environment.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import process from "node:process";

// Hexadecimal, because a command argument must not begin with a dash.
const secret = () => randomBytes(32).toString("hex");
const credentials = { PAYMENTS_CLIENT_ID: "relay-recipe", PAYMENTS_CLIENT_SECRET: secret() };
const port = process.env["PORT"] ?? "3000";
const shell = process.platform === "win32";

const simulator = spawn(
  "payments-simulator",
  [
    ...["--port", "0", "--environment", "production"],
    ...["--client-id", credentials.PAYMENTS_CLIENT_ID, "--client-secret", credentials.PAYMENTS_CLIENT_SECRET],
  ],
  { stdio: ["ignore", "pipe", "inherit"], shell },
);

let server;
let printed = "";
simulator.stdout.setEncoding("utf8").on("data", (text) => {
  printed += text;
  const address = /http:\/\/[\w.:-]+/.exec(printed)?.[0];
  if (server !== undefined || address === undefined) return;
  console.log(`E-mails with codes: ${address}/_simulator/e-mails`);
  const [command, ...args] = process.argv.slice(2).map((text) => (text === "PORT" ? port : text));
  const environment = {
    ...credentials,
    PAYMENTS_BASE_URL: address,
    WALLET_RELAY_SECRET: secret(),
    // Without this, Wrangler does not pass these variables to a worker.
    CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
  };
  server = spawn(command, args, { stdio: "inherit", shell, env: { ...process.env, ...environment } });
  server.on("error", stop);
  server.on("exit", stop);
});
simulator.on("error", stop);
simulator.on("exit", stop);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));

function stop(status) {
  if (status instanceof Error) console.error(status.message);
  process.exitCode = typeof status === "number" ? status : 1;
  simulator.kill();
  server?.kill();
}
