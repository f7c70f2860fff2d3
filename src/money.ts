import { refuse } from "./core/errors";
import { decimalsOfCode } from "./models/currency-decimals";
import type { Currency, CurrencyCode } from "./models/currency";

/**
 * A currency for the money helpers: the currency object of a response, or for example
 * `{ code: "USDC", decimals: 6 }`.
 */
export type CurrencyUnit = Pick<Currency, "code" | "decimals">;

/** The most that every engine's `Intl.NumberFormat` supports. */
const MOST_DECIMALS = 20;

/** Checks a currency code or object. */
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

/** `Intl` throws on text that is not a language tag, and reads any object as a list of tags. */
function formatterOf(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const isAbsent = locale === undefined || locale === null;
  try {
    if (isAbsent || typeof locale === "string") return new Intl.NumberFormat(locale ?? undefined, options);
  } catch {
    // The caller reports it.
  }
  refuse("locale", 'must be a BCP 47 language tag, for example "en-US"');
}

/**
 * Formats an amount for display, exactly. It never rounds.
 *
 * @param amount an integer in the smallest unit of the currency
 * @param currency an ISO 4217 code, BTC, USDC, USDT or USDB, or the service's currency object. Prefer the object: its `decimals` are the service's own.
 * @param locale a BCP 47 language tag. Default: the runtime's locale
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
  // The text is a number, which the compiler cannot see. Intl reads text exactly.
  const exact = text as `${number}`;
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Intl accepts any three letters as a currency and throws on anything else (ECMA-402, section 6.3.1).
  return /^[a-z]{3}$/i.test(code)
    ? formatterOf(locale, { style: "currency", currency: code, ...places }).format(exact)
    : `${formatterOf(locale, places).format(exact)} ${code}`;
}

/**
 * Parses an amount that a person or a file wrote, exactly.
 *
 * Accepts digits with an optional decimal point. Rejects signs, spaces, grouping and exponents. Also rejects
 * more decimal places than the currency has, and results beyond the safe integers.
 *
 * @param currency an ISO 4217 code, BTC, USDC, USDT or USDB, or the service's currency object
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
  // An unsafe integer never rounds to a safe one, so the check after the conversion is exact.
  const amount = Number(whole + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : refuse("amount", "is beyond the safe integers");
}
