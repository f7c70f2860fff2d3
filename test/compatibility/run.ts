/**
 * Installs the packed package as users do, and runs it in their environments: runtimes, test runners, bundlers and compilers.
 *
 *     npm ci --prefix test/runtimes && npm install --prefix test/compatibility
 *     npx tsx test/compatibility/run.ts
 *     npx tsx test/compatibility/run.ts webpack       only rows with this text in their name
 *
 * Both write the results into docs/compatibility.md.
 */
import process from "node:process";
import { Place } from "./place.mjs";
import { report } from "./report.mjs";
import { bundlerRows } from "./rows/bundlers.mjs";
import { nextRows } from "./rows/next.mjs";
import { runtimeRows } from "./rows/runtimes.mjs";
import { telemetryRows } from "./rows/telemetry.mjs";
import { testRows } from "./rows/tests.mjs";
import { typeRows } from "./rows/types.mjs";

const filters = process.argv.slice(2).map((text) => text.toLowerCase());
const place = new Place();
const results: Record<string, { failure: string | undefined }> = {};
try {
  const rows = [
    ...(await runtimeRows(place)),
    ...testRows(place),
    ...telemetryRows(place),
    ...bundlerRows(place),
    ...nextRows(place),
    ...typeRows(place),
  ];
  for (const { area, name, version, run } of rows) {
    const label = `${area}: ${name} (${version})`;
    if (!filters.every((filter) => label.toLowerCase().includes(filter))) continue;
    const started = performance.now();
    let failure: string | undefined;
    try {
      await run();
    } catch (error) {
      failure = (error instanceof Error ? error.message : String(error)).trim();
      process.exitCode = 1;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      failure === undefined ? `${label}: ok (${seconds} s)` : `${label}: FAILED (${seconds} s)\n${failure}`,
    );
    results[`${area}: ${name}`] = { failure };
    // Print at once, because a run of all rows takes a quarter of an hour.
    report(rows, results);
  }
} finally {
  place.remove();
}
const failures = Object.values(results).filter(({ failure }) => failure !== undefined).length;
console.log(`${Object.keys(results).length - failures} passed, ${failures} failed`);
// A tool may have left something open.
process.exit();
