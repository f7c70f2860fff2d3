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
  const one: Exclude<typeof of, string> = typeof of === "string" ? { status: of } : of;
  // JavaScript may pass the status of nothing.
  return FINAL.includes(one?.status) && (one.refund == null || FINAL.includes(one.refund.status));
}
