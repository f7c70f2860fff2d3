import { isPaymentsError } from "payments-sdk";
import type { Transaction } from "payments-sdk";
import type { WebhookEvent } from "payments-sdk/webhooks";
import pg from "pg";
import type { Queryable } from "../postgres/database";
import { record } from "./books";

/** The transaction of an event. Events of other kinds need nothing in these books. */
function transactionsIn({ type, data }: WebhookEvent): Transaction[] {
  const isPayment = type.startsWith("OUTGOING_PAYMENT.") || type.startsWith("INCOMING_PAYMENT.");
  // The service signed the event, and its type says what the data are.
  return isPayment ? [data as Transaction] : [];
}

/** Whether PostgreSQL refuses the data of an event, or this program cannot read it. Any other problem is not the event's. */
export const isOfEvent = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(?:22|23|54)/.test(error.code ?? "")
    : error instanceof TypeError || isPaymentsError(error);

/** Applies events together. */
export const applyOrQuarantine = async (db: Queryable, eventIds: readonly string[]): Promise<void> =>
  orQuarantine(db, eventIds, String, async (ids) => applyEvents(db, ids));

/**
 * Does the work for all together. If one of them cannot be used, does it for each alone: the unusable one goes into quarantine, and
 * nothing else waits for it. What can be used leaves quarantine.
 */
export async function orQuarantine<T>(
  db: Queryable,
  all: readonly T[],
  idOf: (one: T) => string,
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  const problem = await problemOf(db, async () => work(all));
  if (problem === undefined) await db.query("delete from quarantine where id = any($1)", [all.map(idOf)]);
  else if (all.length === 1) await quarantine(db, idOf(all[0]!), problem);
  else for (const one of all) await orQuarantine(db, [one], idOf, work);
}

/** Keeps something that a person must look at. */
export async function quarantine(db: Queryable, id: string, problem: string): Promise<void> {
  await db.query("insert into quarantine (id, problem) values ($1, $2) on conflict do nothing", [
    id,
    problem,
  ]);
}

/** Undoes the work if it fails, and returns why. */
async function problemOf(db: Queryable, work: () => Promise<void>): Promise<string | undefined> {
  await db.query("savepoint work");
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isOfEvent(error)) throw error;
    await db.query("rollback to savepoint work");
    return error instanceof Error ? error.message : String(error);
  }
}

/** Writes events of the inbox into the books. Those that were applied before are left out. */
async function applyEvents(db: Queryable, eventIds: readonly string[]): Promise<void> {
  const { rows } = await db.query<{ event: WebhookEvent }>(
    "select event from inbox where event_id = any($1) and applied_at is null",
    [eventIds],
  );
  await record(
    db,
    rows.flatMap(({ event }) => transactionsIn(event)),
  );
  await db.query("update inbox set applied_at = now() where event_id = any($1) and applied_at is null", [
    eventIds,
  ]);
}
