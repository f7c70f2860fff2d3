import { invalidInput } from "./problem";

const decoder = new TextDecoder("utf-8", { fatal: true });
const maxDepth = 64;

function check(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > maxDepth)
    throw invalidInput(`The request body is nested deeper than ${String(maxDepth)} levels`);
  if (Object.hasOwn(value, "__proto__")) throw invalidInput("The request body has a member named __proto__");
  for (const member of Object.values(value)) check(member, depth + 1);
}

/**
 * Parses a JSON request body (GEN-03).
 *
 * @throws {Problem} 400 when it is not UTF-8, not JSON, no object, or nested too deep.
 */
export function parseJsonObject(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    throw invalidInput("The request body is not well-formed JSON in UTF-8");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput("The request body must be a JSON object");
  }
  check(value, 1);
  return value;
}
