/**
 * Pays out a CSV file. Run it from cron: each run takes the steps that are due, and leaves the others to the next run. You can kill it
 * at any moment, and start it twice at once: each row is paid once. It needs `npm pkg set type=module`,
 * `npm install payments-sdk csv-parse tsx`, and the command `flock` of Linux.
 *
 *     npx tsx examples/payouts-from-csv.ts examples/payouts.csv --batch november [--continue 1003] [--continue-all]
 *
 * Columns: id, name, account_number, routing_number, amount (US dollars). The batch and the id are the payment, whatever the name of
 * the file. Use both for one payment only. `payouts.journal`, beside the file, keeps each try before it is sent. Keep it as long as
 * the file. `PAYOUTS_JOURNAL` names another path. A row that is bad, refused or waits for a person stops no other row. After you
 * corrected the cause, `--continue` lets the row go on, and `--continue-all` every refused row. If the account has too little money, rows
 * wait for it and go on by themselves. The variables of `payouts-queue/settings.ts` set the waits and the number of
 * tries. To stop a run, kill its whole process group, because `npx` starts processes of its own.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { isPaymentsError } from "payments-sdk";
import { connect } from "./environment.js";
import { Journal, lock } from "./payouts-journal.js";
import { changedText, readRows } from "./payouts-queue/csv.js";
import { Payer } from "./payouts-queue/pay.js";
import type { Payout } from "./payouts-queue/pay.js";
import { knownAccounts, sourceOf } from "./payouts-queue/requests.js";
import { settings } from "./payouts-queue/settings.js";
import { printSummary, sumOf } from "./payouts-summary.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    batch: { type: "string" },
    continue: { type: "string", multiple: true, default: [] },
    "continue-all": { type: "boolean", default: false },
  },
});
const [file] = positionals;
const { batch } = values;
if (!file || !batch) throw new Error("usage: npx tsx examples/payouts-from-csv.ts payouts.csv --batch name");
const { rows, bad } = await readRows(file);

// The simulator of this process forgets everything, so its journal is temporary.
const folderOf = () =>
  process.env["PAYMENTS_BASE_URL"] ? dirname(file) : mkdtempSync(join(tmpdir(), "payouts-"));
const path = process.env["PAYOUTS_JOURNAL"] ?? join(folderOf(), "payouts.journal");
lock(path);

const { payments: client, simulator } = connect();
const payments = client.withOptions({ totalTimeout: settings.maxDelay / 4 });
if (simulator) {
  console.error("PAYMENTS_BASE_URL is not set: the simulator of this process pays");
  const amount = sumOf(rows);
  if (amount > 0) await payments.sandbox.fund(await sourceOf(payments), { amount });
}

const journal = new Journal(path, payments, await knownAccounts(payments));
/** The lines of payouts. One that has left the file, or has changed there, is followed and not sent. */
const lines = new Map<Payout, number>();
for (const row of rows) {
  const payout = journal.payoutOf(batch, row);
  if (payout.payee === row.payee && payout.amount === row.amount) lines.set(payout, row.line);
  else bad.push({ line: row.line, reason: changedText(row.id) });
}
for (const id of values.continue) journal.continue(batch, id);
const payouts = [...journal.payouts.values()].filter((payout) => payout.batch === batch);
// A row that waits for a person may have been paid, so it goes on by its own id only.
if (values["continue-all"])
  for (const { state, row_id } of payouts) if (state === "refused") journal.continue(batch, row_id);

/** How many payouts in a row a try left open. After ten, the service is probably down. */
let unlucky = 0;
const payer = new Payer(payments, journal, (payout) => lines.has(payout) && unlucky < 10);
const waiting = payouts.values();
async function takePayouts(): Promise<void> {
  for (const payout of waiting) {
    const { length } = payout.history.tries;
    try {
      await payer.advance(payout.id);
    } catch (error) {
      // A read that fails says nothing about a payment. The next run reads again.
      if (!isPaymentsError(error)) throw error;
      console.error(error.message);
    }
    if (payout.history.tries.length > length) unlucky = payout.state === "open" ? unlucky + 1 : 0;
  }
}
await Promise.all(Array.from({ length: settings.concurrency }, takePayouts));
printSummary(payouts, lines, bad);
