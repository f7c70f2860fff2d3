/**
 * Compares the books with the service, account by account, and writes `reconciliation.csv` and `reconciliation.html`. Ends with
 * the code 1 if anything differs.
 *
 *     npm run reconcile [-- --out folder]
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { InternalAccount } from "payments-sdk";
import { ProgressLine } from "../postgres/progress-line";
import { transactionsOf } from "./books";
import { gatedClient } from "./client";
import { compareAccount } from "./compare";
import type { Comparison } from "./compare";
import { Database } from "./database";
import { csvReport, htmlReport, verdict } from "./report";

const { values } = parseArgs({ options: { out: { type: "string", default: "." } } });
const database = await new Database().open();
const { pool } = database;
const payments = gatedClient(pool);

async function accountsOfService(): Promise<InternalAccount[]> {
  const platform = await payments.platform.internalAccounts.list().toArray();
  return [...platform, ...(await payments.internalAccounts.list({ limit: 100 }).toArray())];
}

/** Ids of transactions with an event that waits in the inbox. */
async function waitingTransactions(): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    "select distinct event -> 'data' ->> 'id' as id from inbox where applied_at is null",
  );
  return new Set(rows.map(({ id }) => id));
}

async function openingBalance(accountId: string): Promise<number> {
  const { rows } = await pool.query<{ amount: string }>(
    "select amount from opening_balances where account_id = $1",
    [accountId],
  );
  return Number(rows[0]?.amount ?? 0);
}

async function compareAll(accounts: readonly InternalAccount[], round: string): Promise<Comparison[]> {
  const waiting = await waitingTransactions();
  const comparisons: Comparison[] = [];
  const progress = new ProgressLine(process.stderr);
  let transactions = 0;
  for (const [index, account] of accounts.entries()) {
    const { id } = account;
    const service = await payments.transactions.list({ accountIdentifier: id, limit: 100 }).toArray();
    const books = await transactionsOf(pool, id);
    comparisons.push(compareAccount({ account, opening: await openingBalance(id), books, service, waiting }));
    transactions += service.length;
    const done = `${round}: ${index + 1} of ${accounts.length} accounts, ${transactions} transactions`;
    progress.show((index + 1) / accounts.length, done, index + 1 === accounts.length);
  }
  return comparisons;
}

try {
  const first = await compareAll(await accountsOfService(), "all accounts");
  // Money may have moved meanwhile: what differs is compared once more.
  const differing = new Set(
    first.filter(({ differences }) => differences.length > 0).map(({ accountId }) => accountId),
  );
  const again = differing.size === 0 ? [] : (await accountsOfService()).filter(({ id }) => differing.has(id));
  const second = new Map(
    (await compareAll(again, "those that differ, again")).map((comparison) => [
      comparison.accountId,
      comparison,
    ]),
  );
  const comparisons = first.map((comparison) => second.get(comparison.accountId) ?? comparison);

  await mkdir(values.out, { recursive: true });
  const file = (ending: string) => join(values.out, `reconciliation.${ending}`);
  await writeFile(file("csv"), csvReport(comparisons));
  await writeFile(file("html"), htmlReport(comparisons, new Date()));
  const { agrees, text } = verdict(comparisons);
  console.log(`${comparisons.length} accounts. ${text}: ${file("csv")}, ${file("html")}`);
  if (!agrees) process.exitCode = 1;
} finally {
  await database.close();
}
