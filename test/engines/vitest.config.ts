import "../support/group-by.mjs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The tests that `npm test` leaves out. This folder needs browsers that npm does not install. Others start many processes. */
export default defineConfig({
  root: at(""),
  resolve: {
    alias: [
      { find: /^payments-sdk$/, replacement: at("src/index.ts") },
      { find: /^payments-sdk\/(\w+)$/, replacement: `${at("src/")}$1/index.ts` },
    ],
  },
  test: {
    include: ["test/**/*.check.ts"],
    // The folders of other commands.
    exclude: ["**/node_modules/**"],
    reporters: ["verbose"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
