import { refuse } from "../core/errors";
import { decimalsOfCode } from "../models/currency-decimals";
import type { Currency, CurrencyCode } from "../models/currency";
import type { Quote } from "../models/quote";

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

/** Intl accepts any three letters as a currency and throws on anything else (ECMA-402, section 6.3.1). */
const IS_CURRENCY = /^[a-z]{3}$/i;

/** The format of amounts in a locale. In some, such as `de-AT`, currencies have other separators than plain numbers. */
function formatterOf(
  locale: string | undefined,
  code: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const style = IS_CURRENCY.test(code) ? ({ style: "currency", currency: code } as const) : {};
  // `Intl` throws on text that is not a language tag, and reads any object as a list of tags.
  try {
    if (locale == null || typeof locale === "string")
      return new Intl.NumberFormat(locale ?? undefined, { ...style, ...options });
  } catch {
    // The caller reports it.
  }
  refuse("locale", 'must be a BCP 47 language tag, for example "en-US"');
}

/** A formatted amount without its currency. */
function numberIn(format: Intl.NumberFormat, amount: number | bigint): string {
  const parts = format
    .formatToParts(amount)
    .filter(({ type }) => /^(?:integer|group|decimal|fraction)$/.test(type));
  return parts.map(({ value }) => value).join("");
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
  const { code, decimals } = unitOf(currency);
  // The text is a number, which the compiler cannot see. Intl reads text exactly.
  const exact = amountToDecimal(amount, { code, decimals }) as `${number}`;
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const shown = formatterOf(locale, code, places).format(exact);
  return IS_CURRENCY.test(code) ? shown : `${shown} ${code}`;
}

/**
 * Writes an amount as plain decimal text, exactly, for a file or another program. The inverse of {@link parseAmount}.
 *
 * @param amount an integer in the smallest unit of the currency
 * @param currency an ISO 4217 code, BTC, USDC, USDT or USDB, or the service's currency object
 * @returns digits with a decimal point and all decimals of the currency, such as `"12.30"`
 * @throws {InvalidRequestError} when the amount is not a safe integer, or the currency is invalid
 *
 * @example
 * ```ts
 * amountToDecimal(1230, "USD"); // "12.30"
 * amountToDecimal(1230, "JPY"); // "1230"
 * ```
 */
export function amountToDecimal(amount: number, currency: CurrencyUnit | CurrencyCode): string {
  if (!Number.isSafeInteger(amount)) refuse("amount", "must be a safe integer");
  return decimalText(BigInt(amount), unitOf(currency).decimals);
}

