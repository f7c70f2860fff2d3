/**
 * Lists every transaction, newest first, in constant memory. Prints the sum of sent amounts by currency.
 *
 *     npx tsx examples/list-transactions.ts [--type OUTGOING] [--since 2026-01-01]
 */
import { parseArgs } from "node:util";
import { formatAmount } from "payments-sdk";
import type { Currency, TransactionListParams } from "payments-sdk";
import { connect, fact, heading } from "./environment";

const { values } = parseArgs({ options: { type: { type: "string" }, since: { type: "string" } } });
const { payments, simulator } = connect();

if (simulator) {
  // A new simulator has no transactions, so make some.
  const customer = await payments.customers.create({ customerType: "INDIVIDUAL", region: "US" });
  const accounts = await payments.internalAccounts.list({ customerId: customer.id, currency: "USD" });
  const account = accounts.data[0];
  if (!account) throw new Error("the customer has no USD account");
  await payments.sandbox.fund(account.id, { amount: 500_00 });
  const bank = await payments.externalAccounts.create({
    customerId: customer.id,
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "000123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
    },
  });
  for (let number = 1; number <= 30; number += 1) {
    await payments.transfers.out({
      source: { accountId: account.id },
      destination: { accountId: bank.id },
      amount: number * 100,
    });
  }
}

const params: TransactionListParams = {
  ...(values.type === "INCOMING" || values.type === "OUTGOING" ? { type: values.type } : {}),
  ...(values.since ? { startDate: values.since } : {}),
};
const sent = new Map<string, { currency: Currency; amount: number; count: number }>();

heading("Transactions, newest first");
for await (const transaction of payments.transactions.list(params)) {
  const moved = transaction.type === "OUTGOING" ? transaction.sentAmount : transaction.receivedAmount;
  const shown = moved ? formatAmount(moved.amount, moved.currency, "en-US") : transaction.type;
  fact(transaction.status, `${transaction.id} ${shown}`);
  if (!moved || transaction.type !== "OUTGOING") continue;
  const total = sent.get(moved.currency.code) ?? { currency: moved.currency, amount: 0, count: 0 };
  total.amount += moved.amount;
  total.count += 1;
  sent.set(moved.currency.code, total);
}

heading("Sent in all");
for (const { currency, amount, count } of sent.values()) {
  fact(currency.code, `${formatAmount(amount, currency, "en-US")} in ${count} payments`);
}
