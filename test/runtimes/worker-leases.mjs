/**
 * A worker keeps one client for all of its requests, and a request that has ended never runs again. This program ends requests in the
 * middle of a call, on the runtime of Cloudflare Workers, and checks that the next ones get through.
 *
 *     npm ci --prefix test/runtimes && node test/runtimes/worker-leases.mjs
 */
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const project = fileURLToPath(new URL("../../", import.meta.url));
const { Miniflare } = createRequire(path.join(project, "test/runtimes/package.json"))("miniflare");

/** In milliseconds. The limit of an attempt, and how long a slow response takes: a request that waits for it ends before. */
const TIMEOUT = 2_000;
const SLOW = 1_500;
/** A place that one got who has ended is passed on after a second. */
const OFFER = 1_000;
/** For a busy machine. */
const SPARE = 1_500;

const worker = `
  import { PaymentsClient } from "payments-sdk";
  let client;
  const options = (base, slow) => ({
    concurrent: { limits: { concurrent: 1 } },
    perSecond: { limits: { perSecond: 1 } },
    credentials: {
      clientId: undefined,
      clientSecret: undefined,
      credentials: async () => (await fetch(base + "/token", { headers: { "x-slow": slow } })).json(),
    },
  });
  export default {
    async fetch(request, { BASE }) {
      const [, kind, how] = new URL(request.url).pathname.split("/");
      const slow = how === "stop" ? "${SLOW}" : "0";
      client ??= new PaymentsClient({
        baseUrl: BASE, clientId: "a", clientSecret: "b", maxRetries: 0, timeout: ${TIMEOUT}, totalTimeout: 9000, logLevel: "off",
        ...options(BASE, slow)[kind],
      });
      const call = client.customers.list({}, { headers: { "x-slow": slow } }).then((page) => "rows: " + page.data.length);
      call.catch(() => {});
      return new Response(how === "stop" ? "not awaited" : await call.catch(String));
    },
  };`;

const { outputFiles } = await build({
  stdin: { contents: worker, resolveDir: project },
  alias: { "payments-sdk": path.join(project, "src/index.ts") },
  bundle: true,
  write: false,
  format: "esm",
  platform: "browser",
  external: ["node:*"],
  logLevel: "error",
});

const service = createServer((request, response) => {
  const body =
    request.url === "/token"
      ? { clientId: "a", clientSecret: "b" }
      : { data: [], hasMore: false, totalCount: 0 };
  setTimeout(
    () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    },
    Number(request.headers["x-slow"] ?? 0),
  );
});
await new Promise((listening) => service.listen(0, "127.0.0.1", listening));

let failures = 0;
/** One worker. `stops` requests end in the middle of their calls, then two wait for theirs. */
async function run(kind, stops, limitMs) {
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }],
    compatibilityDate: "2026-01-01",
    bindings: { BASE: `http://127.0.0.1:${service.address().port}` },
  });
  try {
    const url = await miniflare.ready;
    const get = async (how) =>
      (await fetch(new URL(`/${kind}/${how}`, url), { signal: AbortSignal.timeout(20_000) })).text();
    for (let stop = 0; stop < stops; stop += 1) await get("stop");
    await sleep(200);
    for (const which of ["first", "second"]) {
      const startedMs = performance.now();
      const text = await get("wait").catch(String);
      const tookMs = Math.round(performance.now() - startedMs);
      const isGood = text === "rows: 0" && tookMs <= limitMs + SPARE;
      if (!isGood) failures += 1;
      console.log(
        `${isGood ? "ok " : "BAD"} ${kind}, ${stops} ended, the ${which} that waits: ${text} after ${tookMs} ms`,
      );
    }
  } finally {
    await miniflare.dispose();
  }
}

await run("concurrent", 1, TIMEOUT);
await run("concurrent", 3, TIMEOUT + 2 * OFFER);
await run("perSecond", 3, TIMEOUT + 2 * OFFER);
await run("credentials", 1, TIMEOUT);
service.close();
process.exit(failures === 0 ? 0 : 1);
