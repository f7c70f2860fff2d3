/** In characters. A longer text is not shown. */
const LONGEST_SHOWN = 80;

/** The kind of a value, such as `a number` or `an array`. Never the value: it may be a secret. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  if (value === "") return "an empty text";
  const type = typeof value === "string" ? "text" : typeof value;
  return type === "object" ? "an object" : `a ${type}`;
}

/** A number or a short text as it is, and of anything else its kind. */
export function described(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= LONGEST_SHOWN ? JSON.stringify(value) : kindOf(value);
}
