/**
 * Returns whether a status of a quote, a transaction or an import is final. Returns false for an unknown
 * status.
 *
 * @example
 * ```ts
 * if (!isTerminal(quote.status)) console.log("not there yet");
 * ```
 */
export function isTerminal(status: string): boolean {
  return ["COMPLETED", "FAILED", "EXPIRED", "REJECTED", "REFUNDED"].includes(status);
}
