import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { deriveIdempotencyKey, parseAmount } from "payments-sdk";

/** A payee of the file and of the table. */
export interface Payee {
  /** The `platformAccountId`: the same bank account and name are the same payee, in every batch. */
  payee: string;
  name: string;
  account_number: string;
  routing_number: string;
}

/** A row of the file. */
export interface Row extends Payee {
  line: number;
  id: string;
  /** Cents. */
  amount: number;
}

/** A row that nobody can pay as it stands. */
export interface BadRow {
  line: number;
  reason: string;
}

/**
 * What a spreadsheet or another encoding often spoils. A second id that only looks like the first would pay twice.
 * A spreadsheet drops the zero at the start of a routing number, and writes a long account number as 1.11E+11.
 */
const FORMATS = {
  id: /^[!-~]{1,100}$/,
  name: /^[^\p{C}\ufffd]{1,200}$/u,
  account_number: /^\d{1,17}$/,
  routing_number: /^\d{9}$/,
  amount: /^.+$/,
};
/** What a spreadsheet takes for a number, a date, a formula or a truth value, and changes. It keeps a whole number, such as 42. */
const CHANGED =
  /^(?!(?:0|[1-9]\d{0,14})$)(?:[\dE.,:/+$%()-]+|[=+@-].*|true|false|\d*[-/.,]?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[-/.,]?\d*)$/i;
const CUT = "the line does not end and may be cut. If it is whole, add a line break";
type Columns = Readonly<Record<keyof typeof FORMATS, string>>;

/**
 * Reads and checks the whole file, in UTF-8. Columns: id, name, account_number, routing_number, amount (US dollars). Each line is
 * read alone, so a broken quote spoils its own row only.
 *
 * @throws {Error} when the file has no rows, or a column is missing or occurs twice
 */
export async function readRows(file: string): Promise<{ rows: Row[]; bad: BadRow[] }> {
  const [header = "", ...lines] = (await readFile(file, "utf8")).replace(/^\ufeff/, "").split(/\r?\n/);
  const [columns = []] = parse(header, { trim: true });
  for (const name of Object.keys(FORMATS))
    if (columns.filter((column) => column === name).length !== 1)
      throw new Error(`${file} must have one column "${name}"`);
  const rows = new Map<string, Row>();
  const bad: BadRow[] = [];
  for (const [index, text] of lines.entries()) {
    const line = index + 2;
    try {
      // Somebody may still be writing the file: 1.00 may become 1.005.
      if (text !== "" && index === lines.length - 1) throw new Error(`${CUT}: echo >> ${file}`);
      for (const record of parse<Columns>(text, { columns, trim: true, skip_empty_lines: true })) {
        const row = { line, ...rowOf(record) };
        if (rows.has(row.id)) throw new Error(`the id ${row.id} occurs twice`);
        rows.set(row.id, row);
      }
    } catch (error) {
      const { message } = error as Error; // `csv-parse` and this file throw only errors.
      bad.push({ line, reason: message.replace(/ (?:at|on) line 1\b/, "") });
    }
  }
  if (rows.size + bad.length === 0) throw new Error(`${file} has no rows`);
  return { rows: [...rows.values()], bad };
}

function rowOf(record: Columns): Omit<Row, "line"> {
  for (const [column, format] of Object.entries(FORMATS))
    if (!format.test(record[column as keyof Columns])) throw new Error(`${column} is empty or malformed`);
  if (CHANGED.test(record.id))
    throw new Error("a spreadsheet changes this id. Before its first run, add a letter: A0042");
  const { id, name, account_number, routing_number } = record;
  const amount = parseAmount(record.amount, "USD");
  if (amount <= 0) throw new Error("the amount must be positive");
  const payee = `payee-${deriveIdempotencyKey("payee", routing_number, account_number, name)}`;
  return { id, payee, name, account_number, routing_number, amount };
}

export const badText = ({ line, reason }: BadRow): string => `bad        line ${line}: ${reason}`;

/** A key stands for one payment. A row that was corrected in the file would not be paid as it says. */
export const changedText = (id: string) =>
  `the row ${id} had another payee or amount before. Give it a new id only if the old payout is refused, or failed and refunded: otherwise you pay both`;
