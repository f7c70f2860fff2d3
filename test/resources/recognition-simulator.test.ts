import { expect, it } from "vitest";
import { clientOf, createSimulator } from "../support/world";

it("genuine payments with fees on either side are recognised, without a report about an amount [QUO-16]", async () => {
  const simulator = createSimulator({ quotes: { fees: { fixed: 7, rate: 0.0123 } } });
  const payments = clientOf(simulator);
  const customer = await payments.customers.create({
    customerType: "INDIVIDUAL",
    currencies: ["USD", "EUR"],
  });
  const { data } = await payments.internalAccounts.list({ customerId: customer.id });
  const account = (code: string) => data.find(({ balance }) => balance.currency.code === code)?.id ?? "";
  const bank = await payments.externalAccounts.create({
    customerId: customer.id,
    currency: "EUR",
    accountInfo: {
      accountType: "EUR_ACCOUNT",
      iban: "DE89370400440532013000",
      beneficiary: {
        beneficiaryType: "INDIVIDUAL",
        fullName: "Konrad Zuse",
        address: {
          line1: "Unter den Linden 1",
          city: "Berlin",
          state: "BE",
          postalCode: "10117",
          country: "DE",
        },
      },
    },
  });
  const usd = { sourceType: "ACCOUNT", accountId: account("USD") } as const;
  const umaAddress = "$success.eur@sandbox.payments.test";
  await payments.sandbox.fund(account("USD"), { amount: 10_000_000 });
  await payments.sandbox.fund(account("EUR"), { amount: 10_000_000 });

  for (const lockedCurrencySide of ["SENDING", "RECEIVING"] as const) {
    const locked = { lockedCurrencySide, lockedCurrencyAmount: 12_345 };
    const toBank = { destinationType: "ACCOUNT", accountId: bank.id } as const;
    const quote = await payments.quotes.create({ source: usd, destination: toBank, ...locked });
    expect(await payments.quotes.execute(quote.id)).toMatchObject({ id: quote.id });
    const funded = { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: customer.id } as const;
    const fromUma = {
      sourceType: "UMA_ADDRESS",
      umaAddress: "$payer@elsewhere.test",
      currency: "USD",
    } as const;
    const toUma = { destinationType: "UMA_ADDRESS", umaAddress } as const;
    for (const params of [
      { source: usd, destination: toBank, immediatelyExecute: true },
      { source: usd, destination: toUma },
      { source: usd, destination: { ...toUma, currency: "EUR" } },
      { source: funded, destination: toBank },
      { source: fromUma, destination: { ...toBank, paymentRail: "SEPA" } },
    ] as const) {
      expect(await payments.quotes.create({ ...params, ...locked })).toMatchObject({
        destination: params.destination,
      });
    }
  }
  await payments.transfers.in({
    source: { accountId: bank.id },
    destination: { accountId: account("EUR") },
    amount: 500,
  });
  await payments.transfers.out({
    source: { accountId: account("EUR") },
    destination: { accountId: bank.id },
    amount: 500,
  });
});
