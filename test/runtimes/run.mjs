/**
 * Installs the packed package as a user does, and runs it on other runtimes, bundlers, frameworks and compilers.
 *
 *     npm ci --prefix test/runtimes && node test/runtimes/run.mjs
 *     node test/runtimes/run.mjs bun deno          # rows with one of these texts in their name
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { Miniflare } from "miniflare";
import * as vite from "vite";
import webpack from "webpack";
import { pack, run } from "../package/pack.mjs";
import { drive } from "./drive.mjs";
import { expected, expectedJourneys } from "./expected.mjs";
import { listening, misbehaving, restartingServer } from "./servers.mjs";

const project = path.resolve(import.meta.dirname, "../..");
const own = (file) => path.join(import.meta.dirname, file);
const tool = (name) => own(`node_modules/${name}`);
const place = mkdtempSync(path.join(tmpdir(), "payments-sdk-runtimes-"));
process.once("exit", () => rmSync(place, { recursive: true, force: true }));

const tarball = pack(path.join(place, "staged"));
const folder = path.join(place, "user");
mkdirSync(folder);
writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", tarball], folder);
for (const file of ["scenario.mjs", "journeys.mjs", "undici.test.mjs", "types.ts", "react.tsx"]) {
  copyFileSync(own(file), path.join(folder, file));
}
// With the authenticator of the tests, and the library that checks passkeys.
esbuild.buildSync({
  entryPoints: [own("passkeys.ts")],
  outfile: path.join(folder, "passkeys.mjs"),
  bundle: true,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["payments-sdk", "payments-sdk/*"],
  // The project's own `paths` lead to the sources.
  tsconfigRaw: {},
});
const write = (file, text) => writeFileSync(path.join(folder, file), text);
write(
  "main.mjs",
  `import { scenario } from "./scenario.mjs";
   console.log(JSON.stringify(await scenario(...(globalThis.Deno?.args ?? process.argv.slice(2)))));`,
);
write(
  "page.mjs",
  'import { journeys } from "./journeys.mjs";\nconsole.log(JSON.stringify(await journeys()));\n',
);

const output = async (command, args, options = {}) => {
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, timeout: 300_000, ...options });
  return stdout;
};
const misbehaves = misbehaving();
const origin = await listening(misbehaves);
const closed = createServer();
const refused = await listening(closed);
closed.close();

/** Runs the scenario over HTTP. `start` gets the addresses of its servers, and returns the facts that it found. */
const scenario =
  (start, differences = {}) =>
  async () => {
    const restarting = await restartingServer();
    try {
      const found = await start([origin, refused, restarting.origin]);
      assert.deepEqual(found, { ...expected, ...differences });
    } finally {
      restarting.close();
    }
  };
const on = (command, ...args) =>
  scenario(async (origins) => JSON.parse(await output(command, [...args, "main.mjs", ...origins])));

/** One bundled file of a worker. */
async function workerOf(contents, options, resolveDir = folder) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: ["node:*"],
    logLevel: "error",
  });
  const modules = [{ type: "ESModule", path: "worker.mjs", contents: outputFiles[0].text }];
  return new Miniflare({ modules, compatibilityDate: "2026-01-01", ...options });
}

/** A worker does not learn why a connection failed, so the outcome is unknown there. */
const workerd = scenario(
  async (origins) => {
    const worker = await workerOf(`import { scenario } from "./scenario.mjs";
      export default { fetch: async () => Response.json(await scenario(...${JSON.stringify(origins)})) };`);
    try {
      return await (await worker.dispatchFetch("http://localhost/")).json();
    } finally {
      await worker.dispose();
    }
  },
  { refused: { ...expected.refused, outcome: "unknown" } },
);

/** The recipe for a worker, on the runtime of Cloudflare Workers. */
async function relayWorker() {
  const installed = path.join(folder, "node_modules/payments-sdk/dist/simulator.js");
  const { Simulator } = await import(pathToFileURL(installed).href);
  const simulator = new Simulator({ environment: "production" });
  const service = await simulator.listen({ port: 0 });
  const { clientId, clientSecret } = simulator.clientOptions();
  const recipe = path.join(folder, "relay-worker");
  cpSync(path.join(project, "examples/relay-worker"), recipe, {
    recursive: true,
    filter: (source) => !/node_modules|\.wrangler/.test(path.basename(source)),
  });
  const options = {
    host: "127.0.0.1",
    port: 0,
    bindings: {
      PAYMENTS_BASE_URL: service.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
      WALLET_RELAY_SECRET: "w".repeat(44),
    },
    handleRuntimeStdio: (stdout, stderr) => [stdout, stderr].forEach((stream) => stream.resume()),
  };
  const worker = await workerOf('export { default } from "./worker.ts";', options, recipe);
  try {
    await drive(String(await worker.ready).replace(/\/$/, ""), "http://localhost:3000");
  } finally {
    await worker.dispose();
    await service.close();
  }
}

