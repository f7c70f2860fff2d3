import { utf8Text } from "../crypto/encoding";
import { invalidInput } from "../domain/problem";
import { decoded } from "../runtime/decoded";

const MAX_DEPTH = 64;

function check(value: unknown, depth: number, maxDepth: number): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > maxDepth)
    throw invalidInput(`The request body is nested deeper than ${String(maxDepth)} levels`);
  if (Object.hasOwn(value, "__proto__")) throw invalidInput("The request body has a field named __proto__");
  for (const field of Object.values(value)) check(field, depth + 1, maxDepth);
}

export function parseJsonObject(bytes: Uint8Array, maxDepth = MAX_DEPTH): object {
  const value = decoded<unknown>(() => JSON.parse(utf8Text(bytes)));
  if (value === undefined) throw invalidInput("The request body is not well-formed JSON in UTF-8");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidInput("The request body must be a JSON object");
  }
  check(value, 1, maxDepth);
  return value;
}

/** The most bytes of a document, or of the file of a bulk import (specification, "Limits"; OP-65). */
export const MOST_FILE_BYTES = 10_485_760;

/** The media type of a body without its parameters. Empty if none is declared. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

export async function parseForm(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<FormData> {
  try {
    const contentType = headers.get("content-type") ?? "";
    return await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw invalidInput("The request body must be well-formed multipart/form-data");
  }
}

/** A quoted or a bare field, then the separator. Every part matches in one way only, so it takes linear time. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Reads comma-separated values (RFC 4180): quoted fields may contain commas, line breaks and doubled quotes. Lines may end in CRLF,
 * LF or CR. Empty lines are skipped.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  field.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  while (field.lastIndex < text.length || row.length > 0) {
    const match = field.exec(text);
    if (match === null) {
      const expected = "each quoted field in one pair of quotes, quotes inside of it doubled";
      throw invalidInput(`file: row ${String(rows.length + 1)}: expected ${expected}`, { field: "file" });
    }
    const [, quoted, bare = "", separator] = match;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (separator === ",") continue;
    if (row.length > 1 || row[0] !== "" || quoted !== undefined) rows.push(row);
    row = [];
  }
  return rows;
}
