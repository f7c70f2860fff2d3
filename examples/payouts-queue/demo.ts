/**
 * All of it in one command: PostgreSQL, the simulator with faults, 100 payouts, three workers. One worker is killed on the way.
 *
 *     npm run demo
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { advance, setFaults, startProcesses } from "./processes";
import { sampleFile } from "./sample";

const folder = await mkdtemp(join(tmpdir(), "payouts-"));
const file = join(folder, "payouts.csv");
await writeFile(file, sampleFile(100));

const processes = await startProcesses({
  PAYOUTS_RATE: "40",
  PAYOUTS_RETRY_DELAY: "1",
  PAYOUTS_EXPIRE: "8",
  PAYOUTS_SUPERVISE: "1",
  PAYOUTS_POLL: "1",
  PAYOUTS_TIMEOUT_MS: "2000",
});
try {
  const operation = "POST /transfer-out";
  await setFaults(processes, [
    { operation, kind: "reset-after", rate: 0.1 },
    { operation, kind: "status", status: 429, retryAfter: 1, skip: 40, times: 1 },
    { operation, kind: "status", status: 503, retryAfter: 1, rate: 0.02 },
  ]);
  for (const _ of [1, 2]) {
    const { stdout, stderr } = await processes.run("enqueue.ts", [file, "--batch", "demo"]);
    process.stdout.write(`$ npm run payouts -- payouts.csv --batch demo\n${stdout}${stderr}`);
  }
  console.log("\nThree workers start. One is killed after four seconds.");
  const [victim] = [1, 2, 3].map(() => processes.spawn("worker.ts"));
  const watching = processes.spawn("report.ts", ["--watch"]);
  watching.stdout?.pipe(process.stdout);
  const watched = new Promise((resolve) => watching.once("close", resolve));
  await sleep(4000);
  victim?.kill("SIGKILL");
  // Some payments are under way for 30 seconds. They are not waited for here.
  const hurry = setInterval(() => void advance(processes, 31), 3000);
  await watched;
  clearInterval(hurry);
} finally {
  await processes.stop();
  await rm(folder, { recursive: true });
}
