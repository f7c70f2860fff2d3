import { InvalidRequestError } from "./errors";
import type { Issue } from "./types";

/**
 * Serialises a request body. A number that JSON or an int64 reader would not carry exactly (NaN, infinite, beyond the safe
 * integers) is refused wherever it stands, as are values that JSON has no form for.
 */
export function toJson(body: unknown, operation: string): string {
  let problem: Issue | undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(body, (name, value: unknown) => {
      const unfit =
        typeof value === "bigint" ||
        (typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER));
      if (unfit) problem ??= { path: name, message: `must be a safe number, got ${String(value)}` };
      return unfit ? null : value;
    });
  } catch {
    // A circle, or a `toJSON` that throws: there is no text.
  }
  if (text === undefined) problem ??= { path: "params", message: "cannot be sent as JSON" };
  if (problem !== undefined) throw new InvalidRequestError([problem], operation);
  return text ?? "";
}

/** A number literal, where JSON allows one, that may be beyond the safe integers: sixteen digits in a row, or an exponent. */
const MAY_BE_UNSAFE = /[:[,]\s*-?(?:\d{16}|\d[\d.]*[eE])|^\s*-?\d/;

/** Fields whose values are money, in any model of the specification: `amount`, `totalSendingAmount`, `fees`, `counterpartyFixedFee`. */
const AMOUNT_NAME = "\\w*[aA]mount|fees\\w*|\\w*Fee";
const IS_AMOUNT = /* @__PURE__ */ new RegExp(`^(?:${AMOUNT_NAME})$`);

/** An amount that is written with a fraction. In JSON text, no string can hold this: its quotes would be escaped. */
const FRACTIONAL_AMOUNT = /* @__PURE__ */ new RegExp(`"(${AMOUNT_NAME})"\\s*:\\s*-?\\d+\\.\\d*[1-9]`);

/** The same without the start of the name, which is what makes the search slow. */
const MAY_HAVE_FRACTION = /(?:mount|fees\w{0,40}|Fee)"\s*:\s*-?\d+\.\d/;

/** Deeper than any response of the service, and far from where the recursion would end the stack. */
const MAX_DEPTH = 500;

/** The numbers of a response that JavaScript cannot hold exactly. */
export interface InexactNumbers {
  /** Amounts beyond the safe integers. They must never be used rounded. */
  readonly unsafeAmounts: readonly Issue[];
  /** Other numbers beyond the safe integers, and amounts with a fraction: the rest of the response is still of use. */
  readonly others: readonly Issue[];
}

/**
 * Finds the numbers that `JSON.parse` cannot have read exactly. An integer beyond 2^53 - 1 never rounds to a safe one, so the
 * parsed value shows it; `text` only saves the search where no number is long enough.
 */
export function inexactNumbers(text: string, value: unknown): InexactNumbers {
  const fractional = MAY_HAVE_FRACTION.test(text) ? FRACTIONAL_AMOUNT.exec(text) : null;
  const found = { unsafeAmounts: [] as Issue[], others: [] as Issue[] };
  if (fractional !== null) {
    found.others.push({ path: fractional[1] ?? "", message: "must be an integer, got a fraction" });
  }
  if (MAY_BE_UNSAFE.test(text)) collectUnsafe(value, "", false, 0, found);
  return found;
}

function collectUnsafe(
  value: unknown,
  path: string,
  isAmount: boolean,
  depth: number,
  found: { unsafeAmounts: Issue[]; others: Issue[] },
): void {
  const issues = isAmount ? found.unsafeAmounts : found.others;
  if (typeof value === "number") {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      issues.push({ path, message: "is beyond the safe integers and cannot be read exactly" });
    }
  } else if (typeof value === "object" && value !== null) {
    if (depth > MAX_DEPTH) {
      // What is not looked at may be an amount.
      found.unsafeAmounts.push({ path, message: "is nested too deeply to be checked" });
      return;
    }
    for (const [name, item] of Object.entries(value)) {
      const inArray = Array.isArray(value);
      collectUnsafe(
        item,
        path ? `${path}.${name}` : name,
        inArray ? isAmount : IS_AMOUNT.test(name),
        depth + 1,
        found,
      );
    }
  }
}
