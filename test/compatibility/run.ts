/**
 * Installs the packed package as users do, and runs it with what they have: runtimes, test runners, bundlers and compilers.
 *
 *     npm install --prefix test/runtimes && npm install --prefix test/compatibility
 *     npm run test:compatibility                  all rows; writes docs/compatibility.md
 *     npm run test:compatibility -- webpack       the rows with that in their name
 */
import process from "node:process";
import { Place } from "./place.mjs";
import { report } from "./report.mjs";
import { bundlerRows } from "./rows/bundlers.mjs";
import { nextRows } from "./rows/next.mjs";
import { runtimeRows } from "./rows/runtimes.mjs";
import { testRows } from "./rows/tests.mjs";
import { typeRows } from "./rows/types.mjs";

const filters = process.argv.slice(2).map((text) => text.toLowerCase());
const place = new Place();
const results = [];
try {
  const rows = [
    ...(await runtimeRows(place)),
    ...testRows(place),
    ...bundlerRows(place),
    ...nextRows(place),
    ...typeRows(place),
  ];
  for (const { area, name, version, run } of rows) {
    const label = `${area}: ${name} (${version})`;
    if (!filters.every((filter) => label.toLowerCase().includes(filter))) continue;
    const started = performance.now();
    let failure;
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
    results.push({ area, name, version, failure });
  }
  if (filters.length === 0) report(results);
} finally {
  place.remove();
}
const failed = results.filter(({ failure }) => failure !== undefined).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
// A tool of the rows may have left something open.
process.exit();
