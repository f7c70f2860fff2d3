import "./test/support/group-by.mjs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Tests and examples import the package by its public names. Here those names mean the sources. */
const alias = [
  { find: /^payments-sdk$/, replacement: source("index.ts") },
  { find: /^payments-sdk\/(\w+)$/, replacement: `${source("")}$1/index.ts` },
  // For `import`, Node looks for the names in a large file of CommonJS. For `require`, it does not: 0.2 to 0.4 seconds less.
  { find: /^(typescript|playwright-core)$/, replacement: `${source("../test/support/large/")}$1.mjs` },
];

/** These files measure a process, or change modules and globals for good. Each one gets a process of its own. */
const isolated = [
  "test/core/{call-site,missing-parts,older-platform,redirect,request,response}.test.ts",
  "test/fuzz/complete.test.ts",
  "test/node/sockets.test.ts",
  "test/package/{budgets,schemas,speed}.test.ts",
  "test/relay/recipes.test.ts",
  "test/simulator/faults.test.ts",
  "test/soak/**/*.test.ts",
  "test/wallet/{held-keys-size,stale-page}.test.ts",
];

/** More of a function's work before V8 optimizes it. Most functions of a test end before that pays. */
const optimizeLate = process.versions.node.startsWith("20.")
  ? ["--interrupt-budget=600000"]
  : ["--invocation-count-for-maglev=4000", "--invocation-count-for-turbofan=30000"];

/** A test makes many short-lived objects. With more space for them, V8 collects garbage less often. */
const execArgv = ["--max-semi-space-size=64", ...optimizeLate];

/** Files that take several seconds. One that starts last keeps a worker waiting. */
const slow =
  /browser\/(wallet-page|react|session)|code-blocks|explore\/|fuzz\/recipes|money-run|outcomes\/|parity|payouts|secrets|state-file/;

/** Starts the files with a process of their own first, then the slow ones. The others share their processes to the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === "isolated" ? 0 : slow.test(moduleId) ? 1 : 2;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** `npm run check:package` tests the tarball. Two folders install packages with tests of their own. */
const foreign = ["test/package/tarball/**", "**/node_modules/**"];

export default defineConfig({
  resolve: { alias },
  test: {
    environment: "node",
    setupFiles: ["test/setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Three, also on a machine with two cores: tests wait for servers, browsers and timers much of their time.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: "sources",
          include: ["test/**/*.test.ts"],
          exclude: [...isolated, ...foreign],
          // All files of a worker share their imports. Importing took more than a third of the time.
          isolate: false,
          execArgv,
        },
      },
      { test: { name: "isolated", include: isolated, exclude: foreign } },
    ],
  },
});
