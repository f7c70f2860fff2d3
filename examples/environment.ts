/**
 * Connects the examples. If PAYMENTS_BASE_URL is set, calls go to that service with PAYMENTS_CLIENT_ID and
 * PAYMENTS_CLIENT_SECRET. Otherwise they go to the simulator in this process.
 */
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";

export function connect(): { payments: PaymentsClient; simulator: Simulator | undefined } {
  if (process.env["PAYMENTS_BASE_URL"]) return { payments: new PaymentsClient(), simulator: undefined };
  const simulator = new Simulator({ seed: "examples" });
  return { payments: new PaymentsClient(simulator.clientOptions()), simulator };
}

/** Prints a step of an example. */
export function heading(text: string): void {
  console.log(`\n${text}`);
}

/** Prints one fact below a step. */
export function fact(name: string, value: unknown): void {
  console.log(`  ${name.padEnd(22)} ${String(value)}`);
}
