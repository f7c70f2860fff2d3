/**
 * Builds the recipe for Next as a user has it: with the built package, without secrets, and with a page that shows a wallet. Then it starts it against
 * payments-simulator, signs in, calls the relay, and sends mutated request lines. It installs Next in a folder for temporary files, which takes a minute.
 *
 *     npm run build && npx tsx test/relay/next.mjs
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drive, fuzz } from "./driven-recipe.mjs";

const project = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-next-"));
const recipe = path.join(folder, "relay-next");
const environment = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
for (const name of Object.keys(environment))
  if (/^PAYMENTS_|^WALLET_RELAY_/.test(name)) delete environment[name];

const run = (command, args, cwd, stdio = "inherit") =>
  execFileSync(command, args, { cwd, env: environment, stdio, encoding: "utf8" });

/** A free port. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Tells an error of the recipe (599) from a request line that Next does not take (500). */
function guardRoutes() {
  for (const [route, methods] of [
    ["app/wallet/[...path]", ["GET", "POST", "DELETE", "OPTIONS"]],
    ["app/sign-in", ["POST"]],
  ]) {
    const folderOfRoute = path.join(recipe, route);
    renameSync(path.join(folderOfRoute, "route.ts"), path.join(folderOfRoute, "recipe.ts"));
    const handlers = methods.map((method) => `export const ${method} = guarded(recipe.${method});`);
    const text = `import * as recipe from "./recipe";
      const guarded = (handle: (request: Request) => Promise<Response>) => async (request: Request) => {
        try {
          return await handle(request);
        } catch (error) {
          return new Response(String(error), { status: 599 });
        }
      };
      ${handlers.join("\n")}`;
    writeFileSync(path.join(folderOfRoute, "route.ts"), text);
  }
}

try {
  const packing = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const tarball = run("npm", packing, project, ["ignore", "pipe", "inherit"]).trim();
  cpSync(path.join(project, "examples/relay-next"), recipe, {
    recursive: true,
    filter: (source) => !/node_modules|\.next/.test(path.basename(source)),
  });
  guardRoutes();
  // A page with the wallet. Next renders it during the build.
  cpSync(path.join(project, "test/relay/next-page"), path.join(recipe, "app"), { recursive: true });
  cpSync(path.join(project, "examples/relay-start.mjs"), path.join(folder, "relay-start.mjs"));
  const file = path.join(recipe, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("file:../..", `file:../${tarball}`));
  run("npm", ["install", "--no-audit", "--no-fund"], recipe);
  run("npm", ["run", "build"], recipe);

  const port = await freePort();
  const bin = path.join(recipe, "node_modules/.bin");
  const server = spawn(process.execPath, ["../relay-start.mjs", "next", "start", "--port", String(port)], {
    cwd: recipe,
    env: { ...environment, PATH: [bin, process.env.PATH].join(path.delimiter) },
    stdio: "inherit",
  });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  try {
    const base = `http://localhost:${port}`;
    for (let tries = 0; !(await fetch(`${base}/wallet/x`).catch(() => undefined)); tries += 1) {
      assert.ok(tries < 150 && server.exitCode === null, "Next did not start");
      await wait(200);
    }
    await drive(base, base);
    const page = await (await fetch(base)).text();
    assert.match(page, /<p>signed-out and signed-out<\/p>/);
    const end = () => (server.exitCode === null ? undefined : `Next ended with ${server.exitCode}`);
    await fuzz("relay-next", base, { end, runtimeStatus: 500 });
    await drive(base, base);
    console.log("The recipe for Next builds without secrets, behaves as a relay does, and renders a wallet.");
  } finally {
    server.kill();
    await ended;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
