import { invalidInput } from "../domain/problem";

/** A quoted or a bare field, then the separator. No part can match in two ways, so that it takes linear time. */
const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * Reads comma-separated values (RFC 4180): quoted fields may hold commas, line breaks and doubled quotes. Lines may end in CRLF,
 * LF or CR; empty lines are left out.
 *
 * @throws {Problem} when the request is refused: 400 for a quote that does not enclose a whole field.
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
