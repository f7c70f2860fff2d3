/**
 * The main steps of a platform's backend: a customer, money in, a quote, a payment, money out, the transactions.
 *
 *     npm start
 */
import { formatAmount } from "payments-sdk";
import type { CurrencyAmount } from "payments-sdk";
import { connect, fact, heading } from "./environment";

const { payments } = connect();
const money = ({ amount, currency }: CurrencyAmount) => formatAmount(amount, currency, "en-US");

heading("1. A customer");
const customer = await payments.customers.create({
  customerType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  email: "ada@example.com",
  birthDate: "1990-12-10",
  nationality: "GB",
  region: "US",
  currencies: ["USD"],
  address: { line1: "12 Analytical Way", city: "Austin", state: "TX", postalCode: "78701", country: "US" },
});
const verification = await payments.verifications.create({ customerId: customer.id });
fact("customer", customer.id);
fact("UMA address", customer.umaAddress);
fact("verification", verification.verificationStatus);

heading("2. Money in: funded in the sandbox, then pulled from a bank account");
const accounts = await payments.internalAccounts.list({ customerId: customer.id, currency: "USD" });
const account = accounts.data.find(({ type }) => type === "INTERNAL_FIAT");
if (!account) throw new Error("the customer has no USD account");
const funded = await payments.sandbox.fund(account.id, { amount: 1_000_00 });
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
const pulled = await payments.transfers.in({
  source: { accountId: bank.id },
  destination: { accountId: account.id },
  amount: 250_00,
});
fact("account", account.id);
fact("balance after funding", money(funded.balance));
fact("bank account", `${bank.id} (beneficiary ${bank.beneficiaryVerificationStatus})`);
fact("pulled", `${pulled.id} ${pulled.status}`);

heading("3. A receiver in Brazil");
const receiver = await payments.externalAccounts.create({
  customerId: customer.id,
  currency: "BRL",
  accountInfo: {
    accountType: "BRL_ACCOUNT",
    pixKey: "maria@example.com.br",
    pixKeyType: "EMAIL",
    taxId: "39053344705",
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Maria Silva" },
  },
});
const lookup = await payments.receivers.lookupExternalAccount(receiver.id);
fact("receiver", receiver.id);
for (const { currency, min, max } of lookup.supportedCurrencies) {
  fact("can receive", `${money({ amount: min, currency })} to ${money({ amount: max, currency })}`);
}

heading("4. A quote, and the payment");
const quote = await payments.quotes.create({
  source: { sourceType: "ACCOUNT", accountId: account.id, customerId: customer.id },
  destination: { destinationType: "ACCOUNT", accountId: receiver.id },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 300_00,
  lookupId: lookup.lookupId,
  description: "Invoice 2026-117",
});
fact("quote", `${quote.id} until ${quote.expiresAt}`);
fact("sends", money({ amount: quote.totalSendingAmount, currency: quote.sendingCurrency }));
fact("of which fees", money({ amount: quote.feesIncluded, currency: quote.sendingCurrency }));
fact("receives", money({ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }));
const executed = await payments.quotes.execute(quote.id);
const settled = await payments.quotes.waitFor(executed.id);
fact("status", settled.status);
fact("transaction", settled.transactionId);

heading("5. Money out, in the same currency");
const pushed = await payments.transfers.out({
  source: { accountId: account.id },
  destination: { accountId: bank.id },
  amount: 100_00,
});
fact("pushed", `${pushed.id} ${pushed.status}`);

heading("6. All of it, newest first");
for await (const transaction of payments.transactions.list({ customerId: customer.id })) {
  const moved = transaction.type === "OUTGOING" ? transaction.sentAmount : transaction.receivedAmount;
  fact(`${transaction.type} ${transaction.status}`, `${moved ? money(moved) : ""}  ${transaction.id}`);
}
const after = await payments.internalAccounts.list({ customerId: customer.id, currency: "USD" });
const left = after.data.find(({ id }) => id === account.id);
if (left) fact("balance now", money(left.balance));
