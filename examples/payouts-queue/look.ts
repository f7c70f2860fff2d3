import type { OutgoingTransaction, PaymentsClient } from "payments-sdk";
import type { Gate } from "../postgres/gate";
import type { Payout, Queryable } from "./database";

/** The clocks of the job and of the service may differ by so much. */
const CLOCKS_MS = 60_000;

/** Reads what `nextStep` needs to know of the service's list and of the other payouts. */
export async function look(
  { id, payee, amount, history }: Payout,
  at: string,
  payments: PaymentsClient,
  db: Queryable,
  gate: Gate,
): Promise<(payout: Payout) => void> {
  const { rows: accounts } = await db.query<{ account_id: string | null }>(
    "select account_id from payees where platform_account_id = $1",
    [payee],
  );
  const accountId = accounts[0]?.account_id ?? undefined;
  const found: OutgoingTransaction[] = [];
  if (accountId !== undefined) {
    await gate.pass();
    const list = payments.transactions.list({
      type: "OUTGOING",
      receiverAccountIdentifier: accountId as never,
      startDate: new Date(Date.parse(history.tries[0]!.at) - CLOCKS_MS),
    });
    for await (const row of list) {
      if (row.type === "OUTGOING" && row.sentAmount.amount === Number(amount)) found.push(row);
    }
  }
  const { rows: claimed } = await db.query<{ transaction_id: string }>(
    "select transaction_id from payouts where transaction_id = any($1::text[]) and id <> $2",
    [found.map((row) => row.id), id],
  );
  const { rows: equals } = await db.query<{ count: number }>(
    `select count(*)::integer as count from payouts
      where payee = $1 and amount = $2 and id <> $3 and state in ('open', 'ask')`,
    [payee, amount, id],
  );
  const others = new Set(claimed.map(({ transaction_id }) => transaction_id));
  const listed = found.map((row) => ({
    id: row.id,
    // Without a time, it may be this payment.
    createdAt: row.createdAt ?? at,
    isClaimed: others.has(row.id),
  }));
  return (payout) => {
    payout.history.looked = { at, listed, equalOpen: equals[0]?.count ?? 0 };
  };
}
