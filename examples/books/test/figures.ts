/**
 * Measures how many events the inbox stores, and how many 1, 2 and 4 workers apply, in one second. Then the reconciliation.
 * Prints the table of the README.
 *
 *     npm run figures [-- --events 5000]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printHead, printRow } from "../../postgres/throughput";
import { createDatabase, EVENTS } from "../database";
import { Processes } from "../../postgres/processes";
import { Service } from "../service";

const { values } = parseArgs({ options: { events: { type: "string", default: "5000" } } });
/** Events of one job, as a busy inbox stores them together. */
const TOGETHER = 25;

const service = new Service();
const processes = await Processes.start(new URL("..", import.meta.url), service.simulator, {
  BOOKS_PORT: "0",
  BOOKS_SWEEP: "never",
  BOOKS_RATE: "100000",
});
const database = await createDatabase(processes.postgres.url).open();
const { pool, boss } = database;

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

try {
  await service.make(Number(values.events));
  const [, inbox = ""] = await processes.start("endpoint.ts", /^inbox: (\S+)\n/m);
  printHead();

  let startedMs = Date.now();
  await service.deliver([inbox], { lost: 0, doubled: 0 });
  printRow(
    "1 inbox: events signed by the simulator, posted, verified and stored",
    service.events.length,
    startedMs,
  );

  const { rows } = await pool.query<{ event_id: string }>("select event_id from inbox order by received_at");
  const ids = rows.map(({ event_id }) => event_id);
  const jobs = Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, index) => ({
    data: { eventIds: ids.slice(index * TOGETHER, (index + 1) * TOGETHER) },
  }));
  for (const count of [1, 2, 4]) {
    await startAgain();
    await processes.startWorkers(count);
    startedMs = Date.now();
    await boss.insert(EVENTS, jobs);
    while ((await waitingEvents()) > 0) await sleep(50);
    printRow(`${count} ${count === 1 ? "worker" : "workers"}: events applied`, ids.length, startedMs);
    await processes.stopWorkers();
  }

  const { rows: counted } = await pool.query<{ count: number }>(
    "select count(*)::integer as count from transactions",
  );
  startedMs = Date.now();
  await processes.run("reconcile.ts", ["--out", "reports/figures"]);
  printRow(
    "reconciliation: transactions compared, with the start of the command",
    counted[0]?.count ?? 0,
    startedMs,
  );
} finally {
  await database.close();
  await processes.stop();
}