/** Writes a number of the smallest units as decimal text. */
function decimalText(amount: bigint, decimals: number): string {
  const isNegative = amount < 0n;
  const digits = String(isNegative ? -amount : amount).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${isNegative ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ""}`;
}

/**
 * Parses an amount that a person or a file wrote, exactly.
 *
 * Accepts digits with an optional decimal point, and spaces around them. With a locale, accepts what {@link formatAmount} shows
 * there: its decimal separator, and its grouping in the right places. Also accepts the digits of any script, and the separators of
 * other places where they have one meaning: `12,34` in `fr-CH`, but not `1.250` in `fr-FR`. Rejects signs and exponents. Also rejects
 * more decimal places than the currency has, and results beyond the safe integers.
 *
 * @param currency an ISO 4217 code, BTC, USDC, USDT or USDB, or the service's currency object
 * @param locale a BCP 47 language tag. Without it, the decimal separator is a point
 * @returns an integer in the smallest unit of the currency
 * @throws {InvalidRequestError} when the text is not such an amount, or the currency or the locale is invalid
 *
 * @example
 * ```ts
 * parseAmount("12.34", "USD"); // 1234
 * parseAmount("1.250,00", "EUR", "de-DE"); // 125000
 * parseAmount("12.34", { code: "XYZ", decimals: 4 }); // 123400
 * ```
 */
export function parseAmount(
  text: string,
  currency: CurrencyUnit | CurrencyCode,
  locale?: string | undefined,
): number {
  const { code, decimals } = unitOf(currency);
  const given = typeof text === "string" ? text.trim() : "";
  const plain = locale == null ? given : plainDecimal(given, code, locale);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(plain);
  if (match === null) {
    const example = locale == null ? "12.34" : numberIn(formatterOf(locale, code, {}), 12.34);
    const hasComma = locale == null && /^[\d.\s'’]*\d,\d+$/.test(given);
    const advice = hasComma ? '. For a decimal comma, pass a locale as third argument, such as "de-DE"' : "";
    refuse("amount", `must be digits with an optional decimal separator, for example "${example}"${advice}`);
  }
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals) {
    refuse("amount", `has more decimal places than ${code}, which has ${decimals}`);
  }
  // An unsafe integer never rounds to a safe one, so the check after the conversion is exact.
  const amount = Number(whole + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(amount) ? amount : refuse("amount", "is beyond the safe integers");
}

/** The value of a decimal digit in any script. Each script has its ten digits in a row, from a code that ends with 0 or 6 in hexadecimal. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const row = code & ~15;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - zero);
}

/** Digits of any script as 0 to 9, and one kind of space and apostrophe. Drops marks of direction, which people paste unseen. */
const plainCharacters = (text: string) =>
  text
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "")
    .replace(/\p{Zs}/gu, " ")
    .replace(/[’＇]/gu, "'")
    .replace(/，/gu, ",")
    .replace(/．/gu, ".")
    .replace(/\p{Nd}/gu, digitOf);

/**
 * Turns an amount as people write it in a locale into digits with a decimal point. Returns "" if a separator is wrong, or if the text
 * has two meanings: in Germany, "1.50" is not 150, and in France, "1.250" may be a thousand.
 */
function plainDecimal(text: string, code: string, locale: string): string {
  const format = formatterOf(locale, code, { useGrouping: "always", minimumFractionDigits: 1 });
  const parts = format.formatToParts(12_345_678.5);
  const separator = (type: "group" | "decimal") =>
    plainCharacters(parts.find((part) => part.type === type)?.value ?? ".");
  const [ownGroup, ownDecimal] = [separator("group"), separator("decimal")];
  const isGroupedHere = (whole: string) => {
    const digits = whole.replaceAll(ownGroup, "");
    if (!/^\d+$/.test(digits)) return false;
    return (
      whole === digits || plainCharacters(numberIn(format, BigInt(digits))).split(ownDecimal)[0] === whole
    );
  };
  const given = plainCharacters(text);
  const [whole = "", ...fraction] = given.split(ownDecimal);
  const isOwn = isGroupedHere(whole) && fraction.length < 2 && fraction.every((text) => /^\d+$/.test(text));
  if (isOwn) return [whole.replaceAll(ownGroup, ""), ...fraction].join(".");
  return foreignDecimal(given, ownDecimal, ownGroup, isGroupedHere);
}

/** Reads the separators of other places, where they have one meaning. One group of three digits may also be decimal places. */
function foreignDecimal(
  text: string,
  ownDecimal: string,
  ownGroup: string,
  isGroupedHere: (whole: string) => boolean,
): string {
  const match = /^(\d{1,3}(?:([ '.,])\d{3})(?:\2\d{3})*|\d+)(?:([.,])(\d+))?$/.exec(text);
  const [, whole = "", group, decimal, fraction] = match ?? [];
  // With both separators in the text, each role is clear, also if they are swapped.
  const isSwapped = group === ownDecimal && decimal === ownGroup;
  const isGrouped = group === ownGroup ? isGroupedHere(whole) : group !== ownDecimal && group !== decimal;
  if (match === null || (!isSwapped && (!isGrouped || decimal === ownGroup))) return "";
  const isOneGroup = whole.length <= 7 && (group === "." || group === ",") && decimal === undefined;
  const isThreePlaces =
    group === undefined && decimal !== ownDecimal && fraction?.length === 3 && whole.length < 4;
  if ((isOneGroup && group !== ownGroup) || isThreePlaces) return "";
  const digits = whole.replaceAll(/\D/g, "");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** The price of a quote, without fees. Both directions are decimal texts in whole units of the currencies. */
export interface QuoteRate {
  /** Units of the receiving currency for one unit of the sending currency. */
  receivingPerSending: string;
  /** Units of the sending currency for one unit of the receiving currency. */
  sendingPerReceiving: string;
}

/** More than any rate needs for display. */
const RATE_DIGITS = 12;

/**
 * Computes the price of a quote from its two amounts, without fees. Uses no floats, and rounds half up to at least 12 significant
 * digits. Show this in place of `quote.exchangeRate`, which may count in smallest units.
 *
 * @throws {InvalidRequestError} when `quote` is not a quote. Also when an amount is not a positive integer, or the fee is
 * negative or missing.
 *
 * @example
 * ```ts
 * const { receivingPerSending } = quoteRate(quote);
 * console.log(`1 ${quote.sendingCurrency.code} = ${receivingPerSending} ${quote.receivingCurrency.code}`); // 1 USD = 18.4 MXN
 * ```
 */
export function quoteRate(quote: QuoteAmounts): QuoteRate {
  if (typeof quote !== "object" || quote === null) refuse("quote", "must be a quote");
  const { sendingCurrency, receivingCurrency, totalSendingAmount, totalReceivingAmount, feesIncluded } =
    quote;
  if (!Number.isSafeInteger(feesIncluded) || feesIncluded < 0) {
    refuse("quote.feesIncluded", "must be an integer of at least 0");
  }
  const sent = totalSendingAmount - feesIncluded;
  for (const [name, amount] of Object.entries({ totalSendingAmount: sent, totalReceivingAmount })) {
    if (!Number.isSafeInteger(amount) || amount <= 0) refuse(`quote.${name}`, "must be a positive integer");
  }
  // In units of both currencies' smallest decimals, so that the ratio is one of whole units.
  const sending = BigInt(sent) * 10n ** BigInt(unitOf(receivingCurrency).decimals);
  const receiving = BigInt(totalReceivingAmount) * 10n ** BigInt(unitOf(sendingCurrency).decimals);
  return { receivingPerSending: ratio(receiving, sending), sendingPerReceiving: ratio(sending, receiving) };
}

/** What a rate is computed from. */
export type QuoteAmounts = Pick<
  Quote,
  "sendingCurrency" | "receivingCurrency" | "totalSendingAmount" | "totalReceivingAmount" | "feesIncluded"
>;

/** Divides two positive integers. */
function ratio(numerator: bigint, denominator: bigint): string {
  // The first digit of the quotient is at this place, or at the one below it.
  const place = String(numerator).length - String(denominator).length;
  const decimals = Math.max(0, RATE_DIGITS - place);
  const scaled = (2n * numerator * 10n ** BigInt(decimals) + denominator) / (2n * denominator);
  const text = decimalText(scaled, decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
