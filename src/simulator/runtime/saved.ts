/** Reads what a snapshot contains: a snapshot comes from outside, and may be damaged. */

/** @throws {TypeError} when the value is not an object. */
export function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError("expected an object");
  return value as Record<string, unknown>;
}

/** @throws {TypeError} when the value is not a list. */
export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError("expected a list");
  return value;
}

/** @throws {TypeError} when the value is not a text. */
export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("expected a text");
  return value;
}

/** @throws {TypeError} when the value is not a number. */
export function numberOf(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("expected a number");
  return value;
}

/** @throws {TypeError} when the value is not a boolean. */
export function booleanOf(value: unknown): boolean {
  if (typeof value !== "boolean") throw new TypeError("expected true or false");
  return value;
}
