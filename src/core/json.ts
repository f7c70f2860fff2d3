import { InvalidRequestError } from "./errors";
import { inheritedIssue } from "./fields";
import type { Issue } from "./types";

/** What JSON writes in full. */
const IS_PLAIN = /^\[object (?:Object|Array|String|Number|Boolean)\]$/;

/** Whether JSON leaves a value out, or writes it as `{}`. */
function isLost(value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return typeof value === "function" || typeof value === "symbol";
  return !IS_PLAIN.test(Object.prototype.toString.call(value)) && Object.keys(value).length === 0;
}

/**
 * Serialises a request body. Rejects any number that JSON or an int64 reader would change: NaN, infinite, or beyond the safe integers.
 * Also rejects values that JSON would lose: a `Map`, a promise, a function, or an invalid date.
 */
export function toJson(body: unknown, operation: string): string {
  let problem: Issue | undefined;
  let text: string | undefined;
  try {
    text = JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
      const isUnsafe =
        typeof value === "bigint" ||
        (typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER));
      // An invalid date becomes `null`.
      const isNoDate = value === null && this[name] instanceof Date;
      const path = name === "" ? "params" : name;
      if (isUnsafe) problem ??= { path, message: "must be a safe number" };
      else if (isNoDate || isLost(value)) problem ??= { path, message: "cannot be sent as JSON" };
      else if (typeof value === "object" && value !== null) problem ??= inheritedIssue(value, name);
      return isUnsafe ? null : value;
    });
  } catch {
    // A circular value, or a `toJSON` that throws. `text` stays undefined.
  }
  if (text === undefined) problem ??= { path: "params", message: "cannot be sent as JSON" };
  if (problem !== undefined) throw new InvalidRequestError([problem], operation);
  return text ?? "";
}

/** The names of amounts in all models of the specification: `amount`, `totalSendingAmount`, `fees`, `counterpartyFixedFee`. */
const AMOUNT_NAME = "\\w*[aA]mount|fees\\w*|\\w*Fee";
const IS_AMOUNT = /* @__PURE__ */ new RegExp(`^(?:${AMOUNT_NAME})$`);

/** The contract types this amount as a number that may have a fraction. */
const MAY_BE_FRACTION = "serviceApiVariableFeeAmount";

/** An amount with a fraction, or with an exponent that can make one. A JSON string cannot contain this text, because it escapes quotes. */
const FRACTIONAL_AMOUNT = /* @__PURE__ */ new RegExp(
  `"(?!${MAY_BE_FRACTION}")(${AMOUNT_NAME})"\\s*:\\s*-?\\d+(?:\\.\\d*[1-9]|[eE]-)`,
);

/** The same without the start of the name, which makes the search fast. */
const MAY_HAVE_FRACTION = /(?:mount|fees\w{0,40}|Fee)"\s*:\s*-?\d+(?:\.\d|[eE]-)/;

/** Deeper than any response of the service, and safe for the stack. */
const MAX_DEPTH = 500;

/** The most reported issues of a kind. Each has a path, and a hostile response can have many long paths. */
const MOST_ISSUES = 20;

/** The first numbers of a response beyond the safe integers. */
export interface UnsafeNumbers {
  /** Amounts. Rounded amounts must never be used. */
  readonly amounts: readonly Issue[];
  /** Other numbers. The rest of the response is still usable. */
  readonly others: readonly Issue[];
}

/**
 * Finds the numbers beyond the safe integers, which `JSON.parse` may have rounded. It searches the parsed value, because rounding
 * never makes such a number safe. In the text, such a number could be part of a string.
 */
export function unsafeNumbers(value: unknown): UnsafeNumbers {
  const found = { amounts: [] as Issue[], others: [] as Issue[] };
  if (hasUnsafe(value)) collectUnsafe(value, "", false, 0, found);
  return found;
}

/** Finds an amount with a fraction. The parsed value may hide it: 100000000000000.001 parses as an integer. */
export function fractionalAmounts(text: string): Issue[] {
  const fractional = MAY_HAVE_FRACTION.test(text) ? FRACTIONAL_AMOUNT.exec(text) : null;
  return fractional === null
    ? []
    : [{ path: fractional[1] ?? "", message: "must be an integer, got a fraction" }];
}

/**
 * Visits every value of every response, so it builds no paths. It avoids recursion, because a response could be too deep for it.
 * For objects, V8 needs a fifth of the time with `for … in` compared to `Object.values`. For arrays, `for … in` is much slower.
 */
function hasUnsafe(root: unknown): boolean {
  const pending: object[] = [];
  const visit = (value: unknown) => {
    if (typeof value === "object" && value !== null) pending.push(value);
    return isUnsafe(value);
  };
  if (visit(root)) return true;
  // A script may have added to `Object.prototype`. `for … in` would find that in every object, and the search would never end.
  for (const _ in {}) return true;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) {
      if (next.some(visit)) return true;
    } else for (const name in next) if (visit((next as Record<string, unknown>)[name])) return true;
  }
  return false;
}

function isUnsafe(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

function collectUnsafe(
  value: unknown,
  path: string,
  isAmount: boolean,
  depth: number,
  found: { amounts: Issue[]; others: Issue[] },
): void {
  const tell = (issues: Issue[], message: string) => {
    if (issues.length < MOST_ISSUES) issues.push({ path, message });
  };
  if (isUnsafe(value)) {
    tell(isAmount ? found.amounts : found.others, "is beyond the safe integers and cannot be read exactly");
  } else if (typeof value === "object" && value !== null) {
    if (depth > MAX_DEPTH) {
      // The unchecked part may contain an amount.
      tell(found.amounts, "is nested too deeply to be checked");
      return;
    }
    for (const [name, item] of Object.entries(value)) {
      const isItemAmount = Array.isArray(value) ? isAmount : IS_AMOUNT.test(name);
      collectUnsafe(item, path ? `${path}.${name}` : name, isItemAmount, depth + 1, found);
    }
  }
}
