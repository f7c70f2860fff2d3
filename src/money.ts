import { refuse } from "./core/errors";
import { decimalsOfCode } from "./models/currency-decimals";
import type { Currency, CurrencyCode } from "./models/currency";

/**
 * What the money helpers need to know of a currency: the currency object of a response is one, and so is
 * `{ code: "USDC", decimals: 6 }`.
 */
export type CurrencyUnit = Pick<Currency, "code" | "decimals">;

/** What every engine's `Intl.NumberFormat` can show. */
const MOST_DECIMALS = 20;

/** The unit that a caller named by its code, or gave as an object, once it is known to be one. */
function unitOf(currency: CurrencyUnit | CurrencyCode): CurrencyUnit {
  if (typeof currency === "string") {
    const known = decimalsOfCode(currency);
    if (known !== undefined) return { code: currency, decimals: known };
    const code = currency.trim().toUpperCase();
    const advice =
      decimalsOfCode(code) === undefined
        ? "for any other pass the currency object of a response, which has its `decimals`"
        : `did you mean "${code}"?`;
    refuse("currency", `must be a code of ISO 4217, BTC, USDC, USDT or USDB; ${advice}`);
  }
  if (typeof currency !== "object" || currency === null) {
    refuse("currency", 'must be a code such as "USD", or an object with `code` and `decimals`');
  }
  const { code, decimals } = currency;
  if (typeof code !== "string" || code === "") refuse("currency.code", "must be a non-empty string");
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS
    ? { code, decimals }
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
 * @param currency a currency code of ISO 4217, BTC, USDC, USDT or USDB, or the service's currency object. The object is the safer
 *   one: its `decimals` are the service's own.
 * @param locale a BCP 47 language tag; the runtime's own when absent
 * @throws {InvalidRequestError} when the amount is not a safe integer, or the currency or the locale is invalid
 *
 * @example
 * ```ts
 * formatAmount(1234, "USD", "en-US"); // "$12.34"
 * formatAmount(12_340_000, "USDC", "en-US"); // "12.340000 USDC"
 * formatAmount(balance.balance.amount, balance.balance.currency);
 * ```
 */
export function formatAmount(
  amount: number,
  currency: CurrencyUnit | CurrencyCode,
  locale?: string | undefined,
): string {
  if (!Number.isSafeInteger(amount)) refuse("amount", "must be a safe integer");
  const { code, decimals } = unitOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const text = `${amount < 0 ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ""}`;
  // The compiler cannot see that the text is a number; passed as text, Intl reads it exactly.
  const exact = text as `${number}`;
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Intl takes three letters for a currency and throws on anything else (ECMA-402, section 6.3.1).
  return /^[a-z]{3}$/i.test(code)
    ? formatterOf(locale, { style: "currency", currency: code, ...places }).format(exact)
    : `${formatterOf(locale, places).format(exact)} ${code}`;
}

/**
 * Reads an amount as a person or a file writes it, exactly.
 *
 * Takes digits with an optional decimal point. Invalid are signs, blanks, grouping, exponents, more decimal places than
 * the currency has, and results beyond the safe integers.
 *
 * @param currency a currency code of ISO 4217, BTC, USDC, USDT or USDB, or the service's currency object
 * @returns an integer in the smallest unit of the currency
 * @throws {InvalidRequestError} when the text is not such an amount, or the currency is invalid
 *
 * @example
 * ```ts
 * parseAmount("12.34", "USD"); // 1234
 * parseAmount("12.34", { code: "XYZ", decimals: 4 }); // 123400
 * ```
 */
export function parseAmount(text: string, currency: CurrencyUnit | CurrencyCode): number {
  const { code, decimals } = unitOf(currency);
  const match = typeof text === "string" ? /^(\d+)(?:\.(\d+))?$/.exec(text) : null;
  if (match === null) refuse("amount", 'must be digits with an optional decimal point, for example "12.34"');
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals) {
    refuse("amount", `has more decimal places than ${code}, which has ${decimals}`);
  }
  // An integer beyond the safe ones never rounds to a safe one, so the check after the conversion is exact.
  const amount = Number(whole + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : refuse("amount", "is beyond the safe integers");
}
