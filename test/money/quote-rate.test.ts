import { quoteRate } from "payments-sdk";
import { describe, expect, it } from "vitest";

type QuoteAmounts = Parameters<typeof quoteRate>[0];

const usd = { code: "USD", decimals: 2, name: "United States Dollar", symbol: "$" };
const btc = { code: "BTC", decimals: 8 };

describe("quoteRate", () => {
  const quote = {
    sendingCurrency: usd,
    receivingCurrency: { ...usd, code: "MXN" },
    totalSendingAmount: 101_00,
    feesIncluded: 1_00,
    totalReceivingAmount: 1840_00,
  };

  it.each([
    ["without the fee", {}, "18.4", "0.054347826087"],
    [
      "between currencies with other decimals",
      { receivingCurrency: { ...usd, ...btc }, totalReceivingAmount: 102_345 },
      "0.0000102345",
      "97708.7302751",
    ],
    ["of one currency", { receivingCurrency: usd, totalReceivingAmount: 100_00 }, "1", "1"],
    [
      "of the largest and the smallest amount",
      { totalSendingAmount: 1, feesIncluded: 0, totalReceivingAmount: Number.MAX_SAFE_INTEGER },
      "9007199254740991",
      "0.000000000000000111022302463",
    ],
  ])("computes the price %s", (_case, change, receivingPerSending, sendingPerReceiving) => {
    expect(quoteRate({ ...quote, ...change })).toEqual({ receivingPerSending, sendingPerReceiving });
  });

  it.each([
    ["totalReceivingAmount", { totalReceivingAmount: 0 }, "must be a positive integer"],
    ["totalSendingAmount", { feesIncluded: 101_00 }, "must be a positive integer"],
    ["feesIncluded", { feesIncluded: -1 }, "must be an integer of at least 0"],
    ["feesIncluded", { feesIncluded: "100" as never }, "must be an integer of at least 0"],
    ["feesIncluded", { feesIncluded: undefined as never }, "must be an integer of at least 0"],
    ["totalSendingAmount", { totalSendingAmount: 1.5 }, "must be a positive integer"],
  ])("rejects a quote without a price: %s", (name, change, message) => {
    expect(() => quoteRate({ ...quote, ...change })).toThrow(`\`quote.${name}\` ${message}`);
  });

  it.each([undefined, null, "Quote:1"])("rejects %j in place of a quote", (given) => {
    expect(() => quoteRate(given as unknown as QuoteAmounts)).toThrow(
      expect.objectContaining({ code: "INVALID_REQUEST", message: "`quote` must be a quote" }),
    );
  });
});
