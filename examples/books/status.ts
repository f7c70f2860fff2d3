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

const { values } = parseArgs({ options: { watch: { type: "boolean", default: false } } });
const database = await createDatabase().open();

async function read(): Promise<Status> {
  const { rows } = await database.pool.query<Status>(
    `with waits as (select received_at from inbox
                     where applied_at is null and event_id not in (select id from quarantine))
     select (select count(*)::integer from inbox) as received,
            (select count(*)::integer from waits) as waiting,
            (select min(received_at) from waits) as "waitingSince",
            (select count(*)::integer from quarantine) as quarantined,
            (select min(since) from quarantine) as "quarantineSince",
            (select count(*)::integer from transactions) as transactions,
            (select count(*)::integer from transactions where is_open) as open,
            (select min(created_on) from pgboss.job
              where name = $1 and state in ('created', 'retry', 'active')) as "sweepSince",
            (select mark from sweep_mark) as mark`,
    [SWEEP],
  );
  return rows[0]!;
}

const progress = new ProgressLine(process.stdout);

const since = (time: Date | null) => (time === null ? "" : ` since ${time.toISOString()}`);

/** Returns whether something is left to do. */
function show(status: Status): boolean {
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
  while (show(await read()) && values.watch) await sleep(1000);
} finally {
  await database.close();
}
