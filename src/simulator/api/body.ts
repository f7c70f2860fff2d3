import { invalidInput } from "../domain/problem";

const maxDepth = 64;

function check(value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > maxDepth)
    throw invalidInput(`The request body is nested deeper than ${String(maxDepth)} levels`);
  if (Object.hasOwn(value, "__proto__")) throw invalidInput("The request body has a field named __proto__");
  for (const field of Object.values(value)) check(field, depth + 1);
}

/**
 * Parses a JSON request body.
 *
 * @throws {Problem} when the request is refused: 400 when it is not UTF-8, not JSON, no object, or nested too deep.
 */
export function parseJsonObject(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidInput("The request body is not well-formed JSON in UTF-8");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput("The request body must be a JSON object");
  }
  check(value, 1);
  return value;
}

/** The media type of a body without its parameters; empty when none is declared. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

/** @throws {Problem} when the request is refused: 400 when the body is not well-formed. */
export async function parseForm(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<FormData> {
  try {
    const contentType = headers.get("content-type") ?? "";
    return await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw invalidInput("The request body must be well-formed multipart/form-data");
  }
}
