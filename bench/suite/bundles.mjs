// The size of a user's bundle with a client and one call, minified and gzipped.
import path from "node:path";
import process from "node:process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import resolve from "@rollup/plugin-node-resolve";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import webpack from "webpack";

const bench = fileURLToPath(new URL("..", import.meta.url));
const left = ["undici", "jose", "msw", "@simplewebauthn/server"];
const isLeft = (id) => id.startsWith("node:") || left.includes(id);
const gzip = (text) => gzipSync(text, { level: 9 }).length;

const call = (specifier, name, made) =>
  `import { ${name} } from "${specifier}"; export const run = (options) => ${made};`;
export const programs = {
  "payments-sdk, one call": call(
    "payments-sdk",
    "PaymentsClient",
    'new PaymentsClient(options).quotes.retrieve("Quote:1")',
  ),
  "payments-sdk/wallet, one call": call(
    "payments-sdk/wallet",
    "Wallet",
    'new Wallet(options).executeQuote("Quote:1")',
  ),
  "payments-sdk/node": call("payments-sdk/node", "nodeFetch", "nodeFetch(options)"),
  "payments-sdk/webhooks": call("payments-sdk/webhooks", "verifyWebhook", "verifyWebhook(options)"),
  "payments-sdk/relay": call("payments-sdk/relay", "createWalletRelay", "createWalletRelay(options)"),
  "ky, one call":
    'import ky from "ky"; export const run = (options) => ky.get("https://example.test", options).json();',
  "stripe, one call": call("stripe", "Stripe", 'new Stripe("key", options).customers.retrieve("customer")'),
  "openai, one call": call("openai", "OpenAI", 'new OpenAI(options).models.retrieve("model")'),
};

async function withEsbuild(file, folder) {
  const { outputFiles } = await build({
    entryPoints: [file],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    external: [...left, "node:*"],
    logLevel: "silent",
  });
  return outputFiles
    .filter(({ path: name }) => name.endsWith(".js"))
    .reduce((sum, { text }) => sum + gzip(text), 0);
}

async function withRollup(file) {
  const bundle = await rollup({
    input: file,
    external: isLeft,
    plugins: [resolve({ browser: true }), commonjs(), json()],
    onwarn: () => {},
  });
  const { output } = await bundle.generate({ format: "es" });
  let sum = 0;
  for (const { code } of output.filter(({ type }) => type === "chunk")) {
    sum += gzip((await transform(code, { minify: true, format: "esm" })).code);
  }
  return sum;
}

async function withWebpack(file, folder) {
  const output = path.join(folder, "webpack");
  await new Promise((done, fail) => {
    const config = {
      mode: "production",
      context: folder,
      resolve: { tsconfig: false },
      target: "web",
      entry: file,
      output: { path: output, clean: true, library: { type: "module" } },
      experiments: { outputModule: true },
      externals: ({ request = "" }, callback) =>
        callback(null, isLeft(request) ? `module ${request}` : undefined),
      performance: false,
    };
    webpack(config, (error, stats) => {
      if (error) fail(error);
      else if (stats.hasErrors()) fail(new Error(stats.toString("errors-only")));
      else done();
    });
  });
  return readdirSync(output)
    .filter((name) => /\.m?js$/.test(name))
    .reduce((sum, name) => sum + gzip(readFileSync(path.join(output, name))), 0);
}

const bundlers = { esbuild: withEsbuild, rollup: withRollup, webpack: withWebpack };

/** Bytes by program and bundler, including files that load later. `null` if the bundler failed. */
export async function bundles() {
  const rows = [];
  for (const [name, text] of Object.entries(programs)) {
    // Outside of the project, because its tsconfig.json would lead to the sources.
    const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-bundle-"));
    symlinkSync(path.join(bench, "node_modules"), path.join(folder, "node_modules"));
    const file = path.join(folder, "user.mjs");
    writeFileSync(file, text);
    const bytes = {};
    for (const [bundler, make] of Object.entries(bundlers)) {
      bytes[bundler] = await make(file, folder).catch((error) => {
        process.stderr.write(`${name} with ${bundler}: ${error.message.slice(0, 300)}\n`);
        return null;
      });
    }
    rmSync(folder, { recursive: true });
    rows.push({ name, ...bytes });
    process.stderr.write(`bundle: ${name}\n`);
  }
  return rows;
}
