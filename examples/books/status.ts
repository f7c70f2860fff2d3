/**
 * Says how far the books are. With `--watch` it ends when no event waits and no sweep is under way.
 *
 *     npm run status [-- --watch]
 */
import { setTimeout as sleep } from "node:timers/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import { ProgressLine } from "../postgres/progress-line";
import { Database, SWEEP } from "./database";

interface Status {
  received: number;
  waiting: number;
  transactions: number;
  open: number;
  sweeps: number;
  /** What waits for a person, and since when: ISO 8601. */
  quarantined: number;
  oldest: string | null;
  /** The newest transaction that a sweep has read: ISO 8601. */
  mark: string | null;
}

const { values } = parseArgs({ options: { watch: { type: "boolean", default: false } } });
const database = await new Database().open();

async function read(): Promise<Status> {
  const { rows } = await database.pool.query<Status>(
    `select (select count(*)::integer from inbox) as received,
            (select count(*)::integer from inbox
              where applied_at is null and event_id not in (select id from quarantine)) as waiting,
            (select count(*)::integer from quarantine) as quarantined,
            (select to_json(min(since)) #>> '{}' from quarantine) as oldest,
            (select count(*)::integer from transactions) as transactions,
            (select count(*)::integer from transactions where is_open) as open,
            (select count(*)::integer from pgboss.job
              where name = $1 and state in ('created', 'retry', 'active')) as sweeps,
            (select to_json(mark) #>> '{}' from sweep_mark) as mark`,
    [SWEEP],
  );
  if (rows[0] === undefined) throw new Error("the database has no tables");
  return rows[0];
}

const progress = new ProgressLine(process.stdout);

/** Returns whether something is left to do. */
function show({ received, waiting, transactions, open, sweeps, mark, quarantined, oldest }: Status): boolean {
  const isBusy = waiting > 0 || sweeps > 0;
  const events = `${received} events, ${waiting} of them waiting`;
  const swept = mark === null ? "not swept yet" : `swept up to ${mark}`;
  const sweep = sweeps > 0 ? "a sweep is under way" : swept;
  const share = received === 0 ? 1 : 1 - waiting / received;
  const stuck = quarantined === 0 ? "" : `; ${quarantined} in quarantine, the oldest since ${oldest}`;
  const text = `${events}; ${transactions} transactions, ${open} open; ${sweep}${stuck}`;
  progress.show(share, text, !isBusy || !values.watch);
  return isBusy;
}

try {
  while (show(await read()) && values.watch) await sleep(1000);
} finally {
  await database.close();
}
