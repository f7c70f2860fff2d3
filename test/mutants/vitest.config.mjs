/** What the mutants run in: the tests of one piece over the sources, without type checks. */
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
    setupFiles: ["test/setup.ts", "test/mutants/setup.mjs"],
    include: tests,
    exclude: without,
    // A mutant that waits for ever fails its test here, before Stryker has to end the whole process.
    testTimeout: 5000,
    hookTimeout: 10_000,
  },
});
