/** A page of transactions of every kind, with random ids of the simulator. */
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { PAGE } from "./customer";

/** The JSON text of one page: transfers, converted payments, payments without funding, refunds, UMA payments. */
export async function transactionsPage(seed = 7): Promise<string> {
  const simulator = new Simulator({ now: "2026-01-01T00:00:00Z", seed });
  const options = simulator.clientOptions();
  let page = "";
  const payments = new PaymentsClient({
    ...options,
    logLevel: "off",
    fetch: async (url, init) => {
      const response = await options.fetch(url, init);
      page = await response.clone().text();
      return response;
    },
  });
  const customer = await payments.customers.create({
    customerType: "INDIVIDUAL",
    fullName: "Ada Lovelace",
    birthDate: "1990-12-10",
    nationality: "GB",
    region: "US",
    currencies: ["USD"],
    address: { line1: "12 Analytical Way", city: "Austin", state: "TX", postalCode: "78701", country: "US" },
  });
  await payments.verifications.create({ customerId: customer.id });
  const bankOf = (accountNumber: string) =>
    payments.externalAccounts.create({
      customerId: customer.id,
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber,
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
      },
    });
  const bank = await bankOf("000123456789");
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
  const accounts = await payments.internalAccounts.list({ customerId: customer.id, currency: "USD" });
  const account = accounts.data.find(({ type }) => type === "INTERNAL_FIAT");
  if (account === undefined) throw new Error("the customer has no account in USD");
  await payments.sandbox.fund(account.id, { amount: 1_000_000_00 });

  const quoteOf = (source: "account" | "realtime", destination = receiver.id) =>
    payments.quotes.create({
      source:
        source === "account"
          ? { sourceType: "ACCOUNT", accountId: account.id, customerId: customer.id }
          : { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: customer.id },
      destination: { destinationType: "ACCOUNT", accountId: destination },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 123_45,
      description: "Invoice 2026-117",
    });
  const kinds: (() => Promise<unknown>)[] = [
    () =>
      payments.transfers.in({
        source: { accountId: bank.id },
        destination: { accountId: account.id },
        amount: 250_00,
      }),
    async () => payments.quotes.execute((await quoteOf("account")).id),
    () =>
      payments.transfers.out({
        source: { accountId: account.id },
        destination: { accountId: bank.id },
        amount: 99_99,
      }),
    () => quoteOf("realtime"),
    () =>
      payments.sandbox.receiveUma({
        senderUmaAddress: "$grace@example.test",
        receiverUmaAddress: customer.umaAddress,
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 42_00,
      }),
  ];
  for (let count = 0; count < PAGE; count += 1) {
    await kinds[count % kinds.length]?.();
    await simulator.clock.advance(60_000);
  }
  await payments.transactions.list({ limit: PAGE });
  return page;
}
