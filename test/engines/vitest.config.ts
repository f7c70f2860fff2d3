import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The tests of this folder alone, which `npm test` leaves out: they need browsers that npm does not bring. */
export default defineConfig({
  root: at(""),
  resolve: {
    alias: [
      { find: /^payments-sdk$/, replacement: at("src/index.ts") },
      { find: /^payments-sdk\/(\w+)$/, replacement: `${at("src/")}$1/index.ts` },
    ],
  },
  test: {
    include: ["test/engines/*.check.ts"],
    reporters: ["verbose"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
