import { InvalidRequestError, refuse } from "./errors";
import { inheritedIssue } from "./fields";
import type { Issue } from "./types";

const UNSENDABLE = "cannot be sent as JSON";

/** Why a value that is no object cannot be sent. JSON or an int64 reader changes NaN, infinite and large numbers. */
function problemOf(value: unknown): string | undefined {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : UNSAFE;
  if (typeof value === "bigint") return UNSAFE;
  return typeof value === "function" || typeof value === "symbol" ? UNSENDABLE : undefined;
}
const UNSAFE = "must be a safe number";

/**
 * Copies parameters as JSON writes them, and reads each property once. So the client checks what it sends, and the caller may use its
 * objects again. `issue` is about the first value that cannot be sent. It stays in the copy, because a check may say more about it.
 *
 * @throws {InvalidRequestError} when an object inherits a field, is circular or cannot be read
 */
export function written<T>(given: T, operation: string): { value: T; issue: Issue | undefined } {
  let issue: Issue | undefined;
  if (given === undefined) return { value: given, issue };
  const copyOf = (item: unknown, name: string): unknown => {
    if (typeof item === "object" && item !== null) return copyOfObject(item, name);
    const message = problemOf(item);
    if (message !== undefined) issue ??= { path: name || "params", message };
    return item;
  };
  const copyOfObject = (item: object, name: string): unknown => {
    if ("toJSON" in item && typeof item.toJSON === "function") {
      const value: unknown = item.toJSON(name);
      // An invalid date writes `null`, and another object may write nothing.
      if (value === undefined || (value === null && item instanceof Date)) return lost(item, name);
      return copyOf(value, name);
    }
    if (Array.isArray(item)) return item.map((one, index) => copyOf(one, `${index}`));
    if (Object.getPrototypeOf(item) !== Object.prototype) {
      // JSON loses a `Map` or a promise, and what an instance of a class inherits.
      const isPlain = Object.prototype.toString.call(item) === "[object Object]";
      if (!isPlain && Object.keys(item).length === 0) return lost(item, name);
      const inherited = inheritedIssue(item, name);
      if (inherited !== undefined) throw new InvalidRequestError([inherited], operation);
    }
    const copy: Record<string, unknown> = { ...item };
    for (const key of Object.keys(copy)) copy[key] = copyOf(copy[key], key);
    return copy;
  };
  const lost = (item: object, name: string) => {
    issue ??= { path: name || "params", message: UNSENDABLE };
    return item;
  };
  try {
    const value = copyOf(given, "") as T;
    return { value, issue };
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
  }
  return refuse("params", UNSENDABLE, operation);
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

/** The first numbers of a response that JavaScript does not have exactly. */
export interface InexactNumbers {
  /** Amounts beyond the safe integers. Rounded amounts must never be used. */
  readonly amounts: readonly Issue[];
  /** Amounts with a fraction, and other numbers. The rest of the response is still usable. */
  readonly others: readonly Issue[];
}

/**
 * A number with 16 digits before its point, or with an exponent that enlarges it. Each number beyond the safe integers is one, and few
 * responses have one. An id such as `Customer:2e8` does not count.
 */
const MAY_BE_UNSAFE = /(?:(?<!\w):|[[,])\s*-?(?:\d{16}|\d[\d.]*[eE](?!-))/;

/**
 * Finds the numbers beyond the safe integers, which `JSON.parse` may have rounded. It searches the parsed value, because rounding
 * never makes such a number safe. In the text, such a number could be part of a string. A search of the text comes first: it is
 * quicker, so that only the schema visits each row.
 *
 * An amount with a fraction is found in the text. The parsed value may hide it: 100000000000000.001 parses as an integer.
 */
export function inexactNumbers(value: unknown, text?: string): InexactNumbers {
  const found = { amounts: [] as Issue[], others: [] as Issue[] };
  const fractional = text !== undefined && MAY_HAVE_FRACTION.test(text) ? FRACTIONAL_AMOUNT.exec(text) : null;
  if (fractional !== null)
    found.others.push({ path: fractional[1] ?? "", message: "must be an integer, got a fraction" });
  if (text === undefined || isUnsafe(value) || MAY_BE_UNSAFE.test(text))
    collectUnsafe(value, "", false, 0, found);
  return found;
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
