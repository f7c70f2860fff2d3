import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { deriveIdempotencyKey, parseAmount } from "payments-sdk";

/** A row of the file. */
export interface Row {
  /** Of the file. */
  line: number;
  id: string;
  /** The payee's `platformAccountId`: the same bank account and name are the same payee, in every batch. */
  payee: string;
  name: string;
  accountNumber: string;
  routingNumber: string;
  currency: string;
  /** Cents. */
  amount: number;
}

/** A row that nobody can pay as it stands. */
export interface BadRow {
  line: number;
  reason: string;
}

/**
 * Reads and checks the whole file. Columns: id, name, account_number, routing_number, amount (US dollars). Each line is read alone, so
 * a broken quote spoils its own row only.
 *
 * @throws {Error} when the file has no rows
 */
export async function readRows(file: string): Promise<{ rows: Row[]; bad: BadRow[] }> {
  const [header = "", ...lines] = (await readFile(file, "utf8")).replace(/^\ufeff/, "").split(/\r?\n/);
  const [columns = []] = parse(header, { trim: true });
  const rows = new Map<string, Row>();
  const bad: BadRow[] = [];
  for (const [index, text] of lines.entries()) {
    const line = index + 2;
    try {
      for (const record of parse<Columns>(text, { columns, trim: true, skip_empty_lines: true })) {
        const row = { line, ...rowOf(record) };
        if (rows.has(row.id)) throw new Error(`the id ${row.id} occurs twice`);
        rows.set(row.id, row);
      }
    } catch (error) {
      const reason =
        error instanceof Error ? error.message.replace(/ (?:at|on) line 1\b/, "") : String(error);
      bad.push({ line, reason });
    }
  }
  if (rows.size + bad.length === 0) throw new Error(`${file} has no rows`);
  return { rows: [...rows.values()], bad };
}

type Columns = Readonly<Record<string, string | undefined>>;

function rowOf({
  id,
  name,
  account_number: accountNumber,
  routing_number: routingNumber,
  amount,
}: Columns): Omit<Row, "line"> {
  if (!id || !name || !accountNumber || !routingNumber || !amount) throw new Error("a column is empty");
  const cents = parseAmount(amount, "USD");
  if (cents <= 0) throw new Error("the amount must be positive");
  const payee = `payee-${deriveIdempotencyKey("payee", routingNumber, accountNumber, name)}`;
  return { id, payee, name, accountNumber, routingNumber, currency: "USD", amount: cents };
}

export const badText = ({ line, reason }: BadRow): string => `line ${line}: ${reason}`;
