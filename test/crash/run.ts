/**
 * The crash test: kills payments-simulator 100 times while it writes a large state file.
 *
 *     npm run test:crash
 *     npm run test:crash -- --kills 1000 --customers 5000
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { crash } from "./crashes";

/** The promise of docs/guides/simulator-state.md for a file of at most 100 MB. */
const LONGEST_LOSS_MS = 10_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    customers: { type: "string", default: "20000" },
  },
});

const result = await crash(Number(values.kills), Number(values.customers), Math.random);
const { kills, duringWrite, bytes, longestLossMs, violations } = result;
console.log(
  `${kills} kills, ${duringWrite} of them during a write; a file of ${(bytes / 1e6).toFixed(1)} MB; lost at most ${(longestLossMs / 1000).toFixed(1)} s`,
);
if (longestLossMs > LONGEST_LOSS_MS) violations.push(`a kill lost more than ${LONGEST_LOSS_MS / 1000} s`);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length === 0 ? 0 : 1;
