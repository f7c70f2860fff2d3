/**
 * Puts the payouts of a CSV file into the queue. A row that is there already, under its batch and id, is not added again. A bad row
 * stops no other row. Correct it, and run the same command again.
 *
 *     npm run payouts -- payouts.csv --batch november [--rows-only]
 *
 * With `--rows-only`, pg-boss gets no jobs: another engine reads the table.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { PaymentsClient } from "payments-sdk";
import { badText, changedText, readRows } from "./csv";
import type { Row } from "./csv";
import { bossDb } from "../postgres/database";
import type { Queryable } from "../postgres/database";
import { createDatabase, QUEUE } from "./database";
import { knownAccounts } from "./requests";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { batch: { type: "string" }, "rows-only": { type: "boolean" } },
});
const [file] = positionals;
const { batch } = values;
if (!file || !batch) throw new Error("usage: npm run payouts -- payouts.csv --batch name [--rows-only]");
const { rows, bad } = await readRows(file);

/** The rows of one statement: more of them make PostgreSQL compare each row with each. */
const TOGETHER = 1000;

const FILE = `json_to_recordset($2) as file (line integer, id text, payee text, name text, account_number text, routing_number text,
                                             amount bigint)`;

/** Adds rows and their jobs, and returns how many are new. A payout that lost its job gets one again. */
async function enqueue(db: Queryable, some: readonly Row[]): Promise<number> {
  const parameters = [batch, JSON.stringify(some)];
  const { rowCount } = await db.query(
    `insert into payouts (batch, row_id, payee, name, account_number, routing_number, currency, amount)
     select $1, id, payee, name, account_number, routing_number, 'USD', amount from ${FILE}
     on conflict (batch, row_id) do nothing`,
    parameters,
  );
  const { rows } = await db.query<{
    payoutId: string;
    line: number;
    row_id: string;
    isChanged: boolean;
    isOpen: boolean;
  }>(
    `select row.id as "payoutId", line, row_id, state in ('open', 'pending') as "isOpen",
            (row.payee, row.amount) is distinct from (file.payee, file.amount) as "isChanged"
       from ${FILE} cross join lateral (select * from payouts where batch = $1 and row_id = file.id offset 0) as row`,
    parameters,
  );
  for (const { row_id, line, isChanged } of rows)
    if (isChanged) bad.push({ line, reason: changedText(row_id) });
  const open = rows.filter(({ isOpen }) => isOpen);
  const jobs = open.map(({ payoutId }) => ({ data: { payoutId }, singletonKey: payoutId }));
  if (jobs.length > 0 && values["rows-only"] !== true)
    await database.boss.insert(QUEUE, jobs, { db: bossDb(db) });
  return rowCount ?? 0;
}

// The service may have accounts of these payees, for example after the loss of an older database.
const payees = new Set(rows.map(({ payee }) => payee));
const accounts = [...(await knownAccounts(new PaymentsClient()))].filter(([payee]) => payees.has(payee));
const database = await createDatabase().open();
try {
  await database.pool.query(
    `insert into payees (platform_account_id, account_id) select one ->> 0, one ->> 1 from json_array_elements($1) as one
     on conflict do nothing`,
    [JSON.stringify(accounts)],
  );
  // Rows and jobs become visible together, or not at all.
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
