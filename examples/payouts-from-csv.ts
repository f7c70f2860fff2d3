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
import { failureRecord, nextStep } from "payments-sdk/payouts";
import type { ListedPayment, PaymentTry } from "payments-sdk/payouts";
import { connect } from "./environment";
import { Journal, lock } from "./payouts-journal";
import type { Entry } from "./payouts-journal";
import { badText, changedText, readRows } from "./payouts-queue/csv";
import type { Row } from "./payouts-queue/csv";

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
const [source] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
if (!source) throw new Error("the platform has no USD account");
if (simulator) {
  await payments.sandbox.fund(source.id, { amount: rows.reduce((sum, { amount }) => sum + amount, 0) });
}

/** The accounts of payees. Creating one takes no idempotency key, so a payee is created once at a time. */
const accounts = new Map<string, Promise<string>>();
for await (const { platformAccountId, id } of payments.platform.externalAccounts.list({ currency: "USD" })) {
  if (platformAccountId) accounts.set(platformAccountId, Promise.resolve(id));
}

function createAccount({ payee, name, accountNumber, routingNumber }: Row): Promise<string> {
  const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: name } as const;
  const accountInfo = { accountType: "USD_ACCOUNT", accountNumber, routingNumber, beneficiary } as const;
  const creating = payments.platform.externalAccounts
    .create({ currency: "USD", platformAccountId: payee, accountInfo })
    .then(({ id }) => id);
  accounts.set(payee, creating);
  return creating;
}

const isoNow = () => new Date().toISOString();
const idOf = (rowId: string) => JSON.stringify([batch, rowId]);
/** The id of a row of this batch. */
function rowIdOf({ id }: Entry): string | undefined {
  const [itsBatch, rowId] = JSON.parse(id) as [string, string];
  return itsBatch === batch ? rowId : undefined;
}
const stepOf = ({ history }: Entry) => nextStep(history, { now: new Date(), ...timing });

/** The payments of the batch, with their rows. One that has left the file, or has changed there, is followed and not sent. */
const work = new Map<string, { entry: Entry; row?: Row }>();
for (const entry of journal.entries.values()) {
  if (rowIdOf(entry) !== undefined) work.set(entry.id, { entry });
}
for (const row of rows) {
  const { line, payee, amount } = row;
  const id = idOf(row.id);
  const entry = journal.entries.get(id) ?? { id, payee, amount, history: { tries: [] } };
  journal.entries.set(id, entry);
  if (entry.payee === payee && entry.amount === amount) work.set(id, { entry, row });
  else bad.push({ line, reason: changedText(row.id) });
}
for (const rowId of values.continue) {
  const entry = journal.entries.get(idOf(rowId));
  if (!entry) throw new Error(`the batch ${batch} has no row ${rowId}`);
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
        if (step.step === "done" && step.id && !isTerminal(entry.status ?? "")) await follow(entry, step.id);
        return;
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
    entry.accountId ??= await (accounts.get(row.payee) ?? createAccount(row));
    journal.record(entry);
    request = "look-up";
    if (Date.now() - startedMs > timing.maxDelay / 2) throw new Error("it was too late to send");
    request = "payment";
    const { id, status, failureReason } = await payments.transfers.out(
      { source: { accountId: source!.id }, destination: { accountId: entry.accountId }, amount: row.amount },
      { idempotencyKey: deriveIdempotencyKey("payouts", batch, row.id, key) },
    );
    Object.assign(entry, { status, failureReason });
    return { result: { id } };
  };
  const ended = await pay().catch((error: unknown) => ({ error: failureRecord(error) }));
  tries[index] = { ...begun, request, ended: { at: isoNow(), ...ended } };
  journal.record(entry);
}

/** Records what the service's list shows. */
async function look(entry: Entry, at: string): Promise<void> {
  const { payee, amount, accountId, history } = entry;
  const others = [...journal.entries.values()].filter(
    (other) => other !== entry && other.payee === payee && other.amount === amount,
  );
  const steps = others.map(stepOf);
  const claimed = steps.map((step) => step.step === "done" && step.id);
  const equalOpen = steps.filter(({ step }) => step !== "done" && step !== "refused").length;
  const looked = { at, listed: [] as ListedPayment[], equalOpen };
  if (accountId !== undefined) {
    const filters = { type: "OUTGOING", receiverAccountIdentifier: accountId } as const;
    // The clock of the service may differ by a minute.
    const startDate = new Date(Date.parse(history.tries[0]!.at) - 60_000);
    for await (const found of payments.transactions.list({ ...filters, startDate })) {
      const { id, createdAt } = found;
      if (found.type === "OUTGOING" && found.sentAmount.amount === amount)
        looked.listed.push({ id, createdAt: createdAt ?? at, isClaimed: claimed.includes(id) });
    }
  }
  history.looked = looked;
  journal.record(entry);
}

/** Records the status of the transaction. */
async function follow(entry: Entry, id: string): Promise<void> {
  const { status, failureReason } = await payments.transactions.retrieve(id);
  Object.assign(entry, { status, failureReason });
  journal.record(entry);
}

const waiting = work.values();
async function takeRows(): Promise<void> {
  for (const one of waiting) await advance(one);
}
await Promise.all(Array.from({ length: concurrency }, takeRows));

/** A payment that nobody made may leave the file. */
const UNPAID: ReadonlySet<string> = new Set(["failed", "refused"]);

/** The state of a payment, and its reason. */
function stateOf(entry: Entry): [state: string, reason: string] {
  const step = stepOf(entry);
  const { status = "PENDING", failureReason, history } = entry;
  const error = history.tries.at(-1)?.ended?.error;
  switch (step.step) {
    case "done":
      if (status === "COMPLETED") return ["paid", ""];
      if (isTerminal(status)) return ["failed", `${step.id}: ${failureReason ?? status}`];
      return ["pending", `${step.id} is ${status}`];
    case "refused":
      return ["refused", step.error.message];
    case "ask":
      return ["ask", step.reason];
    default:
      return ["open", error?.message ?? "not tried yet"];
  }
}

const lines = [...work.values()].map(({ entry, row }) => ({ entry, row, state: stateOf(entry) }));
const paid = lines.filter(({ state: [name] }) => name === "paid");
const sum = paid.reduce((cents, { entry }) => cents + entry.amount, 0);
console.log(`${paid.length} of ${lines.length} payouts paid, ${formatAmount(sum, "USD", "en-US")} in all`);
for (const { entry, row, state } of lines) {
  const [name, reason] = state;
  const where = row
    ? `line ${row.line}`
    : `not in the file with ${formatAmount(entry.amount, "USD", "en-US")}`;
  if (row ? name !== "paid" : !UNPAID.has(name))
    console.log(`${name.padEnd(10)} ${where}, ${rowIdOf(entry)}: ${reason}`);
}
for (const row of bad) console.log(badText(row));
const isFine = lines.every(
  ({ row, state: [name] }) => name === "paid" || name === "pending" || (!row && UNPAID.has(name)),
);
if (!isFine || bad.length > 0) process.exitCode = 1;
