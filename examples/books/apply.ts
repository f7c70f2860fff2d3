import { isPaymentsError } from "payments-sdk";
import type { Transaction } from "payments-sdk";
import type { WebhookEvent } from "payments-sdk/webhooks";
import pg from "pg";
import type { Queryable } from "../postgres/database";
import { record } from "./books";

/** Whether PostgreSQL refuses the data of an event, or this program cannot read it. Any other problem is not the event's. */
export const isOfEvent = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError
    ? /^(?:22|23|54)/.test(error.code ?? "")
    : error instanceof TypeError || isPaymentsError(error);

/** Applies events of the inbox together. */
export async function applyOrQuarantine(db: Queryable, eventIds: readonly string[]): Promise<void> {
  const events = eventIds.map((id) => ({ id }));
  await orQuarantine(db, events, async (some) => applyEvents(db, some));
}

/**
 * Does the work for all together. If one of them cannot be used, does it for each alone: the unusable one goes into quarantine, and
 * nothing else waits for it. What can be used leaves quarantine.
 */
export async function orQuarantine<T extends { id: string }>(
  db: Queryable,
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  await db.query("savepoint work");
  try {
    await work(all);
    await db.query("delete from quarantine where id = any($1)", [all.map(({ id }) => id)]);
  } catch (error) {
    if (!isOfEvent(error)) throw error;
    await db.query("rollback to savepoint work");
    if (all.length === 1) await quarantine(db, all[0]!.id, error.message);
    else for (const one of all) await orQuarantine(db, [one], work);
  }
}

/** Keeps something that a person must look at. */
export async function quarantine(db: Queryable, id: string, problem: string): Promise<void> {
  const values = [id, problem];
  await db.query("insert into quarantine (id, problem) values ($1, $2) on conflict do nothing", values);
}

/** Writes events into the books. Those that were applied before are left out. */
async function applyEvents(db: Queryable, events: readonly { id: string }[]): Promise<void> {
  const { rows } = await db.query<{ event: WebhookEvent }>(
    "update inbox set applied_at = now() where event_id = any($1) and applied_at is null returning event",
    [events.map(({ id }) => id)],
  );
  // Events of other kinds need nothing in these books.
  const payments = rows.filter(({ event }) => /^(?:OUTGOING|INCOMING)_PAYMENT\./.test(event.type));
  // The service signed the event, and its type says what the data are.
  const transactions = payments.map(({ event }) => event.data as Transaction);
  await record(db, transactions);
}
