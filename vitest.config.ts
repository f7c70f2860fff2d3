import "./test/support/group-by.mjs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Tests and examples import the package by its public names. Here those names mean the sources. */
const alias = [
  { find: /^payments-sdk$/, replacement: source("index.ts") },
  { find: /^payments-sdk\/(\w+)$/, replacement: `${source("")}$1/index.ts` },
  // For `import`, Node looks for the names in a large file of CommonJS. For `require`, it does not: 0.2 to 0.4 seconds less.
  { find: /^(typescript|playwright-core)$/, replacement: `${source("../test/support/large/")}$1.mjs` },
];

/** The slow tier: what needs a browser, another process or seconds. */
const slow = [
  "test/{browser,examples,explore,faults,outcomes,package,secrets}/**/*.test.ts",
  "test/**/*.slow.test.ts",
];

/**
 * These files change modules and globals for good, or measure a process. Each one gets a process of its own. With fake timers,
 * undici keeps one that never fires: `deadline` and `call-events`.
 */
const alone = [
  "test/core/{call-events,call-site,deadline,missing-parts,older-platform,redirect,request,response}.test.ts",
  "test/node/sockets.test.ts",
  "test/simulator/faults.test.ts",
];

/** More of a function's work before V8 optimizes it. Most functions of a test end before that pays. */
const optimizeLate = process.versions.node.startsWith("20.")
  ? ["--interrupt-budget=600000"]
  : ["--invocation-count-for-maglev=4000", "--invocation-count-for-turbofan=30000"];

/** A test makes many short-lived objects. With more space for them, V8 collects garbage less often. */
const execArgv = ["--max-semi-space-size=64", ...optimizeLate];

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
    projects: [
      {
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [...slow, ...alone, ...foreign],
          // All files of a worker share their imports. Importing took more than a third of the time.
          isolate: false,
          execArgv,
        },
      },
      { test: { name: "alone", include: alone, exclude: foreign } },
      { test: { name: "slow", include: slow, exclude: foreign } },
    ],
  },
});
