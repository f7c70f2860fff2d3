/**
 * Runs the scenario on every runtime, with the project's own build:
 *
 *     npm run build && npm --prefix test/runtimes it
 */
import process from "node:process";
import { callerChecks } from "./caller-lines.mjs";
import { openRuntimes } from "./runtimes.mjs";
import { undiciChecks } from "./undici.mjs";

const runtimes = await openRuntimes();
try {
  const checks = [
    ...runtimes.names.map((name) => [name, () => runtimes.check(name)]),
    ...Object.entries(undiciChecks),
    ...Object.entries(callerChecks),
  ];
  for (const [name, check] of checks) {
    const started = performance.now();
    try {
      await check();
      console.log(`${name.padEnd(40)} ok (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`${name}: ${error.stderr || error.stdout || error.message}`);
    }
  }
} finally {
  runtimes.close();
}
