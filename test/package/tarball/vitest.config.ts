import "../../support/group-by.mjs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The tests of the packed package, which `npm run check:package` runs. They do not import the sources. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    include: ["test/package/tarball/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    globalSetup: ["test/package/tarball/install.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
