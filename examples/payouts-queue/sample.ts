/** A CSV file with some payouts, and a service that pays them, for the demo and the tests. */
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { sourceOf } from "./requests.js";

/** A simulator with a balance for every payout. */
export async function createSimulator(requests: SimulatorOptions["requests"] = {}): Promise<Simulator> {
  const simulator = new Simulator({ seed: "payouts-queue", requests });
  const payments = new PaymentsClient(simulator.clientOptions());
  await payments.sandbox.fund(await sourceOf(payments), { amount: 100_000_000_000 });
  return simulator;
}

/** The payees of a sample: fewer than rows, so that workers meet at a payee. The platform lists all their accounts in one response. */
export const payeesOf = (rows: number): number => Math.min(Math.ceil((rows * 2) / 5), 2_000);

/** The amount of a row, in cents. The rows of one payee differ: a list cannot tell two equal payments apart. */
export const centsOf = (index: number): number => 1_000 + (index % 499) * 25;

/** Of each 50 payees, one has a closed account (ending in 003), and one fails after 30 seconds (ending in 005). */
function endingOf(payee: number): string {
  if (payee % 50 === 7) return "003";
  if (payee % 50 === 9) return "005";
  return String(300 + (payee % 600));
}

/**
 * The text of the file.
 *
 * @param family tells the payees of one file from those of another
 * @see specification, "Sandbox outcomes"
 */
export function sampleFile(rows: number, family = "Payee"): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const payee = index % payeesOf(rows);
    const account = `${String(100_000_000 + payee)}${endingOf(payee)}`;
    return `${index + 1},${family} ${payee},${account},021000021,${(centsOf(index) / 100).toFixed(2)}`;
  });
  return `${["id,name,account_number,routing_number,amount", ...lines].join("\n")}\n`;
}
