import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Problem } from "../../src/simulator/domain/problem";
import { currencyCodes, currencyDefinition, findCurrency } from "../../src/simulator/domain/currencies";
import {
  estimatedExchangeRate,
  exchangeRate,
  price,
  rateDetails,
  ratesOf,
} from "../../src/simulator/domain/pricing";
import type { Price, PriceRequest } from "../../src/simulator/domain/pricing";
import { runs } from "../support/runs";

const rates = ratesOf();
const noFees = { fixed: 0, rate: 0 };

const request = (over: Partial<PriceRequest>): PriceRequest => ({
  sendingCurrency: "USD",
  receivingCurrency: "EUR",
  lockedSide: "SENDING",
  lockedAmount: 10_000,
  fees: noFees,
  rates,
  ...over,
});

/** The price, or the code of the refusal. */
function outcome(priceRequest: PriceRequest): Price | string {
  try {
    return price(priceRequest);
  } catch (error) {
    if (error instanceof Problem) return error.body.code;
    throw error;
  }
}

/** The exact value of an amount in units of 10^-30 US dollar, calculated from the table without the code under test. */
function dollars(amount: number, code: string): bigint {
  const { perUsd, decimals } = currencyDefinition(code);
  const [whole = "", digits = ""] = perUsd.split(".");
  return (
    (BigInt(amount) * 10n ** BigInt(30 + digits.length)) / (BigInt(whole + digits) * 10n ** BigInt(decimals))
  );
}

const currency = fc.constantFrom(...currencyCodes);
const lockedAmount = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.integer({ min: 1, max: 9_000_000_000_000_000 }),
);
const fees = fc.record({
  fixed: fc.integer({ min: 0, max: 10_000 }),
  rate: fc.constantFrom(0, 0.000001, 0.005, 0.01, 0.029, 0.3333, 0.99),
});
const requests = fc.record({
  sendingCurrency: currency,
  receivingCurrency: currency,
  lockedSide: fc.constantFrom<"SENDING" | "RECEIVING">("SENDING", "RECEIVING"),
  lockedAmount,
  fees,
  rates: fc.constant(rates),
});

/** Runs a check on every request that has a price. */
function forEveryPrice(check: (priceRequest: PriceRequest, result: Price) => void): void {
  let priced = 0;
  fc.assert(
    fc.property(requests, (priceRequest) => {
      const result = outcome(priceRequest);
      if (typeof result === "string") {
        expect(result).toBe("AMOUNT_OUT_OF_RANGE");
        return;
      }
      priced += 1;
      check(priceRequest, result);
    }),
    { numRuns: runs(500) },
  );
  expect(priced).toBeGreaterThan(runs(200));
}

