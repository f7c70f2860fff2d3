import { fieldOf } from "./core/fields";

const FINAL: readonly unknown[] = ["COMPLETED", "FAILED", "EXPIRED", "REJECTED", "REFUNDED"];

/**
 * Returns whether a status of a quote, a transaction or an import is final. Returns false for an unknown status.
 * Pass a whole transaction, so that a failed payout is open until its refund has ended.
 *
 * A bank can return a payout days later: a `COMPLETED` transaction then becomes `FAILED`.
 *
 * @example
 * ```ts
 * if (!isTerminal(transaction)) console.log("not there yet");
 * ```
 */
export function isTerminal(
  of: string | { readonly status: string; readonly refund?: { readonly status: string } | null | undefined },
): boolean {
  const isFinal = FINAL.includes(fieldOf(of, "status") ?? of);
  return isFinal && fieldOf(fieldOf(of, "refund"), "status") !== "PENDING";
}
