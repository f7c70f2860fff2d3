import { isPaymentsError } from "../core/error-guards";
import type { Outcome } from "../core/errors";
import type { Quote } from "../models/quote";
import type { PaymentEnd, PaymentWatch } from "./payment-watch";
import type { KnownQuote } from "./stores/wallet-store";

/** The outcome of a quote's execution, from its status. `PENDING` and newer statuses leave it unknown. */
export function executionOf({ status }: Quote): Outcome {
  if (["EXPIRED", "CANCELLED"].includes(status)) return "not-executed";
  return ["PROCESSING", "COMPLETED", "FAILED", "REFUNDED"].includes(status) ? "executed" : "unknown";
}

/** Whether a status never changes again. */
export function isFinal({ status }: Pick<Quote, "status">): boolean {
  return ["COMPLETED", "FAILED", "REFUNDED", "EXPIRED", "CANCELLED"].includes(status);
}

/** What the store keeps of a quote. */
export function knownOf(quote: Quote): KnownQuote {
  const { id, status, createdAt, expiresAt, transactionId } = quote;
  const { totalSendingAmount, totalReceivingAmount, exchangeRate, feesIncluded } = quote;
  const { sendingCurrency, receivingCurrency } = quote;
  const currency = (from: Quote["sendingCurrency"]) => only(from, ["code", "name", "symbol", "decimals"]);
  return {
    ...{ id, status, createdAt, expiresAt, totalSendingAmount, totalReceivingAmount },
    ...{ exchangeRate, feesIncluded, ...(transactionId != null && { transactionId }) },
    sendingCurrency: currency(sendingCurrency),
    receivingCurrency: currency(receivingCurrency),
    source: only(quote.source, PARTY),
    destination: only(quote.destination, PARTY),
  };
}

const PARTY = ["sourceType", "destinationType", "accountId", "umaAddress", "currency"];

/** The texts and numbers of these fields. */
function only<Given>(given: Given, names: readonly string[]): Given {
  const isPlain = ([name, value]: [string, unknown]) =>
    names.includes(name) && (typeof value === "string" || typeof value === "number");
  return Object.fromEntries(Object.entries(Object(given) as object).filter(isPlain)) as Given;
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

/** Shows what a read has told about a payment whose outcome was unknown. */
export function learn(watch: Pick<PaymentWatch, "current" | "settle">, quote: Quote): void {
  if (watch.current.progress.status === "unknown" && executionOf(quote) !== "unknown")
    watch.settle(quote.id, endOf(quote));
}
