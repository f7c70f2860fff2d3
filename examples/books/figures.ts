/**
 * Measures how many events the inbox stores, and how many 1, 2 and 4 workers apply, in one second. Then the reconciliation.
 *
 *     npm run figures [-- --events 5000]
 */
import { once } from "node:events";
import { cpus, loadavg } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Database, EVENTS } from "./database";
import { askService, startInbox, startProcesses } from "./processes";

const { values } = parseArgs({ options: { events: { type: "string", default: "5000" } } });
/** Events of one job, as a busy inbox stores them together. */
const TOGETHER = 25;

const processes = await startProcesses({ BOOKS_SWEEP: "never", BOOKS_RATE: "100000" });
const database = await new Database(processes.postgres.url).open();
const { pool, boss } = database;

const print = (what: string, count: number, startedMs: number): void => {
  const rate = Math.round((count * 1000) / (Date.now() - startedMs));
  console.log(`${what.padEnd(24)} ${String(rate).padStart(6)} a second (${count})`);
};

async function waitingEvents(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::integer as count from inbox where applied_at is null",
  );
  return rows[0]?.count ?? 0;
}

/** Puts all events into the queue as if none had been applied. */
async function startAgain(): Promise<void> {
  await pool.query("truncate transactions");
  await pool.query("update inbox set applied_at = null");
  await boss.deleteAllJobs(EVENTS);
}

/** Workers that are ready and find nothing to do. */
async function readyWorkers(count: number) {
  const workers = Array.from({ length: count }, () => processes.spawn("worker.ts"));
  await Promise.all(workers.map(({ stdout }) => stdout && once(stdout, "data")));
  return workers;
}

try {
  const { events } = await askService(processes, { make: Number(values.events) });
  const inbox = await startInbox(processes);
  const [load = 0] = loadavg();
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)} before the start`);

  let startedMs = Date.now();
  await askService(processes, { deliver: [inbox], losses: { lost: 0, doubled: 0 } });
  print("1 inbox, stored", events, startedMs);

  const { rows } = await pool.query<{ event_id: string }>("select event_id from inbox order by received_at");
  const ids = rows.map(({ event_id }) => event_id);
  const jobs = Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, index) => ({
    data: { eventIds: ids.slice(index * TOGETHER, (index + 1) * TOGETHER) },
  }));
  for (const count of [1, 2, 4]) {
    await startAgain();
    const workers = await readyWorkers(count);
    startedMs = Date.now();
    await boss.insert(EVENTS, jobs);
    while ((await waitingEvents()) > 0) await sleep(50);
    print(`${count} workers, applied`, ids.length, startedMs);
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map((worker) => once(worker, "exit")));
  }

  const { rows: counted } = await pool.query<{ count: number }>(
    "select count(*)::integer as count from transactions",
  );
  startedMs = Date.now();
  await processes.run("reconcile.ts", ["--out", "reports/figures"]);
  print("reconcile, transactions", counted[0]?.count ?? 0, startedMs);
} finally {
  await database.close();
  await processes.stop();
}
