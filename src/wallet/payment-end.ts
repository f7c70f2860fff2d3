import { isPaymentsError } from "../core/error-guards";
import type { Outcome } from "../core/errors";
import type { Quote } from "../models/quote";

/** How a payment ended, as a page shows it. */
export type PaymentEnd =
  | { readonly status: "sent"; readonly quote: Quote }
  | { readonly status: "failed"; readonly quote?: Quote | undefined; readonly error?: unknown }
  | { readonly status: "unknown"; readonly quote: Quote; readonly error?: unknown };

/** The outcome of a quote's execution, from its status. `PENDING` and newer statuses leave it unknown. */
export function executionOf({ status }: Quote): Outcome {
  if (["EXPIRED", "CANCELLED"].includes(status)) return "not-executed";
  return ["PROCESSING", "COMPLETED", "FAILED", "REFUNDED"].includes(status) ? "executed" : "unknown";
}

/** The end of a payment that the service responded to. */
export function endOf(quote: Quote): PaymentEnd {
  const outcome = executionOf(quote);
  if (outcome === "not-executed" || quote.status === "FAILED") return { status: "failed", quote };
  return { status: outcome === "executed" ? "sent" : "unknown", quote };
}

/** The end of a payment that failed. */
export function endByError(error: unknown, quote: Quote | undefined, isSent: boolean): PaymentEnd {
  const outcome = isPaymentsError(error) ? error.outcome : "unknown";
  if (quote === undefined || !isSent || outcome === "not-executed") return { status: "failed", quote, error };
  return outcome === "executed" ? { status: "sent", quote } : { status: "unknown", quote, error };
}
