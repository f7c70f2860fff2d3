/** Runs the tests of one piece on the sources, without type checks. */
import path from "node:path";
import process from "node:process";
import { defineConfig } from "vitest/config";

// Stryker runs this in its sandbox, a copy of the project.
const source = path.resolve("src");
const { tests, without = [] } = JSON.parse(process.env.MUTANTS_PIECE);

export default defineConfig({
  root: process.cwd(),
  resolve: {
    alias: [
      { find: /^payments-sdk$/, replacement: `${source}/index.ts` },
      { find: /^payments-sdk\/(\w+)$/, replacement: `${source}/$1/index.ts` },
    ],
  },
  test: {
    environment: "node",
    // Without isolation, the sources load once for all test files of a run. That is three times as fast.
    isolate: false,
    setupFiles: ["test/setup.ts", "test/mutants/setup.mjs"],
    include: tests,
    exclude: without,
    // The project's own limits. With shorter ones, a slow test on a busy machine would count as a killed mutant.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
