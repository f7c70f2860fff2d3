import type { Transaction } from "payments-sdk";
import type { WebhookEvent } from "payments-sdk/webhooks";
import type { Queryable } from "../postgres/database";
import { record } from "./books";

/** The transaction of an event. Events of other kinds need nothing in these books. */
function transactionsIn({ type, data }: WebhookEvent): Transaction[] {
  const isPayment = type.startsWith("OUTGOING_PAYMENT.") || type.startsWith("INCOMING_PAYMENT.");
  // The service signed the event, and its type says what the data are.
  return isPayment ? [data as Transaction] : [];
}

/** PostgreSQL refuses the data of an event, or this program cannot read it. Any other problem is not the event's. */
const OF_THE_EVENT = /^(?:$|22|23|54)/;

/**
 * Applies events together. If one of them cannot be used, applies each alone: the unusable one goes into quarantine, and
 * nothing else waits for it.
 */
export async function applyOrQuarantine(db: Queryable, eventIds: readonly string[]): Promise<void> {
  if ((await problemOf(db, () => applyEvents(db, eventIds))) === undefined) return;
  for (const id of eventIds) {
    const problem = await problemOf(db, () => applyEvents(db, [id]));
    if (problem !== undefined) await quarantine(db, id, problem);
  }
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
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
    if (!OF_THE_EVENT.test(code)) throw error;
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
