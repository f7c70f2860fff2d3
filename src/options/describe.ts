/** In characters. */
const LONGEST_SHOWN = 80;

/** The kind of a value, such as `a number` or `an array`. Never the value, which may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  if (value === "") return "an empty string";
  if (value instanceof Promise) return "a promise: is an `await` missing?";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Shows a number or a short text, and only the kind of anything else. For options that never hold a secret. */
export function described(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= LONGEST_SHOWN ? JSON.stringify(value) : kindOf(value);
}
