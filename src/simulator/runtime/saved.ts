/** Reads what a snapshot contains: a snapshot comes from outside, and may be damaged. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value that passes a check. */
const saved =
  <T>(expected: string, isValid: (value: unknown) => value is T) =>
  (value: unknown): T => {
    if (!isValid(value)) throw new TypeError(`expected ${expected}`);
    return value;
  };

export const recordOf = saved("an object", isRecord);
export const savedList = saved("a list", (value): value is unknown[] => Array.isArray(value));
export const savedText = saved("a text", (value) => typeof value === "string");
export const numberOf = saved("a number", (value) => typeof value === "number");
export const booleanOf = saved("true or false", (value) => typeof value === "boolean");
