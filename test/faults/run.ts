/**
 * The money run: payments through a network that fails in three of ten requests, checked by a ledger.
 *
 *     npm run test:faults -- --seed 7 --operations 10000 --runtime bun
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { moneyRun } from "./money-run";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    operations: { type: "string", default: "10000" },
    concurrency: { type: "string", default: "50" },
    runtime: { type: "string" },
    kinds: { type: "boolean", default: false },
  },
});
const { seed, runtime } = values;
console.log(`seed ${seed}`);
const result = await moneyRun({
  seed,
  runtime,
  operations: Number(values.operations),
  concurrency: Number(values.concurrency),
});
const { violations, byKind, outcomes } = result;
const met = Object.values(byKind).filter((count) => count > 0).length;
const share = ((100 * result.faults) / result.requests).toFixed(1);
console.log(
  `${result.operations} operations, ${result.calls} calls, ${result.requests} requests, ${result.faults} faults (${share} %) of ${met} kinds, ${result.seconds.toFixed(1)} s`,
);
console.log(
  `calls: ${Object.entries(outcomes)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")}`,
);
if (values.kinds)
  for (const [name, count] of Object.entries(byKind)) console.log(`${String(count).padStart(6)}  ${name}`);
for (const violation of violations.slice(0, 20)) console.error(`seed ${seed}: ${violation}`);
console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
