import { formatAmount, parseAmount } from "payments-sdk";
import type { CurrencyUnit } from "payments-sdk";
import { browserLocale } from "./format";

/** Formats an amount without unneeded zeros: 25.00 USDC, not 25.000000 USDC. The amount stays exact. */
export function money(amount: number, currency: CurrencyUnit, locale = browserLocale()): string {
  let { decimals } = currency;
  let shown = amount;
  while (decimals > 2 && shown % 10 === 0) {
    shown /= 10;
    decimals -= 1;
  }
  // Some readers group thousands with a point, and would read "12.345" as twelve thousand.
  if (decimals === 3 && currency.decimals > 3) {
    shown *= 10;
    decimals += 1;
  }
  return formatAmount(shown, { code: currency.code, decimals }, locale);
}

/** An amount in the smallest unit, or a message for the user about the invalid text. */
export type ReadAmount = { readonly amount: number } | { readonly problem: string };

/**
 * Reads an amount in the notation of the locale, without floating-point numbers. "1,000" means a thousand in en-US, "1.000"
 * in de-DE. Rejects ambiguous text.
 */
export function readAmount(text: string, currency: CurrencyUnit, locale = browserLocale()): ReadAmount {
  const notation = notationOf(locale);
  const written = notation.normal(withoutCode(text, currency));
  const match = notation.pattern.exec(written);
  const [, whole = "", fraction = ""] = match ?? [];
  if (match === null || whole + fraction === "") {
    const example = read("1234", currency.decimals > 0 ? "5" : "", currency);
    return { problem: `Write the amount like this: ${money(example, currency, locale)}.` };
  }
  if (fraction.length > currency.decimals) {
    return { problem: `${currency.code} has at most ${currency.decimals} decimal places.` };
  }
  let amount: number;
  try {
    amount = read(whole.replaceAll(notation.group, ""), fraction, currency);
  } catch {
    // Only one cause is left: the amount exceeds the safe integers.
    return { problem: "That is more than anybody can send." };
  }
  if (notation.isConfusable && isUnclear(whole, fraction) && currency.decimals > 3) {
    const other = read(whole + fraction, "", currency);
    return {
      problem: `“${text.trim()}” can be read in two ways. Write ${money(amount, currency, locale)} or ${money(other, currency, locale)}.`,
    };
  }
  return { amount };
}

function read(whole: string, fraction: string, currency: CurrencyUnit): number {
  return parseAmount(`${whole || "0"}${fraction && `.${fraction}`}`, currency);
}

/** One to three digits and then exactly three. Many people would read those as thousands. */
function isUnclear(whole: string, fraction: string): boolean {
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}

/** People copy the currency code with the number. */
function withoutCode(text: string, { code }: CurrencyUnit): string {
  const trimmed = text.trim();
  return trimmed.toUpperCase().endsWith(code.toUpperCase()) ? trimmed.slice(0, -code.length).trim() : trimmed;
}

interface Notation {
  /** The thousands separator, after `normal`. */
  readonly group: string;
  /** Whether other locales group thousands with this decimal separator. */
  readonly isConfusable: boolean;
  /** Digits with or without groups, and decimal places. */
  readonly pattern: RegExp;
  /** Converts to digits 0 to 9, and to one kind of blank and apostrophe. */
  normal(text: string): string;
}

function notationOf(locale: string): Notation {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(123_456_789.5);
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)].reverse();
  const normal = (text: string) =>
    [...text.replace(/[\u00a0\u2009\u202f]/g, " ").replaceAll("\u2019", "'")]
      .map((character) => (digits.includes(character) ? String(digits.indexOf(character)) : character))
      .join("");
  const group = normal(valueOf("group"));
  const decimal = valueOf("decimal");
  // Groups do not always have three digits: 12,34,567 in India.
  const sizes = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length);
  const [upper = 3, last = 3] = sizes.slice(-2);
  const grouped = `\\d{1,${upper}}(?:${literal(group)}\\d{${upper}})*${literal(group)}\\d{${last}}`;
  return {
    group,
    isConfusable: decimal === "." || decimal === ",",
    pattern: new RegExp(`^(\\d*|${grouped})(?:${literal(decimal)}(\\d+))?$`),
    normal,
  };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
