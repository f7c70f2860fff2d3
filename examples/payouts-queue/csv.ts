import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { deriveIdempotencyKey, parseAmount } from "payments-sdk";

/** A row of the file. */
export interface Row {
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

/** Reads and checks the whole file. Columns: id, name, account_number, routing_number, amount (US dollars). */
export async function readRows(file: string): Promise<Row[]> {
  const lines = createReadStream(file).pipe(
    parse({ columns: true, trim: true, skip_empty_lines: true, bom: true }),
  );
  const rows = new Map<string, Row>();
  let line = 1;
  for await (const columns of lines as AsyncIterable<Record<string, string>>) {
    line += 1;
    const { id, name, account_number: accountNumber, routing_number: routingNumber, amount } = columns;
    if (!id || !name || !accountNumber || !routingNumber || !amount)
      throw new Error(`line ${line}: a column is empty`);
    if (rows.has(id)) throw new Error(`line ${line}: the id ${id} occurs twice`);
    const payee = `payee-${deriveIdempotencyKey("payee", routingNumber, accountNumber, name)}`;
    const cents = centsOf(amount, line);
    rows.set(id, { id, payee, name, accountNumber, routingNumber, currency: "USD", amount: cents });
  }
  if (rows.size === 0) throw new Error(`${file} has no rows`);
  return [...rows.values()];
}

function centsOf(text: string, line: number): number {
  try {
    const cents = parseAmount(text, "USD");
    if (cents > 0) return cents;
  } catch (error) {
    throw new Error(`line ${line}: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new Error(`line ${line}: the amount must be positive`);
}
