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
      if (unfit) problem ??= { path: name, message: "must be a safe number" };
      return unfit ? null : value;
    });
  } catch {
    // A circle, or a `toJSON` that throws: there is no text.
  }
  if (text === undefined) problem ??= { path: "params", message: "cannot be sent as JSON" };
  if (problem !== undefined) throw new InvalidRequestError([problem], operation);
  return text ?? "";
}

/** Fields whose values are money, in any model of the specification: `amount`, `totalSendingAmount`, `fees`, `counterpartyFixedFee`. */
const AMOUNT_NAME = "\\w*[aA]mount|fees\\w*|\\w*Fee";
const IS_AMOUNT = /* @__PURE__ */ new RegExp(`^(?:${AMOUNT_NAME})$`);

/** An amount that is written with a fraction, or with an exponent that can make one. In JSON text, no string can hold this: its quotes would be escaped. */
const FRACTIONAL_AMOUNT = /* @__PURE__ */ new RegExp(
  `"(${AMOUNT_NAME})"\\s*:\\s*-?\\d+(?:\\.\\d*[1-9]|[eE]-)`,
);

/** The same without the start of the name, which is what makes the search slow. */
const MAY_HAVE_FRACTION = /(?:mount|fees\w{0,40}|Fee)"\s*:\s*-?\d+(?:\.\d|[eE]-)/;

/** Deeper than any response of the service, and far from where the recursion would end the stack. */
const MAX_DEPTH = 500;

/** So many of a kind are told: each has its path, and a hostile response can have very many with very long ones. */
const MOST_ISSUES = 20;

/** The numbers of a response beyond the safe integers, the first of them. */
export interface UnsafeNumbers {
  /** They must never be used rounded. */
  readonly amounts: readonly Issue[];
  /** The rest of the response is still of use. */
  readonly others: readonly Issue[];
}

/**
 * Finds the numbers beyond the safe integers, which `JSON.parse` cannot have read exactly. The parsed value shows them, as no
 * number beyond 2^53 - 1 is rounded to a safe integer; the text would not: what looks like such a number may be part of a string.
 */
export function unsafeNumbers(value: unknown): UnsafeNumbers {
  const found = { amounts: [] as Issue[], others: [] as Issue[] };
  if (hasUnsafe(value)) collectUnsafe(value, "", false, 0, found);
  return found;
}

/** Finds an amount that is written with a fraction, which the parsed value need not show: 100000000000000.001 is read as an integer. */
export function fractionalAmounts(text: string): Issue[] {
  const fractional = MAY_HAVE_FRACTION.test(text) ? FRACTIONAL_AMOUNT.exec(text) : null;
  return fractional === null
    ? []
    : [{ path: fractional[1] ?? "", message: "must be an integer, got a fraction" }];
}

/**
 * Visits every value of every response, so it makes no paths; and no recursion, whose depth would be the response's.
 * Arrays apart: V8 visits the fields of like objects by `for … in` at a fifth of the cost of `Object.values`, an array's at many times it.
 */
function hasUnsafe(root: unknown): boolean {
  const pending: object[] = [];
  const visit = (value: unknown) => {
    if (typeof value === "object" && value !== null) pending.push(value);
    return isUnsafe(value);
  };
  if (visit(root)) return true;
  // What a script has added to every object, `for … in` visits in every object, so the search would never end.
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
      // What is not looked at may be an amount.
      tell(found.amounts, "is nested too deeply to be checked");
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
