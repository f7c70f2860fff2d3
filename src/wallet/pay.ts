import { saysNotFound } from "../core/judge";
import { isServiceError } from "../core/service-errors";
import { isApiError, isPaymentsError } from "../core/error-guards";
import { refuse } from "../core/errors";
import type { Quote } from "../models/quote";
import type { WalletContext } from "./context";
import { ConfirmationRequiredError } from "./errors";
import { executeTerms, readQuote } from "./execute-quote";
import type { Execution } from "./execute-quote";
import { quoteBody } from "./money";
import type { WalletQuoteParams } from "./money";
import type { StoredPayment } from "./stores/session-store";
import { outcomeOf, readTerms, requireUnexpired } from "./terms";
import type { Terms } from "./terms";
import { objectOf, WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** Parameters of {@link Wallet.pay}: those of the wallet's `quotes.create`, plus `confirm`, which asks the customer. */
export interface PayParams extends WalletQuoteParams {
  /**
   * Shows the quote to the customer. Only `true` pays, and only what this quote says is signed. The time that it takes is not
   * counted; a quote typically holds for 1 to 5 minutes.
   */
  confirm: (quote: Quote) => boolean | Promise<boolean>;
}

/** A payment that was begun, by `outcome`. */
export type PendingPayment = {
  /** The quote as it is now. */
  readonly quote: Quote;
  /** When it was sent first: ISO 8601 date-time in UTC, by the service's clock. */
  readonly startedAt: string;
} & (
  | {
      /**
       * `executed`: it was made, and `quote.status` says how far it is, or that it failed. `not-executed`: nothing moved, and the
       * quote has expired.
       */
      readonly outcome: "executed" | "not-executed";
    }
  | {
      /** It was not made so far, as far as `quote.status` tells. */
      readonly outcome: "unknown";
      /**
       * Signs what the customer confirmed, and executes it with its first key. However often you call it, the payment is made once.
       * While the quote that it resolves to is still `PENDING`, `wallet.pending` returns it again.
       *
       * @throws {ConfirmationRequiredError} when the quote is not the one that the customer confirmed. Nothing was signed.
       * @throws {SessionRequiredError} when nobody is signed in.
       * @throws {ConflictError} when the quote has expired.
       */
      readonly finish: (options?: WalletRequestOptions) => Promise<Quote>;
    }
);

/** Quotes, asks, remembers, signs and executes. */
export async function pay(
  context: WalletContext,
  call: WalletCall,
  params: PayParams,
): Promise<Quote | undefined> {
  const { api, accountId, clock, payments } = context;
  const { confirm, ...wanted } = objectOf(params, "params", call.operation);
  if (typeof confirm !== "function") {
    refuse("confirm", "must be a function that shows the quote and returns whether to pay", call.operation);
  }
  const quote = await call.prepare((prepared) =>
    api.quotes.create(quoteBody(context, call.operation, wanted), prepared),
  );
  // Before the customer sees it: whatever happens to the object then, this is what is signed.
  const terms = readTerms(context, call.operation, quote);
  requireUnexpired(context, call.operation, terms);
  await call.wait(() => requireNew(context, call.operation, terms));
  const isConfirmed: unknown = await call.waitForPerson(() => confirm(quote));
  if (isConfirmed !== true) return undefined;
  const { quoteId, digest, expiresAt } = terms;
  const idempotencyKey = crypto.randomUUID();
  const startedAt = new Date(clock.now()).toISOString();
  let isSent = false;
  const sending = () => {
    isSent = true;
  };
  try {
    // Before it is sent: whatever happens to the page then, the next one knows the key.
    await call.wait(() => payments.add({ quoteId, accountId, idempotencyKey, startedAt, expiresAt, digest }));
    return await executeBegun(context, call, terms, { idempotencyKey, mayRepeat: false, sending });
  } catch (error) {
    // Its first and only attempts: what they say is the whole truth. The reason of a signal says nothing.
    if (!isSent || (isPaymentsError(error) && error.outcome === "not-executed"))
      await payments.remove(quoteId);
    throw error;
  }
}

/**
 * Refuses a quote of a payment that was begun. A second payment would replace the key of the first.
 *
 * @throws {InvalidRequestError} when the service responded with such a quote
 */
async function requireNew({ payments }: WalletContext, operation: string, terms: Terms): Promise<void> {
  const begun = await payments.list();
  if (begun.some(({ quoteId }) => quoteId === terms.quoteId)) {
    refuse(
      "quote",
      "is of a payment that was begun before: finish that one with `wallet.pending`",
      operation,
    );
  }
}

/** Executes the terms of a payment that was begun, and forgets the payment if the response tells the outcome. */
async function executeBegun(
  context: WalletContext,
  call: WalletCall,
  terms: Terms,
  execution: Execution,
): Promise<Quote> {
  const executed = await executeTerms(context, call, terms, execution);
  if (outcomeOf(executed) !== "unknown") await context.payments.remove(terms.quoteId);
  return executed;
}

/** Reads the outcomes of the payments that were begun, and forgets the settled ones. */
export async function pendingPayments(context: WalletContext, call: WalletCall): Promise<PendingPayment[]> {
  const { clock, payments } = context;
  const found: PendingPayment[] = [];
  const settled: string[] = [];
  for (const begun of await call.wait(() => payments.list())) {
    try {
      const pending = pendingOf(
        context,
        begun,
        await readQuote(context, call, begun.quoteId, call.request()),
      );
      found.push(pending);
      if (pending.outcome !== "unknown") settled.push(begun.quoteId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      if (!isNotFound(error)) payments.warnOfUnreadable();
      // Somebody else may be signed in to the platform. While the quote holds, it stays for the one who can read it.
      if (!(clock.now() < Date.parse(begun.expiresAt ?? begun.startedAt))) settled.push(begun.quoteId);
    }
  }
  // Not before all are read, and whatever time is left: what is forgotten must be told.
  for (const quoteId of settled) await payments.remove(quoteId);
  return found;
}

/** Whether the id of a stored payment names no quote. Any other failure says nothing about the payment. */
function isUnreadable(error: unknown): boolean {
  if (!isApiError(error)) return isPaymentsError(error) && error.code === "INVALID_REQUEST";
  return isNotFound(error) || (error.status === 400 && isServiceError(error.status, error.body));
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && saysNotFound(error.status, error.body);
}

function pendingOf(context: WalletContext, begun: StoredPayment, quote: Quote): PendingPayment {
  const { startedAt, idempotencyKey, digest } = begun;
  const outcome = outcomeOf(quote);
  if (outcome !== "unknown") return { outcome, quote, startedAt };
  const finish = async (options?: WalletRequestOptions) => {
    const call = new WalletCall("wallet.pending.finish", options);
    const terms = readTerms(context, call.operation, quote);
    if (terms.digest !== digest) throw new ConfirmationRequiredError(call.operation, terms.quoteId);
    return executeBegun(context, call, terms, { idempotencyKey, mayRepeat: true });
  };
  return { outcome, quote, startedAt, finish };
}
