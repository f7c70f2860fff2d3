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
  } catch (error) {
    problem = {
      path: "params",
      message: `cannot be sent as JSON: ${error instanceof Error ? error.name : "error"}`,
    };
  }
  if (text === undefined) problem ??= { path: "params", message: "cannot be sent as JSON" };
  if (problem !== undefined) throw new InvalidRequestError([problem], operation);
  return text ?? "";
}

/** Text that may hold a number beyond the safe integers: sixteen digits in a row, or an exponent. */
const MAY_BE_UNSAFE = /\d{16}|\d[eE]\+?\d/;

/**
 * Finds a number that `JSON.parse` cannot have read exactly. An integer beyond 2^53 - 1 never rounds to a safe one, so the
 * parsed value tells; `text` only spares the walk where no number is long enough.
 */
export function unsafeNumber(text: string, value: unknown): Issue | undefined {
  return MAY_BE_UNSAFE.test(text) ? findUnsafe(value, "") : undefined;
}

/** Deeper than any answer of the service, and far from where the walk would end the stack. */
const DEEPEST = 500;

function findUnsafe(value: unknown, path: string, depth = 0): Issue | undefined {
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? { path, message: "is beyond the safe integers and cannot be read exactly" }
      : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > DEEPEST) return { path, message: "is nested too deeply to be checked" };
  for (const [name, item] of Object.entries(value)) {
    const issue = findUnsafe(item, path ? `${path}.${name}` : name, depth + 1);
    if (issue !== undefined) return issue;
  }
  return undefined;
}
