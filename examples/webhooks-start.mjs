/**
 * Starts payments-simulator and the server of a recipe. The simulator delivers every event to http://localhost:3000/webhooks:
 *
 *     node ../webhooks-start.mjs tsx server.ts
 *
 * The argument `PORT` becomes the port, for a command that does not read it from the environment.
 */
import { spawn } from "node:child_process";
import process from "node:process";

const shell = process.platform === "win32";
const port = process.env["PORT"] ?? "3000";
const endpoint = `http://localhost:${port}/webhooks`;

const simulator = spawn("payments-simulator", ["--port", "0", "--webhook-url", endpoint], {
  stdio: ["ignore", "pipe", "inherit"],
  shell,
});

let server;
let printed = "";
simulator.stdout.setEncoding("utf8").on("data", (text) => {
  printed += text;
  const curl = /curl -u .+ (?=http\S+\/platform)/.exec(printed)?.[0];
  if (server !== undefined || curl === undefined) return;
  const variable = (name) => new RegExp(`${name}=(\\S+)`).exec(printed)?.[1] ?? "";
  const environment = {
    PAYMENTS_WEBHOOK_PUBLIC_KEY: variable("PAYMENTS_WEBHOOK_PUBLIC_KEY"),
    // Without this, Wrangler does not pass these variables to a worker.
    CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
  };
  console.log(
    `Deliver a test event:\n\n  ${curl}-X POST ${variable("PAYMENTS_BASE_URL")}/sandbox/webhooks/test\n`,
  );
  console.log(`The simulator: ${variable("PAYMENTS_BASE_URL").replace(/(:\d+).*/, "$1")}/_simulator\n`);
  const [command, ...args] = process.argv.slice(2).map((text) => (text === "PORT" ? port : text));
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
