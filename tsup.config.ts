import { defineConfig } from "tsup";
import type { Options } from "tsup";
import { withoutNodeCrypto } from "./.ci/commonjs.mjs";
import { entries, optionalPeers } from "./.ci/entries.mjs";

const entry = Object.fromEntries(entries.map(({ name, source }) => [name, source]));

/**
 * Keeps what needs P-256 from a library by its nature, and not for a fallback, in a file of its own: a page that does not use it loads
 * the library late. From within `wallet.js`, esbuild would put the library into the first load of every page.
 */
const verifyStampApart: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "verify-stamp-apart",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/verify-stamp$/ }, () => ({
      path: "./verify-stamp.js",
      external: true,
      sideEffects: false,
    }));
  },
};

export default defineConfig([
  {
    format: "esm",
    entry: {
      ...entry,
      "payments-simulator": "src/simulator/bin.ts",
      "verify-stamp": "src/wallet/crypto/verify-stamp.ts",
    },
    target: "es2022",
    platform: "neutral",
    // Entries share chunks, so that a class or a WeakMap exists once whichever entry it came through.
    splitting: true,
    removeNodeProtocol: false,
    external: [...optionalPeers, /^node:/],
    // What would have every import of the package load dozens of files, or a bundler warn (docs/decisions/0001-toolchain.md).
    noExternal: ["zod", "@noble/hashes/legacy.js", /^@hpke\//],
    esbuildPlugins: [withoutNodeCrypto, verifyStampApart],
  },
  // The declarations of both formats. The CommonJS itself is written by .ci/commonjs.mjs.
  { format: ["esm", "cjs"], entry, dts: { only: true } },
]);
