/**
 * Runs the cryptography, the stores and the wallet in the installed Firefox and WebKit, and the way back to a page in the
 * installed Chromium:
 *
 *     node test/engines/run.mjs
 *
 * It installs nothing, and prints which engines are missing. Without any engine it fails.
 */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { findEngines } from "./find.mjs";

const found = [];
const engines = findEngines();
for (const [name, { programs, install }] of Object.entries(engines)) {
  const missing = Object.keys(programs).filter((program) => programs[program] === undefined);
  if (missing.length === 0) found.push(name);
  else console.log(`${name} is not run: it is not installed. On Debian: ${install}`);
}
if (found.length === 0) {
  console.error("There is no browser engine to run.");
  process.exit(1);
}
console.log(`Running: ${found.join(", ")}`);
const vitest = new URL("../../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
const checks = found.map(
  (name) => `test/engines/${name === "chromium" ? "back-forward" : "wallet"}.check.ts`,
);
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", "test/engines/vitest.config.ts", ...new Set(checks)],
  {
    cwd: new URL("../..", import.meta.url),
    env: { ...process.env, CHROMIUM_PATH: engines.chromium.programs.command, ENGINES: found.join(",") },
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
