/**
 * The supported runtimes. One scenario runs on each with the built package, and its facts are compared with those in this file.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Miniflare } from "miniflare";
import { expectedJourneys } from "./expected.mjs";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const project = at("../../");
const { build, buildSync } = createRequire(path.join(project, "package.json"))("esbuild");

const byPasskey = {
  paid: "COMPLETED",
  revoked: "NotFoundError",
  devices: ["Laptop"],
  signedIn: "PASSKEY",
  exported: "refused",
  again: "PASSKEY",
};

const expected = {
  ...expectedJourneys,
  passkeys: { held: byPasskey, sealed: byPasskey },
  echoed: {
    method: "POST",
    accept: "application/json",
    authorization: `Basic ${Buffer.from("id:sécret").toString("base64")}`,
    type: "application/json",
    body: '{"name":"Zoë 💶"}',
  },
  refused: { name: "ConnectionError", code: "CONNECTION_FAILED", outcome: "not-executed" },
  dropped: { name: "ConnectionError", code: "CONNECTION_FAILED", outcome: "unknown" },
  cut: { name: "ConnectionError", code: "CONNECTION_FAILED", outcome: "unknown" },
  stalled: { name: "TimeoutError", code: "TIMEOUT", outcome: "unknown" },
  redirected: { name: "ConnectionError", code: "REDIRECTED", outcome: "unknown" },
  failed: { name: "ServerError", code: "HTTP_502", outcome: "unknown" },
  aborted: true,
  // The service got each write once. Nothing else is known.
  restarted: { deliveredOnce: 24, outcomes: ["unknown"] },
  kept: "GET",
  // The number of requests for each, and the number of different keys.
  seen: {
    silent: [1, 0],
    echo: [2, 0],
    drop: [3, 1],
    cut: [3, 1],
    stall: [1, 1],
    redirect: [1, 1],
    html: [3, 1],
  },
};

/** Known differences, with the reason. */
const differences = {
  // A worker does not learn why a connection failed, so the outcome is unknown.
  workerd: { refused: { ...expected.refused, outcome: "unknown" } },
};

/** A server that counts requests. The first segment of the path chooses its behaviour. */
function misbehaving() {
  const seen = new Map();
  const json = { "content-type": "application/json" };
  const behaviours = {
    silent: () => {},
    drop: (_request, response) => response.socket.destroy(),
    cut: (_request, response) => {
      response.writeHead(200, { ...json, "content-length": "1000" });
      response.write('{"id":', () => response.socket.destroy());
    },
    stall: (_request, response) => {
      response.writeHead(200, json);
      response.write("{");
    },
    redirect: (_request, response) => response.writeHead(307, { location: "/echo/elsewhere" }).end(),
    html: (_request, response) =>
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad</h1>"),
    echo: ({ method, headers }, response, body) => {
      const { accept, authorization, "content-type": type } = headers;
      response.writeHead(200, json).end(JSON.stringify({ method, accept, authorization, type, body }));
    },
    seen: (_request, response) => {
      const counts = [...seen].map(([name, { calls, keys }]) => [name, [calls, keys.size]]);
      seen.clear();
      response.writeHead(200, json).end(JSON.stringify(Object.fromEntries(counts)));
    },
  };
  return createServer((request, response) => {
    const name = request.url.split("/")[1];
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("error", () => {});
    request.on("end", () => {
      if (name !== "seen") {
        const entry = seen.get(name) ?? { calls: 0, keys: new Set() };
        entry.calls += 1;
        if (request.headers["idempotency-key"]) entry.keys.add(request.headers["idempotency-key"]);
        seen.set(name, entry);
      }
      behaviours[name](request, response, Buffer.concat(parts).toString("utf8"));
    });
  });
}

