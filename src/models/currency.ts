import type { Open } from "./open";
import { exactInteger, model, string } from "./schema";

/**
 * A currency code: ISO 4217 for fiat (`USD`), a ticker for crypto (`BTC`, `USDC`). Editors complete the
 * listed codes, and any other string also works.
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

/** A currency, with its name, symbol and decimals. */
export interface Currency {
  /** ISO 4217 code or crypto ticker. */
  // April: optional
  code: CurrencyCode;
  /** The name for display, for example `United States Dollar`. */
  // April: optional
  name: string;
  /** The symbol for display, for example `$`. */
  // April: optional
  symbol: string;
  /** The number of decimal places. With 2 decimals, an amount of 1234 is 12.34. */
  // April: optional
  decimals: number;
}

/** An amount of money with its currency. */
export interface CurrencyAmount {
  /** Integer in the smallest unit of `currency`: cents for USD, satoshis for BTC. */
  amount: number;
  currency: Currency;
}

export const currencySchema = /* @__PURE__ */ model<Currency>({
  code: string,
  name: string,
  symbol: string,
  decimals: exactInteger,
});

export const currencyAmountSchema = /* @__PURE__ */ model<CurrencyAmount>({
  amount: exactInteger,
  currency: currencySchema,
});