/** The recipe for Next with a page that shows a wallet. It builds without secrets. */
async function relayNext() {
  const recipe = path.join(place, "relay-next");
  cpSync(path.join(project, "examples/relay-next"), recipe, {
    recursive: true,
    filter: (source) => !/node_modules|\.next/.test(path.basename(source)),
  });
  cpSync(own("next-page"), path.join(recipe, "app"), { recursive: true });
  cpSync(path.join(project, "examples/relay-start.mjs"), path.join(place, "relay-start.mjs"));
  const file = path.join(recipe, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("file:../..", `file:${tarball}`));
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  await output("npm", ["install", "--no-audit", "--no-fund"], { cwd: recipe, env });
  await output("npm", ["run", "build"], { cwd: recipe, env });
  const port = new URL(await listening(closed)).port;
  await new Promise((resolve) => closed.close(resolve));
  const bin = path.join(recipe, "node_modules/.bin");
  const server = spawn(process.execPath, ["../relay-start.mjs", "next", "start", "--port", port], {
    cwd: recipe,
    env: { ...env, PATH: [bin, process.env.PATH].join(path.delimiter) },
    stdio: "ignore",
    detached: true,
  });
  try {
    const base = `http://localhost:${port}`;
    for (let tries = 0; !(await fetch(`${base}/wallet/x`).catch(() => undefined)); tries += 1) {
      assert.ok(tries < 150 && server.exitCode === null, "Next did not start");
      await wait(200);
    }
    await drive(base, base);
    assert.match(await (await fetch(base)).text(), /<p>signed-out and signed-out<\/p>/);
  } finally {
    process.kill(-server.pid);
  }
}