/** A server that reads each write and then drops all connections. On every second write, it also refuses connections for some time. */
async function restartingServer() {
  const deliveries = {};
  let server;
  let port = 0;
  const start = async () => {
    server = createServer((request, response) => {
      const write = request.headers["x-write"];
      request.resume().on("end", () => {
        if (write === undefined) {
          const body = request.url.endsWith("/deliveries") ? deliveries : { isReady: true };
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
          return;
        }
        deliveries[write] = (deliveries[write] ?? 0) + 1;
        server.closeAllConnections();
        if (Number(write) % 2 === 0) return;
        server.close();
        setTimeout(start, 5);
      });
    });
    await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
    ({ port } = server.address());
  };
  await start();
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listening(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

/** A user's folder: the scenario, and the modules of the user. */
function userFolder(modules) {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-runtimes-"));
  if (modules === undefined) {
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(project, path.join(folder, "node_modules/payments-sdk"));
  } else symlinkSync(modules, path.join(folder, "node_modules"));
  for (const file of ["scenario.mjs", "journeys.mjs"]) copyFileSync(at(file), path.join(folder, file));
  // With the authenticator of the tests, and the library that checks passkeys.
  buildSync({
    entryPoints: [at("passkeys.ts")],
    outfile: path.join(folder, "passkeys.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["payments-sdk", "payments-sdk/*"],
    // This project's own `paths` would lead to the sources.
    tsconfigRaw: {},
  });
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, "main.mjs"),
    `import { scenario } from "./scenario.mjs";
     const origins = globalThis.Deno?.args ?? process.argv.slice(2);
     console.log(JSON.stringify(await scenario(...origins)));`,
  );
  return folder;
}

const bin = (name) => at(`node_modules/.bin/${name}`);
export const programs = {
  // The Node that runs npm. The `node` on the path is one of those that are installed here.
  "node of npm": [process.env.npm_node_execpath ?? process.execPath],
  "node 22": [at("node_modules/node22/bin/node")],
  "node 24": [at("node_modules/node24/bin/node")],
  bun: [bin("bun"), "run"],
  deno: [bin("deno"), "run", "--allow-net", "--allow-env", "--node-modules-dir=manual"],
};

/** The platform of Cloudflare Workers: one bundled file, no file system, no process. */
async function worker(folder, origins) {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { scenario } from "./scenario.mjs";
        export default { fetch: async () => Response.json(await scenario(...${JSON.stringify(origins)})) };`,
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["node:*"],
    logLevel: "error",
  });
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }],
    compatibilityDate: "2026-01-01",
  });
  try {
    return await (await miniflare.dispatchFetch("http://localhost/")).json();
  } finally {
    await miniflare.dispose();
  }
}

/**
 * Runs the scenario on any of the runtimes.
 *
 * @param {{ modules?: string, nodes?: Record<string, string> }} [options] `modules`: the `node_modules` with the package, default the
 *   project's own build; `nodes`: further Nodes, by name
 */
export async function openRuntimes({ modules, nodes = {} } = {}) {
  const server = misbehaving();
  const origin = await listening(server);
  const closed = createServer();
  const refused = await listening(closed);
  await new Promise((resolve) => closed.close(resolve));
  const folder = userFolder(modules);
  const further = Object.entries(nodes).map(([name, file]) => [name, [file]]);
  const commands = { ...Object.fromEntries(further), ...programs };

  const found = async (name) => {
    const restarting = await restartingServer();
    const origins = [origin, refused, restarting.origin];
    try {
      if (name === "workerd") return await worker(folder, origins);
      const [command, ...options] = commands[name];
      const { stdout } = await promisify(execFile)(command, [...options, "main.mjs", ...origins], {
        cwd: folder,
        timeout: 60_000,
      });
      return JSON.parse(stdout);
    } finally {
      restarting.close();
    }
  };
  return {
    names: [...Object.keys(commands), "workerd"],
    /** Fails if the runtime's facts differ from the expected ones. */
    async check(name) {
      assert.deepEqual(await found(name), { ...expected, ...differences[name] });
    },
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
