/**
 * Puts the payouts of a CSV file into the table. A row that is there already, under its batch and id, is not added again. A bad row
 * stops no other row. Correct it, and run the same command again.
 *
 *     npx tsx examples/payouts-queue/enqueue.ts payouts.csv --batch november
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { PaymentsClient } from "payments-sdk";
import { badText, changedText, readRows } from "./csv.js";
import type { Row } from "./csv.js";
import type { Queryable } from "../postgres/database.js";
import { createDatabase } from "./database.js";
import { knownAccounts } from "./requests.js";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { batch: { type: "string" } } });
const [file] = positionals;
const { batch } = values;
if (!file || !batch)
  throw new Error("usage: npx tsx examples/payouts-queue/enqueue.ts payouts.csv --batch name");
const { rows, bad } = await readRows(file);

/** The rows of one statement: more of them make PostgreSQL compare each row with each. */
const TOGETHER = 1000;

const FILE = `json_to_recordset($2) as file (line integer, id text, payee text, name text, account_number text, routing_number text,
                                             amount bigint)`;

/** Adds rows, and returns how many are new. They are due at once. */
async function enqueue(db: Queryable, some: readonly Row[]): Promise<number> {
  const parameters = [batch, JSON.stringify(some)];
  const { rowCount } = await db.query(
    `insert into payouts (batch, row_id, payee, name, account_number, routing_number, currency, amount)
     select $1, id, payee, name, account_number, routing_number, 'USD', amount from ${FILE}
     on conflict (batch, row_id) do nothing`,
    parameters,
  );
  const changed = await db.query<{ line: number; row_id: string }>(
    `select line, row_id
       from ${FILE} cross join lateral (select * from payouts where batch = $1 and row_id = file.id offset 0) as row
      where (row.payee, row.amount) is distinct from (file.payee, file.amount)`,
    parameters,
  );
  bad.push(...changed.rows.map(({ line, row_id }) => ({ line, reason: changedText(row_id) })));
  return rowCount ?? 0;
}

// The service may have accounts of these payees, for example after the loss of an older database.
const payees = new Set(rows.map(({ payee }) => payee));
const accounts = [...(await knownAccounts(new PaymentsClient()))].filter(([payee]) => payees.has(payee));
const database = await createDatabase().open({ withQueues: false });
try {
  await database.pool.query(
    `insert into payees (platform_account_id, account_id) select one ->> 0, one ->> 1 from json_array_elements($1) as one
     on conflict do nothing`,
    [JSON.stringify(accounts)],
  );
  // All rows become visible together, or none.
  const added = await database.transaction(async (db) => {
    let count = 0;
    for (let from = 0; from < rows.length; from += TOGETHER)
      count += await enqueue(db, rows.slice(from, from + TOGETHER));
    return count;
  });
  console.log(`batch ${batch}: ${added} payouts enqueued, ${rows.length - added} were there already`);
  for (const row of bad) console.log(badText(row));
  if (bad.length > 0) process.exitCode = 1;
} finally {
  await database.close();
}
