import { isApiError } from "payments-sdk";
import type { PaymentsClient, Transaction, TransactionId } from "payments-sdk";
import type { Database, Queryable } from "../postgres/database";
import { orQuarantine, quarantine } from "./apply";
import { record } from "./books";
import type { SweepJob } from "./database";
import { settings } from "./settings";

/** Transactions of one job. */
const MOST = 100;

/** What a part of a sweep has read: how it is written down, and the part that follows. */
interface Part {
  save: (db: Queryable) => Promise<void>;
  next: SweepJob | undefined;
}

/**
 * Reads one part of a sweep.
 *
 * A sweep reads all transactions that were created since the mark, and an overlap before it. Then it looks up older ones that
 * are still open, because the list finds transactions by the time of their creation only.
 */
export async function readPart(payments: PaymentsClient, { pool }: Database, job: SweepJob): Promise<Part> {
  const { rows } = await pool.query<{ start: Date | null }>(
    "select mark - $1 * interval '1 second' as start from sweep_mark",
    [settings.overlapSeconds],
  );
  // The first sweep starts at the beginning.
  const { startDate = (rows[0]?.start ?? new Date(0)).toISOString(), cursor, after } = job;
  if (after !== undefined) return readOpen(payments, pool, startDate, after);
  const page = await payments.transactions
    .list({ startDate, cursor, sortOrder: "asc", limit: MOST })
    .catch((error: unknown) => {
      if (cursor === undefined || !isApiError(error) || error.status !== 400) throw error;
      return undefined;
    });
  // The service refuses the cursor, which may be too old. The next sweep begins at the mark.
  if (page === undefined) return { save: async () => {}, next: undefined };
  const save = async (db: Queryable): Promise<void> => {
    await recordAll(db, page.data);
    // After a time in the future, no sweep would find anything.
    await db.query(
      `update sweep_mark set mark = greatest(mark, (select max(created_at) from transactions
                                                     where id = any($1) and created_at <= now()))`,
      [page.data.map(({ id }) => id)],
    );
  };
  const next = page.hasMore ? { cursor: page.nextCursor ?? "" } : ({ after: "" } as const);
  return { save, next: { startDate, ...next } };
}

/** Looks up some open transactions that the list of this sweep does not have. */
async function readOpen(
  payments: PaymentsClient,
  db: Queryable,
  startDate: string,
  after: string,
): Promise<Part> {
  const { rows } = await db.query<{ id: TransactionId }>(
    "select id from transactions where is_open and coalesce(created_at, '-infinity') < $1 and id > $2 order by id limit $3",
    [startDate, after, MOST],
  );
  const versions: Transaction[] = [];
  const missing: TransactionId[] = [];
  for (const { id } of rows) {
    const version = await retrieve(payments, id);
    if (version === undefined) missing.push(id);
    else versions.push(version);
  }
  const save = async (db: Queryable): Promise<void> => {
    await recordAll(db, versions);
    for (const id of missing) await quarantine(db, id, "the service does not know this open transaction");
  };
  return { save, next: rows.length < MOST ? undefined : { startDate, after: rows.at(-1)!.id } };
}

const recordAll = async (db: Queryable, versions: readonly Transaction[]): Promise<void> =>
  orQuarantine(db, versions, async (some) => record(db, some));

/** A transaction, or `undefined` if the service does not know it. */
export const retrieve = async (
  payments: PaymentsClient,
  id: TransactionId,
): Promise<Transaction | undefined> =>
  payments.transactions.retrieve(id).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return undefined;
    throw error;
  });
