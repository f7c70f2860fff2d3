/** Requests of the cron job and of the queue. They judge no error. */
import type { AccountId, ExternalAccountId, InternalAccountId, PaymentsClient } from "payments-sdk";
import type { ListedPayment, PaymentTry } from "payments-sdk/payouts";
import type { Payee } from "./csv.js";

/** The account that pays. */
export async function sourceOf(payments: PaymentsClient): Promise<InternalAccountId> {
  const [source] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  if (source === undefined) throw new Error("the platform has no USD account");
  return source.id;
}

/** The accounts of payees that the service has. Its list is one response. */
export async function knownAccounts(payments: PaymentsClient): Promise<Map<string, ExternalAccountId>> {
  const accounts = await payments.platform.externalAccounts.list({ currency: "USD" }).toArray();
  return new Map(accounts.map(({ platformAccountId, id }) => [platformAccountId ?? "", id]));
}

/** Creates the account of a payee, or finds it after a lost response. One call at a time for each payee: no key protects it. */
export async function createAccount(
  payments: PaymentsClient,
  { payee, name, account_number, routing_number }: Payee,
): Promise<ExternalAccountId> {
  const { id } = await payments.platform.externalAccounts.findOrCreate({
    currency: "USD",
    platformAccountId: payee,
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: account_number,
      routingNumber: routing_number,
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: name },
    },
  });
  return id;
}

/** Reads the payments of an amount to an account since the first try, for the step `look`. A person decides about one without a time. */
export async function listed(
  payments: PaymentsClient,
  accountId: AccountId,
  amount: number,
  [first]: readonly PaymentTry[],
): Promise<ListedPayment[]> {
  // The clock of the service may differ by a minute.
  const startDate = new Date(Date.parse(first!.at) - 60_000);
  const filters = { type: "OUTGOING", receiverAccountIdentifier: accountId, startDate } as const;
  const found = await payments.transactions.list(filters).toArray();
  return found
    .filter((one) => one.type === "OUTGOING" && one.sentAmount.amount === amount)
    .map(({ id, createdAt }) => ({ id, createdAt: createdAt ?? "", isClaimed: false }));
}
