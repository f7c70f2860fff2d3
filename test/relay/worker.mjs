/**
 * Runs the recipe for a worker as a user has it: bundled with the built package, on the runtime of Cloudflare Workers. Then it signs in, calls the
 * relay, and sends mutated request lines.
 *
 *     npm run build && npm ci --prefix test/runtimes && npx tsx test/relay/worker.mjs
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Simulator } from "payments-sdk/simulator";
import { drive, fuzz } from "./driven-recipe.mjs";

const project = fileURLToPath(new URL("../../", import.meta.url));
const { Miniflare } = createRequire(path.join(project, "test/runtimes/package.json"))("miniflare");

const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-worker-"));
const simulator = new Simulator({ environment: "production" });
const service = await simulator.listen({ port: 0 });
let worker;

/** Tells an error of the recipe (599) from a request line that the runtime does not take (500). */
const entry = `import worker from "./worker.ts";
  export default {
    async fetch(request, settings) {
      try {
        return await worker.fetch(request, settings);
      } catch (error) {
        return new Response(String(error), { status: 599 });
      }
    },
  };`;

try {
  cpSync(path.join(project, "examples/relay-worker"), folder, {
    recursive: true,
    filter: (source) => !/node_modules|\.wrangler/.test(path.basename(source)),
  });
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(project, path.join(folder, "node_modules/payments-sdk"));
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["node:*"],
    logLevel: "error",
  });
  const { clientId, clientSecret } = simulator.clientOptions();
  const settings = readFileSync(path.join(folder, "wrangler.jsonc"), "utf8");
  worker = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }],
    ratelimits: Object.fromEntries(
      [...settings.matchAll(/"name": "(\w+)".*"simple": (\{.*?\})/g)].map(([, name, simple]) => [
        name,
        { simple: JSON.parse(simple) },
      ]),
    ),
    compatibilityDate: /"compatibility_date": "([\d-]+)"/.exec(settings)[1],
    bindings: {
      PAYMENTS_BASE_URL: service.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
      WALLET_RELAY_SECRET: "w".repeat(44),
    },
    // The recipe logs each call, and the runtime each line that it does not take.
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
  });
  const base = String(await worker.ready).replace(/\/$/, "");
  await drive(base, "http://localhost:3000");
  // The next request says whether the runtime has ended.
  await fuzz("relay-worker", base, { end: () => undefined, runtimeStatus: 500 });
  await drive(base, "http://localhost:3000");
  console.log("The recipe for a worker behaves as a relay does, on the runtime of Cloudflare Workers.");
} finally {
  await worker?.dispose();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
