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

/** Writes events of the inbox into the books. Those that were applied before are left out. */
export async function applyEvents(db: Queryable, eventIds: readonly string[]): Promise<void> {
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
