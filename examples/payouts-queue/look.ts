import type { PaymentsClient } from "payments-sdk";
import type { Gate } from "../postgres/gate";
import type { Payout, Queryable } from "./database";
import { knownAccount } from "./payees";
import { listed } from "./requests";

/** Reads what `nextStep` needs to know of the service's list and of the other payouts. */
export async function look(
  { id, payee, amount, history }: Payout,
  at: string,
  payments: PaymentsClient,
  db: Queryable,
  gate: Gate,
): Promise<(payout: Payout) => void> {
  const accountId = await knownAccount(db, payee);
  if (accountId !== undefined) await gate.pass();
  const found = accountId ? await listed(payments, accountId, Number(amount), history.tries) : [];
  // Read after the list: a payment that another payout has by now is claimed, or that payout is open.
  const { rows } = await db.query<{ transaction_id: string | null; state: string }>(
    "select transaction_id, state from payouts where payee = $1 and amount = $2 and id <> $3",
    [payee, amount, id],
  );
  const claimed = new Set(rows.map(({ transaction_id }) => transaction_id));
  const equalOpen = rows.filter(({ state }) => state === "open" || state === "ask").length;
  const marked = found.map((one) => ({ ...one, isClaimed: claimed.has(one.id) }));
  return (payout) => {
    payout.history.looked = { at, listed: marked, equalOpen };
  };
}
