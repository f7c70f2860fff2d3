/**
 * Says how far the books are. With `--watch` it ends when no event waits and no sweep is under way.
 *
 *     npm run status [-- --watch]
 */
import { setTimeout as sleep } from "node:timers/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import { ProgressLine } from "../postgres/progress-line";
import { createDatabase, SWEEP } from "./database";

/** Counts, and since when the oldest of each waits. A sweep's time is that of its present page, and the mark is what sweeps have read. */
type Status = Record<"received" | "waiting" | "transactions" | "open" | "quarantined", number> &
  Record<"waitingSince" | "sweepSince" | "quarantineSince" | "mark", Date | null>;

const STATUS = `
  select (select count(*) from inbox)::integer as received, waits.*, quarantined.*, known.*, mark,
         (select min(created_on) from pgboss.job
           where name = $1 and state in ('created', 'retry', 'active')) as "sweepSince"
    from sweep_mark,
         (select count(*)::integer as waiting, min(received_at) as "waitingSince" from inbox
           where applied_at is null and event_id not in (select id from quarantine)) as waits,
         (select count(*)::integer as quarantined, min(since) as "quarantineSince" from quarantine) as quarantined,
         (select count(*)::integer as transactions, (count(*) filter (where is_open))::integer as open from transactions) as known`;

const { values } = parseArgs({ options: { watch: { type: "boolean", default: false } } });
const database = await createDatabase().open();
const progress = new ProgressLine(process.stdout);
const since = (time: Date | null) => (time === null ? "" : ` since ${time.toISOString()}`);

/** Shows the status, and returns whether something is left to do. */
async function show(): Promise<boolean> {
  const status = (await database.pool.query<Status>(STATUS, [SWEEP])).rows[0]!;
  const { received, waiting, transactions, open, quarantined, sweepSince, mark } = status;
  const isBusy = waiting > 0 || sweepSince !== null;
  const swept = mark === null ? "not swept yet" : `swept up to ${mark.toISOString()}`;
  const parts = [
    `${received} events, ${waiting} of them waiting${since(status.waitingSince)}`,
    `${transactions} transactions, ${open} open`,
    sweepSince === null ? swept : `a sweep is at a page${since(sweepSince)}`,
    ...(quarantined === 0 ? [] : [`${quarantined} in quarantine${since(status.quarantineSince)}`]),
  ];
  const share = received === 0 ? 1 : 1 - waiting / received;
  progress.show(share, parts.join("; "), !isBusy || !values.watch);
  return isBusy;
}

try {
  while ((await show()) && values.watch) await sleep(1000);
} finally {
  await database.close();
}
