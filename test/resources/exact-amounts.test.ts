import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, quoteParams, rejection, transfer } from "../core/client";
import { genuineWith } from "./genuine";
import { toUma, transferOut } from "./repeated-members";

describe("with a key of your own, an exact amount of another payment [C11]", () => {
  const idempotencyKey = "payroll-7";
  const quoteOf = (changes: object) =>
    createClient({ fetch: fakeFetch(genuineWith(changes)).fetch }).quotes.create(quoteParams, {
      idempotencyKey,
    });
  const outOf = (changes: object, params = transferOut) =>
    createClient({ fetch: fakeFetch(genuineWith(changes)).fetch }).transfers.out(params, { idempotencyKey });
  const sent = (amount: unknown) => ({ sentAmount: { amount, currency: { code: "USD" } } });
  const another = { code: "UNRELATED_RESPONSE", outcome: "unknown", advice: "reconcile", idempotencyKey };

  it("is no result of a transfer out", async () => {
    expect(await rejection(outOf(sent(100), { ...transferOut, amount: 20_000 }))).toMatchObject({
      ...another,
      issues: [{ path: "sentAmount.amount", message: "asked for 20000, the response says 100" }],
    });
    expect(await rejection(outOf({ ...sent(100), fees: 25 }))).toMatchObject(another);
    expect(await rejection(outOf(sent("much")))).toMatchObject(another);
  });

  it("is no result of a quote with a locked sending or receiving side", async () => {
    expect(await rejection(quoteOf({ totalSendingAmount: 100 }))).toMatchObject({
      ...another,
      issues: [{ path: "totalSendingAmount" }],
    });
    const { fetch } = fakeFetch(
      genuineWith({ totalReceivingAmount: 100, receivingCurrency: { code: "EUR" } }),
    );
    expect(await rejection(createClient({ fetch }).quotes.create(toUma, { idempotencyKey }))).toMatchObject({
      ...another,
      issues: [{ path: "totalReceivingAmount" }],
    });
  });

  it.each([
    ["a fee on top", { ...sent(1_234 + 25), fees: 25 }],
    ["a fee taken from it", { ...sent(1_234 - 25), fees: 25 }],
    [
      "parts of a fee",
      { ...sent(1_234 + 8), rateDetails: { serviceApiFixedFee: 5, serviceApiVariableFeeAmount: 3.003 } },
    ],
    ["one unit of rounding", sent(1_235)],
    ["no amount", { sentAmount: null }],
  ])("is not %s of a transfer out", async (_case, changes) => {
    expect(await outOf(changes)).toMatchObject({ id: expect.any(String) });
  });

  it.each([100, quoteParams.lockedCurrencyAmount])(
    "is no result of a quote in another currency: %d",
    async (totalSendingAmount) => {
      const source = { ...quoteParams.source, currency: "EUR" };
      const { fetch } = fakeFetch(genuineWith({ totalSendingAmount, sendingCurrency: { code: "USD" } }));
      const calling = createClient({ fetch }).quotes.create({ ...quoteParams, source }, { idempotencyKey });
      expect(await rejection(calling)).toMatchObject({
        ...another,
        issues: expect.arrayContaining([
          { path: "sendingCurrency.code", message: 'asked for "EUR", the response says "USD"' },
        ]),
      });
    },
  );

  it("is not a quote with its fees on top", async () => {
    expect(await quoteOf({ totalSendingAmount: 5_025, feesIncluded: 25 })).toMatchObject({
      feesIncluded: 25,
    });
  });

  const inOf = (amount: number, changes: object = {}, options = { idempotencyKey }) => {
    const { fetch } = fakeFetch(
      genuineWith({ receivedAmount: { amount, currency: { code: "USD" } }, ...changes }),
    );
    return createClient({ fetch }).transfers.in(transfer, options);
  };

  it.each([
    ["a tenth less, because the response may lack the fee", transfer.amount - 123, {}],
    ["one unit of rounding more", transfer.amount + 1, {}],
    ["a fee of the response more", transfer.amount + 25, { fees: 25 }],
  ])("is not what arrives by a transfer in: %s", async (_case, amount, changes) => {
    expect(await inOf(amount, changes)).toMatchObject({ receivedAmount: { amount } });
  });

  it("is an amount that a fee of more than a tenth would explain", async () => {
    for (const amount of [0, 1, transfer.amount - 124]) {
      expect(await rejection(inOf(amount))).toMatchObject({
        ...another,
        advice: "reconcile",
        issues: [{ path: "receivedAmount.amount" }],
      });
    }
  });

  it("is a larger amount than the one asked for by a transfer in", async () => {
    for (const amount of [transfer.amount + 2, transfer.amount * 200]) {
      expect(await rejection(inOf(amount))).toMatchObject({
        ...another,
        issues: [{ path: "receivedAmount.amount" }],
      });
    }
    expect(await inOf(transfer.amount * 200, {}, {} as never)).toMatchObject({ id: expect.any(String) });
  });
});
