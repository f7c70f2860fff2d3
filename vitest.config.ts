import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Tests and examples import the package by its public names; here those names mean the sources. */
const alias = [
  { find: /^payments-sdk$/, replacement: source("index.ts") },
  { find: /^payments-sdk\/(\w+)$/, replacement: `${source("")}$1/index.ts` },
];

const shared = {
  environment: "node",
  setupFiles: ["test/setup.ts"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Two, also on a machine with two cores, where vitest would take one: servers and browsers wait most of their time.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: "sources",
          include: ["test/**/*.test.ts"],
          // The folders `test/runtimes` and `test/mutants` install packages of their own, some of which come with tests.
          exclude: ["test/package/tarball/**", "**/node_modules/**"],
          typecheck: { enabled: true, include: ["test/**/*.test-d.ts"], tsconfig: "./tsconfig.json" },
        },
      },
      {
        test: {
          ...shared,
          name: "tarball",
          include: ["test/package/tarball/**/*.test.ts"],
          // Builds, packs and installs the package once; needed by nothing else.
          globalSetup: ["test/package/tarball/install.ts"],
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
