import { defineConfig } from "tsup";
import type { Options } from "tsup";
import { entries, optionalPeers } from "./scripts/entries.mjs";

/** Keeps the import of a file that bundlers for browsers replace. */
const zodObjectApart: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "zod-object-apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/zod-object$/ }, () => ({ path: "./zod-object.js", external: true })),
};

const entry = Object.fromEntries(entries.map(({ name, source }) => [name, source]));

export default defineConfig([
  {
    format: "esm",
    entry: {
      ...entry,
      // Chunks of their own: a program that imports only a guard, a money helper or `isTerminal` bundles nothing else.
      client: "src/client.ts",
      "error-guards": "src/core/error-guards.ts",
      money: "src/money/amounts.ts",
      terminal: "src/transactions/terminal.ts",
      // A file of its own, which bundlers for browsers replace (`browser` of package.json).
      "zod-object": "src/models/zod-object.ts",
      "zod-object-browser": "src/models/zod-object-browser.ts",
      "payments-simulator": "src/simulator/bin.ts",
    },
    target: "es2022",
    platform: "neutral",
    // Entries share chunks, so that a class or a WeakMap exists once whichever entry it came through.
    splitting: true,
    removeNodeProtocol: false,
    external: [...optionalPeers, /^node:/],
    // What would have every import of the package load dozens of files, or a bundler warn (docs/maintainers/decisions/0001-toolchain.md).
    noExternal: ["zod", "@noble/hashes/legacy.js"],
    esbuildPlugins: [zodObjectApart],
  },
  // The declarations, once for both formats (scripts/declarations.mjs). The CommonJS itself is written by scripts/commonjs.mjs.
  { format: ["cjs"], entry, dts: { only: true } },
]);
