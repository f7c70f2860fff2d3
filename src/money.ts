import { refuse } from "./core/errors";
import type { Currency } from "./models/currency";

/** The part of a currency object that is needed here (specification, "Currency object"). */
type CurrencyUnit = Pick<Currency, "code" | "decimals">;

/** What every engine's `Intl.NumberFormat` can show. */
const MOST_DECIMALS = 20;

/** The currency's decimals, once the currency is known to be one. */
function decimalsOf(currency: CurrencyUnit): number {
  // Plain JavaScript may pass anything, for example a code.
  const unit: unknown = currency;
  if (typeof unit !== "object" || unit === null) {
    refuse("currency", "must be a currency object with `code` and `decimals`, for example that of a balance");
  }
  const { code, decimals } = currency;
  if (typeof code !== "string" || code === "") refuse("currency.code", "must be a non-empty string");
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS
    ? decimals
    : refuse("currency.decimals", `must be an integer from 0 to ${MOST_DECIMALS}`);
}

/** `Intl` throws on a text that is not a language tag, and takes objects of any kind for lists of tags. */
function formatterOf(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const isAbsent = locale === undefined || locale === null;
  try {
    if (isAbsent || typeof locale === "string") return new Intl.NumberFormat(locale ?? undefined, options);
  } catch {
    // Reported below.
  }
  refuse("locale", 'must be a BCP 47 language tag, for example "en-US"');
}

/**
 * Shows an amount to a person, exactly: the digits are placed as text, so nothing is ever rounded.
 *
 * @param amount an integer in the smallest unit of the currency
 * @param currency the service's currency object
 * @param locale a BCP 47 language tag; the runtime's own when absent
 * @throws {InvalidRequestError} when the amount is not a safe integer, or the currency or the locale is invalid
 *
 * @example
 * ```ts
 * formatAmount(1234, { code: "USD", decimals: 2 }, "en-US"); // "$12.34"
 * formatAmount(1234, { code: "USDC", decimals: 2 }, "en-US"); // "12.34 USDC"
 * ```
 * @see specification, "Currency object"
 */
export function formatAmount(amount: number, currency: CurrencyUnit, locale?: string | undefined): string {
  if (!Number.isSafeInteger(amount)) refuse("amount", "must be a safe integer");
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const text = `${amount < 0 ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ""}`;
  // The compiler cannot see that the text is a number; passed as text, Intl reads it exactly.
  const exact = text as `${number}`;
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Intl takes three letters for a currency and throws on anything else (ECMA-402, section 6.3.1).
  return /^[a-z]{3}$/i.test(currency.code)
    ? formatterOf(locale, { style: "currency", currency: currency.code, ...places }).format(exact)
    : `${formatterOf(locale, places).format(exact)} ${currency.code}`;
}

/**
 * Reads an amount as a person or a file writes it, exactly.
 *
 * Takes digits with an optional decimal point. Invalid are signs, blanks, grouping, exponents, more decimal places than
 * the currency has, and results beyond the safe integers.
 *
 * @param currency the service's currency object
 * @returns an integer in the smallest unit of the currency
 * @throws {InvalidRequestError} when the text is not such an amount, or the currency is invalid
 *
 * @example
 * ```ts
 * parseAmount("12.34", { code: "USD", decimals: 2 }); // 1234
 * ```
 * @see specification, "Conventions"
 */
export function parseAmount(text: string, currency: CurrencyUnit): number {
  const decimals = decimalsOf(currency);
  const match = typeof text === "string" ? /^(\d+)(?:\.(\d+))?$/.exec(text) : null;
  if (match === null) refuse("amount", 'must be digits with an optional decimal point, for example "12.34"');
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals) {
    refuse("amount", `has more decimal places than ${currency.code}, which has ${decimals}`);
  }
  // An integer beyond the safe ones never rounds to a safe one, so the check after the conversion is exact.
  const amount = Number(whole + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : refuse("amount", "is beyond the safe integers");
}
