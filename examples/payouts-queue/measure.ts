/**
 * Measures how many payouts 1, 2 and 4 workers pay in one second, without a limit of the rate. Two of five payouts
 * create the account of a new payee first. Prints the table of the README.
 *
 *     npm run figures [-- --payouts 400]
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printHead, printRow } from "../postgres/throughput";
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
  printHead();
  for (const count of [1, 2, 4]) {
    const batch = `${count} workers`;
    const file = join(folder, `${count}.csv`);
    await writeFile(file, sampleFile(payouts, `Payee of ${count}`));
    const { code, stderr } = await processes.run("enqueue.ts", [file, "--batch", batch]);
    if (code !== 0) throw new Error(stderr);
    // The jobs wait until all workers are ready.
    await pool.query("update pgboss.job set start_after = 'infinity' where state = 'created'");
    await processes.startWorkers(count);
    const startedMs = Date.now();
    await pool.query("update pgboss.job set start_after = now() where state = 'created'");
    const finished = async () => countOf(await figures(pool, batch), "paid", "failed", "refused", "pending");
    while ((await finished()) < payouts) await sleep(50);
    printRow(`${count} ${count === 1 ? "worker" : "workers"}: payouts made`, payouts, startedMs);
    await processes.stopWorkers();
  }
} finally {
  await database.close();
  await processes.stop();
  await rm(folder, { recursive: true });
}