describe("price", () => {
  it("subtracts the fees from a locked sending amount, and exchanges the rest rounded down [QUO-16, OP-48]", () => {
    expect(price(request({ fees: { fixed: 30, rate: 0.01 } }))).toEqual({
      totalSendingAmount: 10_000,
      feesIncluded: 130,
      totalReceivingAmount: 9080, // 9870 x 0.92 = 9080.4
    });
  });

  it("adds the fees to the cost of a locked receiving amount, rounded up [QUO-16, OP-48]", () => {
    expect(price(request({ lockedSide: "RECEIVING", fees: { fixed: 30, rate: 0.01 } }))).toEqual({
      totalReceivingAmount: 10_000,
      totalSendingAmount: 11_010, // 10870 to exchange (10869.57) + 30 + 110
      feesIncluded: 140,
    });
  });

  it.each([
    ["USD", "JPY", 10_000, 15_000],
    ["JPY", "USD", 15_000, 10_000],
    ["USD", "KWD", 10_000, 30_700],
    ["BTC", "USD", 100_000_000, 6_250_000],
    ["USD", "BTC", 6_250_000, 100_000_000],
    ["USDC", "USD", 1_000_000, 100],
    ["USD", "INR", 100, 8520],
    ["USDC", "USDC", 123_456_789, 123_456_789],
  ])(
    "converts between different numbers of decimals: %s to %s",
    (sendingCurrency, receivingCurrency, locked, received) => {
      const result = price(request({ sendingCurrency, receivingCurrency, lockedAmount: locked }));
      expect(result.totalReceivingAmount).toBe(received);
    },
  );

  it("keeps every digit of the largest amounts [LIM-02]", () => {
    const largest = 9_000_000_000_000_000;
    expect(price(request({ lockedAmount: largest }))).toEqual({
      totalSendingAmount: largest,
      totalReceivingAmount: 8_280_000_000_000_000,
      feesIncluded: 0,
    });
    expect(price(request({ lockedAmount: 8_999_999_999_999_999, fees: { fixed: 1, rate: 0.005 } }))).toEqual({
      totalSendingAmount: 8_999_999_999_999_999,
      feesIncluded: 45_000_000_000_000, // 1 + floor(44999999999999.999995)
      totalReceivingAmount: 8_238_599_999_999_999, // floor(8954999999999999 x 0.92)
    });
  });

  it.each([
    ["beyond an int64 to arrive", request({ receivingCurrency: "NGN", lockedAmount: 9_000_000_000_000_000 })],
    [
      "beyond the safe integers to send",
      request({ lockedSide: "RECEIVING", lockedAmount: 9_000_000_000_000_000 }),
    ],
  ])("refuses an amount %s [LIM-02]", (_, tooLarge) => {
    expect(outcome(tooLarge)).toBe("AMOUNT_OUT_OF_RANGE");
  });

  it("refuses an amount if nothing remains after fees and exchange", () => {
    expect(outcome(request({ sendingCurrency: "JPY", receivingCurrency: "USD", lockedAmount: 1 }))).toBe(
      "AMOUNT_OUT_OF_RANGE",
    );
    expect(outcome(request({ lockedAmount: 30, fees: { fixed: 30, rate: 0 } }))).toBe("AMOUNT_OUT_OF_RANGE");
    expect(price(request({ lockedAmount: 32, fees: { fixed: 30, rate: 0 } })).totalReceivingAmount).toBe(1);
  });

  it("returns positive integers with fees inside the total for any request [QUO-04, QUO-06, LIM-04]", () => {
    forEveryPrice((_, { totalSendingAmount, totalReceivingAmount, feesIncluded }) => {
      expect(Number.isSafeInteger(totalSendingAmount) && totalSendingAmount > 0).toBe(true);
      expect(Number.isInteger(totalReceivingAmount) && totalReceivingAmount > 0).toBe(true);
      expect(BigInt(totalReceivingAmount) < 2n ** 63n).toBe(true);
      expect(Number.isSafeInteger(feesIncluded) && feesIncluded >= 0).toBe(true);
      expect(feesIncluded).toBeLessThan(totalSendingAmount);
    });
  });

  it("returns exactly the locked amount on its side [QUO-16]", () => {
    forEveryPrice(({ lockedSide, lockedAmount: locked }, result) => {
      expect(lockedSide === "SENDING" ? result.totalSendingAmount : result.totalReceivingAmount).toBe(locked);
    });
  });

  it("charges the fixed fee and the rate of the total rounded down on both sides [QUO-06]", () => {
    forEveryPrice(({ fees: { fixed, rate } }, { totalSendingAmount, feesIncluded }) => {
      const scaled = BigInt(totalSendingAmount) * BigInt(Math.round(rate * 1e8));
      expect(feesIncluded).toBe(fixed + Number(scaled / 100_000_000n));
    });
  });

  it("rounds by at most one unit, or 1,024 beyond the safe integers, and never below a locked receiving amount", () => {
    forEveryPrice(({ sendingCurrency, receivingCurrency, lockedSide }, result) => {
      const exchanged = result.totalSendingAmount - result.feesIncluded;
      const received = result.totalReceivingAmount;
      // The exchanged value must cover the received amount. One unit more received or less sent must be too much.
      const slack = 2n;
      expect(dollars(received, receivingCurrency) <= dollars(exchanged, sendingCurrency) + slack).toBe(true);
      if (lockedSide === "SENDING") {
        const unit = Number.isSafeInteger(received + 1) ? 1 : 1024;
        expect(
          dollars(received + unit, receivingCurrency) + slack >= dollars(exchanged, sendingCurrency),
        ).toBe(true);
      } else {
        expect(dollars(exchanged - 1, sendingCurrency) <= dollars(received, receivingCurrency) + slack).toBe(
          true,
        );
      }
    });
  });

  it("delivers at least as much for the total of a receiving-locked price", () => {
    forEveryPrice((priceRequest, { totalSendingAmount, totalReceivingAmount }) => {
      if (priceRequest.lockedSide === "SENDING") return;
      const paid = outcome({ ...priceRequest, lockedSide: "SENDING", lockedAmount: totalSendingAmount });
      expect(typeof paid === "string" ? 0 : paid.totalReceivingAmount).toBeGreaterThanOrEqual(
        totalReceivingAmount,
      );
    });
  });

  it("shows the exchange rate without the fees [QUO-05, OP-48]", () => {
    const result = price(request({ fees: { fixed: 30, rate: 0.01 } }));
    expect(exchangeRate(result)).toBeCloseTo(9870 / 9080, 12);
    forEveryPrice((_, priced) => {
      const exchanged = priced.totalSendingAmount - priced.feesIncluded;
      expect((exchangeRate(priced) * priced.totalReceivingAmount) / exchanged).toBeCloseTo(1, 12);
    });
  });

  it("splits the rate into two steps with the same product [QUO-14]", () => {
    const mexico = request({
      sendingCurrency: "EUR",
      receivingCurrency: "MXN",
      fees: { fixed: 30, rate: 0.01 },
    });
    const details = rateDetails(mexico, price(mexico));
    expect(details.serviceApiMultiplier * details.counterpartyMultiplier).toBeCloseTo(18.5 / 0.92, 9);
    expect(details).toMatchObject({
      counterpartyFixedFee: 0,
      serviceApiFixedFee: 30,
      serviceApiVariableFeeRate: 0.01,
      serviceApiVariableFeeAmount: 100,
    });
  });

  it("estimates the rate of the table before rounding", () => {
    expect(estimatedExchangeRate(request({ receivingCurrency: "EUR" }))).toBeCloseTo(1 / 0.92, 12);
    expect(estimatedExchangeRate(request({ receivingCurrency: "BTC" }))).toBeCloseTo(0.0625, 12); // cents for one satoshi
  });
});

