import { formatAmount } from "payments-sdk";
import type { Currency } from "payments-sdk";

type Unit = Pick<Currency, "code" | "decimals">;

/** An amount without the zeros that nobody writes: 25.00 USDC, not 25.000000 USDC. Still exact. */
export function money(amount: number, currency: Unit): string {
  let { decimals } = currency;
  let shown = amount;
  while (decimals > 2 && shown % 10 === 0) {
    shown /= 10;
    decimals -= 1;
  }
  return formatAmount(shown, { code: currency.code, decimals });
}

/** A day and a time, in the reader's own way of writing; the year only where it is another one. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(undefined, {
    ...(isThisYear ? {} : { year: "numeric" }),
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(date);
}

export function time(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(iso));
}

/** What is left, as minutes and seconds: 1:05. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
