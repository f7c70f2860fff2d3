/**
 * The pieces of the sources, mutated one after the other, each with its tests. A file belongs to the piece with the longest folder.
 * Tests of bundles, processes and long random runs are left out, because they need seconds for each mutant.
 *
 * @type {Record<string, { folder: string, tests: string[], without?: string[], heldElsewhere?: string[] }>}
 */
export const pieces = {
  core: {
    folder: "src/core",
    tests: ["test/core/**/*.test.ts", "test/resources/{exact-amounts,quotes,recognition}.test.ts"],
    // They make thousands of calls, and time the reading of long texts.
    without: ["test/core/long-runs.test.ts", "test/core/hostile-texts.test.ts"],
  },
  resources: {
    folder: "src/resources",
    tests: [
      "test/resources/**/*.test.ts",
      "test/models/**/*.test.ts",
      "test/core/pagination.test.ts",
      "test/core/pagination-errors.test.ts",
      "test/core/signed-requests.test.ts",
      "test/core/signed-rounds.test.ts",
    ],
  },
  relay: { folder: "src/relay", tests: ["test/relay/**/*.test.ts"], without: ["test/relay/recipes.test.ts"] },
  crypto: { folder: "src/wallet/crypto", tests: ["test/wallet/crypto/**/*.test.ts"] },
  wallet: {
    folder: "src/wallet",
    // Only browsers have IndexedDB. `test/browser` covers it.
    heldElsewhere: ["src/wallet/stores/indexed-db-store.ts"],
    tests: ["test/wallet/*.test.ts"],
    // It waits for real timeouts, and covers the core's part of a signed call.
    without: ["test/wallet/signed-recovery.test.ts"],
  },
};
