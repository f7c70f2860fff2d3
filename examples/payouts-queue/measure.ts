/**
 * Measures how many payouts 1, 2 and 4 workers pay in one second, without a limit of the rate. Two of five payouts
 * create the account of a new payee first.
 *
 *     npm run figures [-- --payouts 400]
 */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Database } from "./database";
import { countOf, figures } from "./figures";
import { startProcesses } from "./processes";
import { sampleFile } from "./sample";

const { values } = parseArgs({ options: { payouts: { type: "string", default: "400" } } });
const payouts = Number(values.payouts);
const processes = await startProcesses({ PAYOUTS_RATE: "100000" });
const folder = await mkdtemp(join(tmpdir(), "payouts-"));
const database = await new Database(processes.postgres.url).open();
const { pool } = database;

try {
  const [load = 0] = loadavg();
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)} before the start`);
  for (const count of [1, 2, 4]) {
    const batch = `${count} workers`;
    const file = join(folder, `${count}.csv`);
    await writeFile(file, sampleFile(payouts, `Payee of ${count}`));
    const { code, stderr } = await processes.run("enqueue.ts", [file, "--batch", batch]);
    if (code !== 0) throw new Error(stderr);
    // The jobs wait until all workers are ready.
    await pool.query("update pgboss.job set start_after = 'infinity' where state = 'created'");
    const workers = Array.from({ length: count }, () => processes.spawn("worker.ts"));
    await Promise.all(workers.map(({ stdout }) => stdout && once(stdout, "data")));
    const startedMs = Date.now();
    await pool.query("update pgboss.job set start_after = now() where state = 'created'");
    const finished = async () => countOf(await figures(pool, batch), "paid", "refused", "pending");
    while ((await finished()) < payouts) await sleep(50);
    const rate = (payouts * 1000) / (Date.now() - startedMs);
    console.log(`${batch.padEnd(12)} ${rate.toFixed(0).padStart(6)} payouts a second (${payouts})`);
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map((worker) => once(worker, "exit")));
  }
} finally {
  await database.close();
  await processes.stop();
  await rm(folder, { recursive: true });
}
