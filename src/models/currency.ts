import type { Open } from "./open";
import { integer, object, text } from "./schema";

/**
 * A currency code: ISO 4217 for fiat (`USD`), a ticker for crypto (`BTC`, `USDC`). The listed ones complete
 * in an editor; any other string is accepted.
 */
export type CurrencyCode = Open<
  | "USD"
  | "EUR"
  | "GBP"
  | "MXN"
  | "BRL"
  | "AED"
  | "CAD"
  | "DKK"
  | "HKD"
  | "IDR"
  | "INR"
  | "KES"
  | "MYR"
  | "NGN"
  | "PHP"
  | "SGD"
  | "THB"
  | "VND"
  | "ZAR"
  | "BTC"
  | "USDC"
  | "USDT"
>;

/** A currency as the service describes it. */
export interface Currency {
  /** ISO 4217 code or crypto ticker. */
  code: CurrencyCode;
  /** Name for display, for example `United States Dollar`. */
  name: string;
  /** Symbol for display, for example `$`. */
  symbol: string;
  /** Number of decimal places: an amount of 1234 at 2 decimals is 12.34. */
  decimals: number;
}

/** An amount of money together with its currency. */
export interface CurrencyAmount {
  /** Integer in the smallest unit of `currency`: cents for USD, satoshis for BTC. */
  amount: number;
  currency: Currency;
}

export const currencySchema = /* @__PURE__ */ object<Currency>({
  code: text,
  name: text,
  symbol: text,
  decimals: integer,
});

export const currencyAmountSchema = /* @__PURE__ */ object<CurrencyAmount>({
  amount: integer,
  currency: currencySchema,
});
