/**
 * All of it in one command: PostgreSQL, the simulator with faults, 100 payouts, three workers. One worker is killed on the way.
 *
 *     npm run demo
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Processes } from "../postgres/processes.js";
import { createSimulator, sampleFile } from "./sample.js";

const folder = await mkdtemp(join(tmpdir(), "payouts-"));
const file = join(folder, "payouts.csv");
await writeFile(file, sampleFile(100));

const simulator = await createSimulator();
const processes = await Processes.start(new URL(".", import.meta.url), simulator, {
  PAYOUTS_RATE: "40",
  PAYOUTS_FIRST_WAIT_MS: "500",
  PAYOUTS_EXPIRE: "8",
  PAYOUTS_SUPERVISE: "1",
  PAYOUTS_POLL: "1",
  PAYOUTS_TIMEOUT_MS: "2000",
});
try {
  const operation = "POST /transfer-out";
  simulator.faults.add({ operation, kind: "reset-after", rate: 0.1 });
  simulator.faults.add({ operation, kind: "status", status: 429, retryAfter: 1, skip: 40, times: 1 });
  simulator.faults.add({ operation, kind: "status", status: 503, retryAfter: 1, rate: 0.02 });
  for (const _ of [1, 2]) {
    console.log("$ npm run payouts -- payouts.csv --batch demo");
    await processes.run("enqueue.ts", [file, "--batch", "demo"], true);
  }
  console.log("\nThree workers start. One is killed after four seconds.");
  await processes.startWorkers(3);
  const watched = processes.run("report.ts", ["--watch"], true);
  await sleep(4000);
  processes.killWorker();
  // Some payments are under way for 30 seconds. They are not waited for here.
  const hurry = setInterval(() => void simulator.clock.advance("31s"), 3000);
  await watched;
  clearInterval(hurry);
} finally {
  await processes.stop();
  await rm(folder, { recursive: true });
}
