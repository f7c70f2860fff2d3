/** Reads what a snapshot contains: a snapshot comes from outside, and may be damaged. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new TypeError("expected an object");
  return value;
}

export function savedList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError("expected a list");
  return value;
}

export function savedText(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("expected a text");
  return value;
}

export function numberOf(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("expected a number");
  return value;
}

export function booleanOf(value: unknown): boolean {
  if (typeof value !== "boolean") throw new TypeError("expected true or false");
  return value;
}
