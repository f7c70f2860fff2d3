/**
 * Compares the books with the service, account by account, and writes `reconciliation.csv` and `reconciliation.html`. Ends with
 * the code 1 if anything differs.
 *
 *     npm run reconcile [-- --out folder] [--close 2026-11-01] [--all]
 *     npm run verify                   # prints each difference, and writes no files
 *
 * If the books agree, `--close` closes the time before a date. From then on, a transaction of that time is read again only if it
 * changes. `--all` reads everything.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { InternalAccount, Transaction } from "payments-sdk";
import { ProgressLine } from "../postgres/progress-line";
import { close, transactionsOf } from "./books";
import type { Entry } from "./books";
import { gatedClient } from "./client";
import { compareAccount } from "./compare";
import type { Comparison } from "./compare";
import { createDatabase } from "./database";
import { csvReport, htmlReport, verdict } from "./report";
import { retrieve } from "./sweeper";

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({
  options: { out: { type: "string", default: "." }, close: { type: "string" }, all: flag, verify: flag },
});
const closing = values.close === undefined ? undefined : new Date(values.close);
if (closing && !(closing.getTime() <= Date.now())) throw new Error("--close must be a date in the past");
const database = await createDatabase().open();
const { pool } = database;
const payments = gatedClient(pool);

/** The accounts of the service, and those that only the books have: they are empty at the service. */
async function allAccounts(): Promise<InternalAccount[]> {
  const platform = await payments.platform.internalAccounts.list().toArray();
  const known = [...platform, ...(await payments.internalAccounts.list({ limit: 100 }).toArray())];
  const { rows } = await pool.query<Pick<InternalAccount, "id" | "balance">>(
    `select distinct on (id) id, json_build_object('amount', 0, 'currency', amount -> 'currency') as balance
       from (select case when version ->> 'type' = 'INCOMING' then destination_account else source_account end as id,
                    version -> case when version ->> 'type' = 'INCOMING' then 'receivedAmount' else 'sentAmount' end as amount
               from transactions) as own
      where id <> all($1) and amount is not null`,
    [known.map(({ id }) => id)],
  );
  return [...known, ...rows.map((row) => row as InternalAccount)];
}

/** The rows `id, value` of a statement. */
async function mapOf<Value>(text: string): Promise<Map<string, Value>> {
  const { rows } = await pool.query<{ id: string; value: Value }>(text);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** What the service has of an account. Of the closed period, only what changed since is read. */
async function transactionsAtService(
  accountIdentifier: InternalAccount["id"],
  books: readonly Entry[],
  startDate: Date | undefined,
): Promise<Transaction[]> {
  const filters = { accountIdentifier, ...(startDate && { startDate }), limit: 100 };
  const found = await payments.transactions.list(filters).toArray();
  if (startDate === undefined) return found;
  for (const { version, isClosed } of books) {
    if (version.createdAt && new Date(version.createdAt) >= startDate) continue;
    const current = isClosed ? version : await retrieve(payments, version.id);
    if (current !== undefined) found.push(current);
  }
  return found;
}

/** The comparisons by account: a second one replaces the first. */
const comparisons = new Map<string, Comparison>();
/** The digests of the versions that were compared, by transaction. */
const compared = new Map<string, string>();

async function compareAll(accounts: readonly InternalAccount[], round: string): Promise<void> {
  // Transactions with an event that waits in the inbox, and the problem of one in quarantine.
  const waiting = await mapOf<string | null>(
    `select event -> 'data' ->> 'id' as id, problem as value from inbox left join quarantine on quarantine.id = event_id
      where applied_at is null`,
  );
  const openings = await mapOf<string>("select account_id as id, amount as value from opening_balances");
  // Earlier transactions belong to the closed period.
  const closed = await pool.query<{ until: Date }>("select until from closed_period");
  const startDate = values.all ? undefined : closed.rows[0]?.until;
  const progress = new ProgressLine(process.stderr);
  let [done, transactions] = [0, 0];
  for (const account of accounts) {
    const entries = await transactionsOf(pool, account.id);
    const service = await transactionsAtService(account.id, entries, startDate);
    for (const { version, digest } of entries) compared.set(version.id, digest ?? "");
    const books = entries.map(({ version }) => version);
    const edited = new Set(entries.flatMap(({ version, isEdited }) => (isEdited ? version.id : [])));
    const opening = Number(openings.get(account.id) ?? 0);
    comparisons.set(account.id, compareAccount({ account, opening, books, service, waiting, edited }));
    done += 1;
    transactions += service.length;
    const text = `${round}: ${done} of ${accounts.length} accounts, ${transactions} transactions`;
    progress.show(done / accounts.length, text, done === accounts.length);
  }
}

try {
  await compareAll(await allAccounts(), "all accounts");
  // Money may have moved meanwhile: what differs is compared once more.
  const differs = (id: string) => comparisons.get(id)?.differences.length !== 0;
  if ([...comparisons.keys()].some(differs)) {
    const again = (await allAccounts()).filter(({ id }) => differs(id));
    await compareAll(again, "those that differ, again");
  }

  const all = [...comparisons.values()];
  const { agrees, text } = verdict(all);
  const file = (ending: string) => join(values.out, `reconciliation.${ending}`);
  if (values.verify) {
    console.log(`${all.length} accounts. ${text}`);
    for (const { accountId, differences } of all)
      for (const { transaction, cause } of differences)
        console.log(`${accountId}  ${transaction?.id ?? "balance"}  ${cause}`);
  } else {
    await mkdir(values.out, { recursive: true });
    await writeFile(file("csv"), csvReport(all));
    await writeFile(file("html"), htmlReport(all, new Date()));
    console.log(`${all.length} accounts. ${text}: ${file("csv")}, ${file("html")}`);
  }
  if (!agrees) process.exitCode = 1;
  else if (closing !== undefined) {
    await database.transaction((db) => close(db, closing, compared));
    console.log(`closed before ${closing.toISOString()}`);
  }
} finally {
  await database.close();
}
