/**
 * Pays out a CSV file. Run it from cron: each run takes the steps that are due, and leaves the others to the next run. You can kill it
 * at any moment, and start it twice at once: each row is paid once.
 *
 *     npx tsx examples/payouts-from-csv.ts examples/payouts.csv --batch november [--continue 1003]
 *
 * Columns: id, name, account_number, routing_number, amount (US dollars). The batch and the id are the payment, whatever the name of
 * the file. Use both for one payment only. `payouts.journal`, beside the file, keeps each try before it is sent. Keep it as long as
 * the file. A row that is bad, refused or waits for a person stops no other row. After you corrected the cause, `--continue` lets the
 * row go on.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { deriveIdempotencyKey, formatAmount, isPaymentsError, isTerminal } from "payments-sdk";
import type { ExternalAccountId, TransactionId } from "payments-sdk";
import { failureRecord, nextStep } from "payments-sdk/payouts";
import type { PaymentTry } from "payments-sdk/payouts";
import { connect } from "./environment";
import { Journal, lock, nameOf } from "./payouts-journal";
import type { Entry } from "./payouts-journal";
import { badText, changedText, readRows } from "./payouts-queue/csv";
import type { Row } from "./payouts-queue/csv";
import { createAccount, listed, sourceOf } from "./payouts-queue/requests";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    batch: { type: "string" },
    concurrency: { type: "string", default: "4" },
    /** How long a request can be on its way, and the first wait before another try, in milliseconds. */
    "max-delay": { type: "string", default: "600000" },
    "first-wait": { type: "string", default: "2000" },
    continue: { type: "string", multiple: true, default: [] },
  },
});
const [file] = positionals;
const { batch = "" } = values;
if (!file || !batch) throw new Error("usage: npx tsx examples/payouts-from-csv.ts payouts.csv --batch name");
const concurrency = numberOf("concurrency");
const timing = { maxDelay: numberOf("max-delay"), firstWait: numberOf("first-wait") };

