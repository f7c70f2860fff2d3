/** What a run of the cron job prints at its end, and whether somebody must look: then it exits with 1. */
import process from "node:process";
import { formatAmount } from "payments-sdk";
import { badText } from "./payouts-queue/csv.js";
import type { BadRow } from "./payouts-queue/csv.js";
import type { Payout } from "./payouts-queue/pay.js";

/** Cents. */
export const sumOf = (all: readonly Pick<Payout, "amount">[]): number =>
  all.reduce((sum, { amount }) => sum + Number(amount), 0);

const dollars = (cents: number) => formatAmount(cents, "USD", "en-US");

/** An amount that can never be paid is refused, and not open. */
const lacksMoney = ({ state, reason }: Payout) =>
  state === "open" && /^(?:INSUFFICIENT_BALANCE|AMOUNT_OUT_OF_RANGE) /.test(reason ?? "");

/** @param lines the lines of payouts in the file */
export function printSummary(payouts: Payout[], lines: ReadonlyMap<Payout, number>, bad: BadRow[]): void {
  const paid = payouts.filter(({ state }) => state === "paid");
  console.log(`${paid.length} of ${payouts.length} payouts paid, ${dollars(sumOf(paid))} in all`);
  const isEmpty = payouts.some(lacksMoney);
  const isWaiting = (one: Payout) => isEmpty && (lacksMoney(one) || (one.state === "open" && !one.reason));
  const waiting = payouts.filter((one) => isWaiting(one) && lines.has(one));
  if (isEmpty)
    console.log(
      `open       the source account is empty: ${waiting.length} payouts wait, ${dollars(sumOf(waiting))} in all`,
    );
  for (const payout of payouts) {
    const { row_id, amount, state, transaction_id, reason } = payout;
    const line = lines.get(payout);
    // A payment that nobody made may leave the file.
    const isGone = line === undefined && (state === "failed" || state === "refused");
    if (state !== "paid" && state !== "pending" && !isGone) process.exitCode = 1;
    if (line === undefined ? isGone : state === "paid" || isWaiting(payout)) continue;
    const where = line === undefined ? `not in the file with ${dollars(Number(amount))}` : `line ${line}`;
    const facts = [transaction_id, reason ?? (state === "open" ? "not tried yet" : undefined)].filter(
      Boolean,
    );
    console.log(`${state.padEnd(10)} ${where}, ${row_id}: ${facts.join(": ")}`);
  }
  for (const row of bad) console.log(badText(row));
  if (bad.length > 0) process.exitCode = 1;
  const states = new Set([...lines.keys()].map(({ state }) => state));
  const all = states.has("refused") ? ", or all refused ones: --continue-all" : "";
  if (all || states.has("ask"))
    console.log(`After you corrected the cause, let a row go on: --continue <id>${all}`);
}
