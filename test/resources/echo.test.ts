import type { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import {
  createClient as createFakeClient,
  fakeFetch,
  json,
  quoteParams,
  rejection,
  transfer,
} from "../core/client";
import { clientOf, createSimulator } from "../support/simulator";
import { withValue } from "./methods";
import { sample } from "./wire";

type Call = (payments: PaymentsClient) => PromiseLike<unknown>;

const transferOut = {
  source: { accountId: "InternalAccount:i1" },
  destination: { accountId: "ExternalAccount:e1" },
  amount: 1234,
};
const fundedParams = {
  source: { sourceType: "REALTIME_FUNDING", currency: "USDC", customerId: "Customer:1" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com", currency: "EUR" },
  lockedCurrencySide: "RECEIVING",
  lockedCurrencyAmount: 77_777,
} as const;

/** Each keyed call, with its true response. */
const calls: Readonly<Record<string, { call: Call; response: Record<string, unknown> }>> = {
  "quotes.create, SENDING": {
    call: ({ quotes }) => quotes.create(quoteParams),
    response: {
      ...sample("Quote"),
      source: quoteParams.source,
      destination: quoteParams.destination,
      totalSendingAmount: 5_000,
      feesIncluded: 25,
    },
  },
  "quotes.create, RECEIVING": {
    call: ({ quotes }) => quotes.create(fundedParams),
    response: {
      ...sample("Quote"),
      source: fundedParams.source,
      destination: fundedParams.destination,
      totalReceivingAmount: 77_777,
    },
  },
  "quotes.execute": {
    call: ({ quotes }) => quotes.execute("Quote:q1"),
    response: { ...sample("Quote"), id: "Quote:q1" },
  },
  "transfers.in": {
    call: ({ transfers }) => transfers.in(transfer),
    response: {
      ...sample("IncomingTransaction"),
      source: { sourceType: "ACCOUNT", accountId: "ExternalAccount:e1", currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: "InternalAccount:i1", currency: "USD" },
      receivedAmount: { ...Object(sample("IncomingTransaction")["receivedAmount"]), amount: 1234 },
    },
  },
  "transfers.out": {
    call: ({ transfers }) => transfers.out(transferOut),
    response: {
      ...sample("OutgoingTransaction"),
      source: { sourceType: "ACCOUNT", accountId: "InternalAccount:i1", currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:e1", currency: "USD" },
      sentAmount: { ...Object(sample("OutgoingTransaction")["sentAmount"]), amount: 1234 },
    },
  },
};

/** What is compared: the field of the response, another value, and the value that was asked for. */
const echoes: readonly [name: string, path: string, other: unknown, asked: unknown][] = [
  ["quotes.create, SENDING", "source.accountId", "InternalAccount:other", "InternalAccount:i1"],
  ["quotes.create, SENDING", "destination.accountId", "ExternalAccount:other", "ExternalAccount:e1"],
  ["quotes.create, SENDING", "totalSendingAmount", 100, 5_000],
  ["quotes.create, RECEIVING", "source.currency", "USD", "USDC"],
  ["quotes.create, RECEIVING", "destination.currency", "MXN", "EUR"],
  ["quotes.create, RECEIVING", "totalReceivingAmount", 100, 77_777],
  ["quotes.execute", "id", "Quote:other", "Quote:q1"],
  ["transfers.in", "source.accountId", "ExternalAccount:other", "ExternalAccount:e1"],
  ["transfers.in", "destination.accountId", "InternalAccount:other", "InternalAccount:i1"],
  ["transfers.in", "receivedAmount.amount", 100, 1234],
  ["transfers.out", "source.accountId", "InternalAccount:other", "InternalAccount:i1"],
  ["transfers.out", "destination.accountId", "ExternalAccount:other", "ExternalAccount:e1"],
  ["transfers.out", "sentAmount.amount", 100, 1234],
];

function made(name: string) {
  const found = calls[name];
  if (found === undefined) throw new Error(`no call ${name}`);
  return found;
}

/** Makes the call and gives it this response. */
async function respondedWith(name: string, response: unknown): Promise<unknown> {
  const { fetch } = fakeFetch(() => json(response));
  return made(name).call(createFakeClient({ fetch }));
}

describe("a response that belongs to another payment", () => {
  it.each(echoes)("is not the result of %s: `%s` is %j, not %j", async (name, path, other, asked) => {
    const response = withValue(made(name).response, path, other);
    const error = await rejection(respondedWith(name, response));
    expect(error).toMatchObject({
      operation: name.split(",")[0],
      outcome: "unknown",
      idempotencyKey: expect.any(String),
      issues: [
        { path, message: `asked for ${JSON.stringify(asked)}, the response says ${JSON.stringify(other)}` },
      ],
      body: response,
    });
  });

  it("is known by every field that differs", async () => {
    const other = withValue(made("transfers.in").response, "source.accountId", "ExternalAccount:other");
    const response = withValue(other, "receivedAmount.amount", 100);
    const error = await rejection(respondedWith("transfers.in", response));
    expect(error).toMatchObject({
      issues: [{ path: "source.accountId" }, { path: "receivedAmount.amount" }],
    });
    expect(String(error)).toContain("asked for 1234, the response says 100");
  });

  it("is compared with what was sent, though the caller changes the parameters meanwhile", async () => {
    const { fetch } = fakeFetch(() => json(made("transfers.in").response));
    const params = { ...transfer };
    const done = createFakeClient({ fetch }).transfers.in(params);
    params.amount = 1;
    expect(await done).toEqual(made("transfers.in").response);
  });
});

describe("a true response", () => {
  it.each(Object.keys(calls))("is the result of %s", async (name) => {
    expect(await respondedWith(name, made(name).response)).toEqual(made(name).response);
  });

  it.each(echoes)("of %s may lack `%s`, or have another type there", async (name, path) => {
    for (const value of [undefined, null, true, {}]) {
      const response = withValue(made(name).response, path, value);
      expect(await respondedWith(name, response)).toEqual(JSON.parse(JSON.stringify(response)));
    }
  });

  it("may have the fees beside a locked sending amount", async () => {
    const response = { ...made("quotes.create, SENDING").response, totalSendingAmount: 5_025 };
    expect(await respondedWith("quotes.create, SENDING", response)).toEqual(response);
  });

  it("may write ids and currencies in other letters", async () => {
    const response = withValue(made("quotes.create, RECEIVING").response, "source.currency", "usdc");
    expect(await respondedWith("quotes.create, RECEIVING", response)).toEqual(response);
  });
});

it("no payment at the service is taken for another one, with fees, on either side [QUO-16]", async () => {
  const simulator = createSimulator({ fees: { fixed: 7, rate: 0.0123 } });
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