const entry = path.join(folder, "page.mjs");
/** Each bundles the page for browsers, and returns the warnings that a user would see. */
const bundlers = {
  async esbuild(outdir) {
    const outExtension = { ".js": ".mjs" };
    const { warnings } = await esbuild.build({
      entryPoints: { main: entry },
      outdir,
      outExtension,
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      target: "es2022",
      logLevel: "silent",
    });
    return warnings.map(({ text }) => text);
  },
  async vite(outDir) {
    const warnings = [];
    const log = (text) => warnings.push(text);
    const input = { main: entry };
    const entryFileNames = "[name].mjs";
    await vite.build({
      root: folder,
      configFile: false,
      logLevel: "warn",
      customLogger: { ...vite.createLogger("warn"), warn: log, warnOnce: log, error: log },
      build: {
        outDir,
        emptyOutDir: true,
        target: "es2022",
        modulePreload: false,
        chunkSizeWarningLimit: 10_000,
        rollupOptions: { input, output: { entryFileNames } },
      },
    });
    // `@hpke/core` falls back to Node's `crypto`, and Vite says so. The page does not need it.
    return warnings.filter((text) => !text.includes("@hpke/common"));
  },
  async webpack(outdir) {
    const compiler = webpack({
      context: folder,
      mode: "production",
      target: "web",
      entry: { main: entry },
      output: {
        path: outdir,
        filename: "[name].mjs",
        chunkFilename: "[name].mjs",
        module: true,
        chunkFormat: "module",
        chunkLoading: "import",
      },
      experiments: { outputModule: true },
      performance: false,
      // `@hpke/core` falls back to Node's `crypto`, which a page does not need: docs/compatibility.md.
      resolve: { fallback: { crypto: false } },
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    const { errors, warnings } = stats.toJson({ errors: true, warnings: true });
    return [...errors, ...warnings].map(({ message }) => message);
  },
};

/** A bundle without warnings. It runs in Node, outside of the folder with the modules. */
const bundled = (bundle) => async () => {
  const outdir = mkdtempSync(path.join(place, "bundle-"));
  assert.deepEqual(await bundle(outdir), []);
  const [facts] = (await output(process.execPath, ["main.mjs"], { cwd: outdir })).split("\n");
  assert.deepEqual(JSON.parse(facts), expectedJourneys);
};

/** A strict program compiles with this version, as an ES module and as CommonJS, without skipping the declarations. */
const compiles = (compiler) => async () => {
  for (const [index, files] of [["types.mts"], ["types.cts"], ["react.tsx"]].entries()) {
    const [file] = files;
    if (file !== "react.tsx") write(file, readFileSync(own("types.ts"), "utf8"));
    const compilerOptions = {
      module: "nodenext",
      target: "ES2022",
      lib: ["ES2022", "DOM", "DOM.Iterable"],
      types: [],
      jsx: "react-jsx",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    };
    write(`tsconfig-${index}.json`, JSON.stringify({ compilerOptions, files }));
    await output(process.execPath, [tool(`${compiler}/bin/tsc`), "-p", `tsconfig-${index}.json`]);
  }
};

/** A component with the hooks renders on a server with React 18. */
const react18 = async () => {
  write(
    "react.mjs",
    `import { createElement as h } from "react";
     import { renderToString } from "react-dom/server";
     import { useWallet, WalletProvider } from "payments-sdk/react";
     import { Wallet } from "payments-sdk/wallet";
     const wallet = new Wallet({ relay: "https://wallet.example/wallet", accountId: "InternalAccount:1" });
     const Status = () => h("p", null, useWallet().state.status);
     console.log(renderToString(h(WalletProvider, { wallet }, h(Status))));`,
  );
  assert.match(await output(process.execPath, ["react.mjs"]), /^<p>(?:restoring|signed-out)<\/p>/);
};

const linked = {
  "@types/react": "types-react18",
  csstype: "csstype",
  react: "react",
  "react-dom": "react-dom",
};
for (const [name, installed] of Object.entries(linked)) {
  mkdirSync(path.dirname(path.join(folder, "node_modules", name)), { recursive: true });
  symlinkSync(tool(installed), path.join(folder, "node_modules", name));
}

const node = (version) => tool(`node${version}/bin/node`);
/** A copy, because the package finds the undici that is installed beside it. */
const undici = (version) => async () => {
  const link = path.join(folder, "node_modules/undici");
  rmSync(link, { force: true });
  symlinkSync(tool(`undici${version}`), link);
  const env = { ...process.env, CERTIFICATES: `${path.join(project, "test/node/fixtures")}/` };
  await output(node(24), ["--test", "undici.test.mjs"], { env });
  rmSync(link);
};

/** A user sees both, once each, under the package. */
async function listed() {
  const text = await output("npm", ["ls", "ky", "@hpke/core", "--all", "--json"]);
  const { dependencies } = JSON.parse(text);
  assert.deepEqual(Object.keys(dependencies), ["payments-sdk"]);
  assert.deepEqual(Object.keys(dependencies["payments-sdk"].dependencies).sort(), ["@hpke/core", "ky"]);
}

const rows = {
  "npm ls ky @hpke/core": listed,
  "Node 20.20": on(node(20)),
  "Node 22": on(node(22)),
  "Node 24": on(node(24)),
  Bun: on(tool(".bin/bun"), "run"),
  Deno: on(tool(".bin/deno"), "run", "--allow-net", "--allow-env", "--node-modules-dir=manual"),
  workerd,
  "relay on workerd": relayWorker,
  "relay on Next": relayNext,
  esbuild: bundled(bundlers.esbuild),
  Vite: bundled(bundlers.vite),
  webpack: bundled(bundlers.webpack),
  "TypeScript 5.4": compiles("typescript54"),
  "TypeScript 7.0": compiles("typescript70"),
  "React 18": react18,
  "undici 7": undici(7),
  "undici 8": undici(8),
};

const wanted = process.argv.slice(2).map((text) => text.toLowerCase());
for (const [name, check] of Object.entries(rows)) {
  if (wanted.length > 0 && !wanted.some((text) => name.toLowerCase().includes(text))) continue;
  const startedMs = performance.now();
  const end = (result) =>
    `${name.padEnd(18)} ${result} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`;
  try {
    await check();
    console.log(end("passes"));
  } catch (error) {
    process.exitCode = 1;
    console.error(
      `${end("FAILS")}\n${[error.message, error.stdout, error.stderr].filter(Boolean).join("\n")}`,
    );
  }
}
// A tool may have left something open.
process.exit();
