/**
 * The money run: payments through a network where three of ten requests fail. A ledger checks them.
 *
 *     npx tsx test/faults/run.ts --seed 7 --operations 10000 --runtime bun --runtime deno
 *     npx tsx test/faults/run.ts --runtime all
 *     npx tsx test/faults/run.ts --transport undici
 *     npx tsx test/faults/run.ts --only "Spring" --operations 500
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { moneyRun, runtimes } from "./money-run";
import type { MoneyRunResult } from "./money-run";

/** The number of violations to print in full. */
const SHOWN = 20;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    operations: { type: "string", default: "10000" },
    concurrency: { type: "string", default: "50" },
    runtime: { type: "string", multiple: true, default: ["node"] },
    transport: { type: "string", default: "fetch" },
    only: { type: "string" },
    kinds: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const { seed, only } = values;

function print(runtime: string, result: MoneyRunResult): void {
  const { violations, byKind, outcomes, operations, calls, requests, faults } = result;
  const met = Object.values(byKind).filter((count) => count > 0).length;
  const share = ((100 * faults) / requests).toFixed(1);
  console.log(
    `${runtime}, seed ${seed}: ${operations} operations, ${calls} calls, ${requests} requests, ${faults} faults (${share} %) of ${met} kinds, ${result.seconds.toFixed(1)} s`,
  );
  const counts = Object.entries(outcomes).map(([name, count]) => `${count} ${name}`);
  console.log(`calls: ${counts.join(", ")}`);
  if (values.kinds)
    for (const [name, count] of Object.entries(byKind)) console.log(`${String(count).padStart(6)}  ${name}`);
  for (const violation of violations.slice(0, SHOWN)) console.error(`${runtime}, seed ${seed}: ${violation}`);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
}

if (values.help) {
  console.log(`Options:
  --seed <text>         the same seed gives the same faults
  --operations <count>  default 10000
  --concurrency <count> default 50
  --runtime <name>      ${runtimes.join(", ")}, a path, or all; repeatable; default node
  --transport <name>    fetch, or undici for nodeTransport of payments-sdk/node; default fetch
  --only <text>         only kinds of faults with this text in their name
  --kinds               print how often each kind was met`);
} else {
  const names = values.runtime.includes("all") ? runtimes : values.runtime;
  for (const runtime of names) {
    const operations = Number(values.operations);
    const result = await moneyRun({
      seed,
      runtime,
      transport: values.transport === "undici" ? "undici" : "fetch",
      only,
      operations,
      concurrency: Number(values.concurrency),
    });
    print(runtime, result);
    if (result.violations.length > 0) process.exitCode = 1;
  }
}
