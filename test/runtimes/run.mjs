/**
 * Runs the scenario on every runtime, with the project's own build:
 *
 *     npm run build && npm --prefix test/runtimes it
 */
import process from "node:process";
import { openRuntimes } from "./runtimes.mjs";

const runtimes = await openRuntimes();
try {
  for (const name of runtimes.names) {
    const started = performance.now();
    try {
      await runtimes.check(name);
      console.log(`${name.padEnd(16)} ok (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`${name}: ${error.stderr || error.message}`);
    }
  }
} finally {
  runtimes.close();
}