describe("currencies", () => {
  it("are ISO 4217 codes and tickers with a name, a symbol and decimals [GEN-09, GEN-10]", () => {
    for (const code of currencyCodes) {
      const { name, symbol, decimals, kind } = currencyDefinition(code);
      expect(code).toMatch(kind === "fiat" ? /^[A-Z]{3}$/ : /^[A-Z]{3,4}$/);
      expect(name.length).toBeGreaterThan(0);
      expect(symbol.length).toBeGreaterThan(0);
      expect(Number.isInteger(decimals) && decimals >= 0).toBe(true);
    }
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
    expect(findCurrency("XXZ")).toBeUndefined();
    expect(findCurrency("constructor")).toBeUndefined();
  });

  it("have the decimals of ISO 4217 [GEN-06]", () => {
    const others: Record<string, number> = { JPY: 0, KWD: 3, RWF: 0, UGX: 0, VND: 0, XAF: 0, XOF: 0 };
    for (const code of currencyCodes) {
      const { kind, decimals } = currencyDefinition(code);
      if (kind === "fiat") expect([code, decimals]).toEqual([code, others[code] ?? 2]);
    }
    expect(["BTC", "USDC", "USDT"].map((code) => currencyDefinition(code).decimals)).toEqual([8, 6, 6]);
  });
});
