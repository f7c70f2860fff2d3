import assert from "node:assert/strict";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";
import webpack from "webpack";
import { expectedJourneys } from "../../runtimes/expected.mjs";
import { visitFolder } from "../browser.ts";
import { output, versionOf } from "../place.mjs";

const { Miniflare } = await import(
  createRequire(new URL("../../runtimes/package.json", import.meta.url)).resolve("miniflare")
);
/** A comment in this dependency contains `@__PURE__`. Only Rollup takes it for a misplaced annotation. */
const carelessComment = "@scure/base";
const expected = { missing: [], ...expectedJourneys };

/** The platforms of a bundle, and the modules that it leaves out there. */
const targets = {
  client: { entry: "page.mjs", conditions: ["browser"] },
  node: { entry: "node.mjs", conditions: ["node"] },
  edge: { entry: "worker.mjs", conditions: ["workerd", "worker", "browser"] },
};

/** Each bundler builds `main.mjs` and its chunks in a folder, and returns every warning that a user would see. */
const bundlers = {
  async esbuild({ folder, dist, target, entry, conditions }) {
    const { warnings } = await esbuild.build({
      absWorkingDir: folder,
      entryPoints: { main: entry },
      outdir: dist,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      minify: true,
      format: "esm",
      platform: target === "node" ? "node" : "browser",
      target: "es2022",
      conditions,
      logLevel: "silent",
    });
    return warnings.map(({ text }) => text);
  },

  async rollup({ folder, dist, target, entry, conditions }) {
    const warnings = [];
    const bundle = await rollup({
      input: { main: path.join(folder, entry) },
      plugins: [nodeResolve({ browser: target !== "node", exportConditions: conditions })],
      onwarn: ({ code, id = "", message }) => {
        if (!(code === "INVALID_ANNOTATION" && id.includes(carelessComment))) warnings.push(message);
      },
    });
    await bundle.write({
      dir: dist,
      format: "es",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    });
    await bundle.close();
    return warnings;
  },

  async vite({ folder, dist, target, entry }) {
    const warnings = [];
    const isServer = target !== "client";
    const log = (text) => warnings.push(text);
    await vite.build({
      root: folder,
      configFile: false,
      logLevel: "warn",
      customLogger: { ...vite.createLogger("warn"), warn: log, warnOnce: log, error: log },
      ...(isServer ? { ssr: { noExternal: true, target: target === "edge" ? "webworker" : "node" } } : {}),
      build: {
        outDir: dist,
        ssr: isServer,
        minify: true,
        chunkSizeWarningLimit: 10_000,
        rollupOptions: {
          input: { main: path.join(folder, entry) },
          output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    });
    return warnings;
  },

  async webpack({ folder, dist, target, entry, conditions }) {
    const compiler = webpack({
      context: folder,
      mode: "production",
      target: { client: "web", node: "node20", edge: "webworker" }[target],
      entry: { main: `./${entry}` },
      output: {
        path: dist,
        filename: "[name].mjs",
        chunkFilename: "[name].mjs",
        module: true,
        chunkFormat: "module",
        chunkLoading: "import",
        library: { type: "module" },
      },
      experiments: { outputModule: true },
      resolve: { conditionNames: [...conditions, "import", "default"] },
      performance: false,
    });
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    const { errors, warnings } = stats.toJson({ errors: true, warnings: true });
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
    return warnings.map(({ message }) => message);
  },
};

/** Runs a bundle on its platform, and returns the result. */
const runs = {
  async client(dist) {
    const { outcome, complaints } = await visitFolder(dist, "main.mjs");
    assert.deepEqual(complaints, []);
    return outcome;
  },
  async node(dist) {
    // Then the simulator warns that `NODE_ENV` is production.
    const [result] = (await output(process.execPath, ["main.mjs"], dist)).split("\n");
    return JSON.parse(result);
  },
  async edge(dist) {
    const modules = readdirSync(dist)
      .filter((file) => file.endsWith(".mjs"))
      .sort((one, other) => Number(other === "main.mjs") - Number(one === "main.mjs"))
      .map((file) => ({
        type: "ESModule",
        path: path.join(dist, file),
        contents: readFileSync(path.join(dist, file), "utf8"),
      }));
    const miniflare = new Miniflare({ modulesRoot: dist, modules, compatibilityDate: "2026-01-01" });
    try {
      return await (await miniflare.dispatchFetch("http://localhost/")).json();
    } finally {
      await miniflare.dispose();
    }
  },
};

/** The bundlers. Each must build a complete bundle without warnings, and the bundle must run. */
export function bundlerRows(place) {
  return Object.entries(bundlers).flatMap(([bundler, build]) =>
    Object.entries(targets).map(([target, settings]) => ({
      area: "Bundlers",
      name: `${bundler}, ${target}`,
      version: versionOf(bundler),
      async run() {
        const folder = place.project({}, { type: "module" });
        const dist = path.join(folder, "out");
        const warnings = await build({ folder, dist, target, ...settings });
        assert.deepEqual(warnings, []);
        // The bundle must also not find modules outside of it.
        rmSync(path.join(folder, "node_modules"), { recursive: true });
        assert.deepEqual(await runs[target](dist), expected);
      },
    })),
  );
}
