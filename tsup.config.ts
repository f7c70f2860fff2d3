import { defineConfig } from "tsup";
import type { Options } from "tsup";
import { entries, optionalPeers } from "./scripts/entries.mjs";

/** Keeps some imports as they are, between files of the build. */
const apart: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "apart",
  setup: ({ onResolve }) => {
    // Then the entry is only `export *`. From any other entry, esbuild loads all that the entry exports and a later part uses.
    onResolve({ filter: /^\.\/public\// }, ({ path }) => ({
      path: path.replace("./public/", "./wallet-") + ".js",
      external: true,
    }));
  },
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
      // The groups of `payments-sdk/wallet`: a page that shows no session loads only the first.
      "wallet-first-load": "src/wallet/public/first-load.ts",
      "wallet-errors": "src/wallet/public/errors.ts",
      "wallet-building-blocks": "src/wallet/public/building-blocks.ts",
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
    esbuildPlugins: [apart],
  },
  // The declarations, once for both formats (scripts/declarations.mjs). The CommonJS itself is written by scripts/commonjs.mjs.
  { format: ["cjs"], entry, dts: { only: true } },
]);
