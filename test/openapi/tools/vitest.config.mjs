import { defineConfig } from "vitest/config";
import base from "../../../vitest.config.ts";

/** The checks of this folder only, with the same module names as the other tests. */
export default defineConfig({
  resolve: base.resolve,
  test: { include: ["test/openapi/tools/*.check.ts"], testTimeout: 30_000, hookTimeout: 60_000 },
});