function numberOf(name: "concurrency" | "max-delay" | "first-wait"): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a positive integer`);
  return value;
}

const { rows, bad } = await readRows(file);
// The simulator of this process forgets everything, so its journal is temporary.
const folder = process.env["PAYMENTS_BASE_URL"] ? dirname(file) : mkdtempSync(join(tmpdir(), "payouts-"));
const path = process.env["PAYOUTS_LOCKED"] ?? join(folder, "payouts.journal");
lock(path);
const journal = new Journal(path);

const { payments: client, simulator } = connect();
const payments = client.withOptions({ totalTimeout: timing.maxDelay / 4 });
const source = await sourceOf(payments);
if (simulator && rows.length > 0)
  await payments.sandbox.fund(source, { amount: rows.reduce((sum, row) => sum + row.amount, 0) });

/** The accounts of payees. */
const accounts = new Map<string, Promise<ExternalAccountId>>();
for await (const { platformAccountId, id } of payments.platform.externalAccounts.list({ currency: "USD" })) {
  if (platformAccountId) accounts.set(platformAccountId, Promise.resolve(id));
}

function accountOf(row: Row): Promise<ExternalAccountId> {
  const account = accounts.get(row.payee) ?? createAccount(payments, row);
  accounts.set(row.payee, account);
  return account;
}

const isoNow = () => new Date().toISOString();
const stepOf = ({ history }: Entry) => nextStep(history, { now: new Date(), ...timing });

/** The payments of the batch, with their rows. One that has left the file, or has changed there, is followed and not sent. */
const work = new Map<string, { entry: Entry; row?: Row }>();
for (const entry of journal.entries.values()) if (entry.batch === batch) work.set(entry.id, { entry });
for (const row of rows) {
  const { line, id, payee, amount } = row;
  const entry = work.get(id)?.entry ?? { batch, id, payee, amount, history: { tries: [] } };
  journal.entries.set(nameOf(entry), entry);
  if (entry.payee === payee && entry.amount === amount) work.set(id, { entry, row });
  else bad.push({ line, reason: changedText(id) });
}
for (const id of values.continue) {
  const entry = work.get(id)?.entry;
  if (!entry) throw new Error(`the batch ${batch} has no row ${id}`);
  entry.history.continuedAt = isoNow();
  journal.record(entry);
}

/** How many tries in a row left their payment open. After ten, the service is probably down. */
let unlucky = 0;

/** Takes the steps of a row that are due. */
async function advance({ entry, row }: { entry: Entry; row?: Row }): Promise<void> {
  try {
    for (let step = stepOf(entry); ; step = stepOf(entry)) {
      if (step.step === "again" && step.after === 0 && row && unlucky < 10) {
        await send(row, entry, step.key);
        unlucky = stepOf(entry).step === "again" ? unlucky + 1 : 0;
      } else if (step.step === "look") {
        await look(entry, step.at);
      } else {
        if (step.step !== "done" || !step.id || entry.hasEnded) return;
        const transaction = await payments.transactions.retrieve(step.id as TransactionId);
        const { status, failureReason } = transaction;
        Object.assign(entry, { status, failureReason, hasEnded: isTerminal(transaction) });
        return journal.record(entry);
      }
    }
  } catch (error) {
    // A read that fails says nothing about a payment. The next run reads again.
    if (!isPaymentsError(error)) throw error;
    console.error(error.message);
  }
}

/** Records a try and the account that its key stands for, sends it, and records how it ended. */
async function send(row: Row, entry: Entry, key: number): Promise<void> {
  const startedMs = Date.now();
  const { tries } = entry.history;
  const begun = { key, at: isoNow() };
  const index = tries.push(begun) - 1;
  let request: PaymentTry["request"] = "payee";
  const pay = async () => {
    entry.accountId ??= await accountOf(row);
    journal.record(entry);
    request = "look-up";
    if (Date.now() - startedMs > timing.maxDelay / 2) throw new Error("it was too late to send");
    request = "payment";
    const transaction = await payments.transfers.out(
      { source: { accountId: source }, destination: { accountId: entry.accountId }, amount: row.amount },
      { idempotencyKey: deriveIdempotencyKey("payouts", batch, entry.id, key) },
    );
    const { id, status, failureReason } = transaction;
    Object.assign(entry, { status, failureReason, hasEnded: isTerminal(transaction) });
    return { result: { id } };
  };
  const ended = await pay().catch((error: unknown) => ({ error: failureRecord(error) }));
  tries[index] = { ...begun, request, ended: { at: isoNow(), ...ended } };
  journal.record(entry);
}

/** Records what the service's list shows. */
async function look(entry: Entry, at: string): Promise<void> {
  const { payee, amount, accountId, history } = entry;
  const steps = [...journal.entries.values()]
    .filter((other) => other !== entry && other.payee === payee && other.amount === amount)
    .map(stepOf);
  const claimed = new Set(steps.map((step) => step.step === "done" && step.id));
  const equalOpen = steps.filter(({ step }) => step !== "done" && step !== "refused").length;
  const found = accountId ? await listed(payments, accountId, amount, history.tries) : [];
  const marked = found.map((one) => ({ ...one, isClaimed: claimed.has(one.id) }));
  history.looked = { at, listed: marked, equalOpen };
  journal.record(entry);
}

const waiting = work.values();
const takeRows = async (): Promise<void> => {
  for (const one of waiting) await advance(one);
};
await Promise.all(Array.from({ length: concurrency }, takeRows));

/** The state of a payment, and its reason. */
function stateOf(entry: Entry): [state: string, reason: string] {
  const { status = "PENDING", failureReason, hasEnded, history } = entry;
  const step = stepOf(entry);
  if (step.step === "refused") return ["refused", step.error.message];
  if (step.step === "ask") return ["ask", step.reason];
  if (step.step !== "done") return ["open", history.tries.at(-1)?.ended?.error?.message ?? "not tried yet"];
  if (status === "COMPLETED") return ["paid", ""];
  if (hasEnded) return ["failed", `${step.id}: ${failureReason ?? status}`];
  return ["pending", `${step.id} is ${status}${status === "FAILED" ? ", its refund is open" : ""}`];
}

const dollars = (cents: number) => formatAmount(cents, "USD", "en-US");
const paid: number[] = [];
const report: string[] = [];
let isFine = bad.length === 0;
for (const { entry, row } of work.values()) {
  const [state, reason] = stateOf(entry);
  if (state === "paid") paid.push(entry.amount);
  // A payment that nobody made may leave the file.
  const isUnpaid = state === "failed" || state === "refused";
  isFine &&= state === "paid" || state === "pending" || (!row && isUnpaid);
  const where = row ? `line ${row.line}` : `not in the file with ${dollars(entry.amount)}`;
  if (row ? state !== "paid" : !isUnpaid) report.push(`${state.padEnd(10)} ${where}, ${entry.id}: ${reason}`);
}
const sum = paid.reduce((all, cents) => all + cents, 0);
console.log(`${paid.length} of ${work.size} payouts paid, ${dollars(sum)} in all`);
for (const line of [...report, ...bad.map(badText)]) console.log(line);
if (!isFine) process.exitCode = 1;
