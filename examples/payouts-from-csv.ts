/**
 * Pays out a CSV file, a few rows at a time. You can stop it and run it again: each row is paid only once.
 *
 *     npx tsx examples/payouts-from-csv.ts examples/payouts.csv [--concurrency 4] [--batch november]
 *
 * Columns: id, name, account_number, routing_number, amount (US dollars). The idempotency key of a payout comes from the
 * batch and the row's id. So a repeated payout gets the first response. Creating a bank account takes no idempotency key, so
 * the script finds existing accounts by platformAccountId.
 *
 * If a row is refused, the script reports it and continues. If the outcome of a row is unknown, the script takes no more
 * rows.
 */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { parse } from "csv-parse";
import { deriveIdempotencyKey, formatAmount, isPaymentsError, isTerminal, parseAmount } from "payments-sdk";
import type { PaymentsClient, Transaction } from "payments-sdk";
import { connect } from "./environment";

interface Payout {
  id: string;
  name: string;
  accountNumber: string;
  routingNumber: string;
  /** In cents. */
  amount: number;
}

/** Reads and checks the whole file before any money moves. */
async function readPayouts(file: string): Promise<Payout[]> {
  const rows = createReadStream(file).pipe(
    parse({ columns: true, trim: true, skip_empty_lines: true, bom: true }),
  );
  const payouts = new Map<string, Payout>();
  let line = 1;
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    line += 1;
    const { id, name, account_number: accountNumber, routing_number: routingNumber, amount } = row;
    if (!id || !name || !accountNumber || !routingNumber || !amount)
      throw new Error(`line ${line}: a column is empty`);
    if (payouts.has(id)) throw new Error(`line ${line}: the id ${id} occurs twice`);
    payouts.set(id, { id, name, accountNumber, routingNumber, amount: parseAmount(amount, "USD") });
  }
  return [...payouts.values()];
}

/** The existing bank accounts, by platformAccountId. */
async function knownAccounts(payments: PaymentsClient): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for await (const { platformAccountId, id } of payments.platform.externalAccounts.list({
    currency: "USD",
  })) {
    if (platformAccountId) known.set(platformAccountId, id);
  }
  return known;
}

function progress(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const filled = Math.round((done / total) * width);
  process.stderr.write(
    `\r[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}${done === total ? "\n" : ""}`,
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: "string", default: "4" }, batch: { type: "string" } },
});
const file = positionals[0] ?? "examples/payouts.csv";
const batch = values.batch ?? basename(file);
const concurrency = Number(values.concurrency);
if (!Number.isInteger(concurrency) || concurrency < 1)
  throw new Error("--concurrency must be a positive integer");

const { payments, simulator } = connect();
const payouts = await readPayouts(file);
const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
const source = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
if (!source) throw new Error("the platform has no USD account");
if (simulator) await payments.sandbox.fund(source.id, { amount: total });

const known = await knownAccounts(payments);
/** The outcomes of the attempted rows. */
const paid: Payout[] = [];
const pending: string[] = [];
const refused: string[] = [];
const unknown: string[] = [];
let taken = 0;

/** Sends one payout. The same row of the same batch is never paid twice. */
async function pay(payout: Payout): Promise<Transaction> {
  const platformAccountId = `payee-${payout.id}`;
  const accountId =
    known.get(platformAccountId) ??
    (
      await payments.platform.externalAccounts.create({
        currency: "USD",
        platformAccountId,
        accountInfo: {
          accountType: "USD_ACCOUNT",
          accountNumber: payout.accountNumber,
          routingNumber: payout.routingNumber,
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: payout.name },
        },
      })
    ).id;
  return payments.transfers.out(
    { source: { accountId: source!.id }, destination: { accountId }, amount: payout.amount },
    { idempotencyKey: deriveIdempotencyKey("payouts", batch, payout.id) },
  );
}

async function payAndReport(payout: Payout): Promise<void> {
  try {
    const { id, status, failureReason } = await pay(payout);
    if (status === "COMPLETED") paid.push(payout);
    else if (isTerminal(status)) refused.push(`${payout.id}: ${id} failed: ${failureReason ?? status}`);
    else pending.push(`${payout.id}: ${id} is ${status}`);
  } catch (error) {
    const line = `${payout.id}: ${error instanceof Error ? error.message : String(error)}`;
    const isRefused = isPaymentsError(error) && error.outcome === "not-executed";
    (isRefused ? refused : unknown).push(line);
  }
}

/** Takes row after row. Stops after an unknown outcome, because the next row would probably fail too. */
async function work(): Promise<void> {
  for (let row = payouts[taken]; row !== undefined && unknown.length === 0; row = payouts[taken]) {
    taken += 1;
    await payAndReport(row);
    progress(paid.length + pending.length + refused.length + unknown.length, payouts.length);
  }
}

await Promise.all(Array.from({ length: concurrency }, work));

const sum = paid.reduce((cents, { amount }) => cents + amount, 0);
console.log(`${paid.length} of ${payouts.length} payouts paid, ${formatAmount(sum, "USD", "en-US")} in all`);
for (const line of pending) console.log(`pending    ${line}`);
for (const line of refused) console.log(`refused    ${line}`);
for (const line of unknown) console.log(`unknown    ${line}`);
const untried = payouts.length - taken;
if (untried > 0) console.log(`${untried} rows were not tried`);
if (unknown.length > 0) console.error("stopped: run the same command again to finish safely");
if (refused.length + unknown.length > 0) process.exitCode = 1;
