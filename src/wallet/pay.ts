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
   * Shows the quote to the customer. The wallet pays only if this resolves to `true`, and signs only what the quote says. The
   * customer's time does not count towards `totalTimeout`. A quote usually expires after 1 to 5 minutes.
   */
  confirm: (quote: Quote) => boolean | Promise<boolean>;
}

/** A payment that was started before. `outcome` selects the form. */
export type PendingPayment = {
  /** The current quote. */
  readonly quote: Quote;
  /** The time of the first attempt: ISO 8601 date-time in UTC, by the service's clock. */
  readonly startedAt: string;
} & (
  | {
      /**
       * `executed`: the service executed the payment. `quote.status` shows its progress, or that it failed. `not-executed`:
       * no money moved, and the quote has expired.
       */
      readonly outcome: "executed" | "not-executed";
    }
  | {
      /** The service has not executed it yet, according to `quote.status`. */
      readonly outcome: "unknown";
      /**
       * Signs what the customer confirmed, and executes it with its first key. You can call it again: the payment is made
       * once. While the resolved quote is still `PENDING`, `wallet.pending` returns the payment again.
       *
       * @throws {ConfirmationRequiredError} when the quote is not the one that the customer confirmed. Nothing was signed.
       * @throws {SessionRequiredError} when nobody is signed in.
       * @throws {ConflictError} when the quote has expired.
       */
      readonly finish: (options?: WalletRequestOptions) => Promise<Quote>;
    }
);

/** Requests a quote, asks the customer, stores the payment, signs it and executes it. */
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
  // Read before the customer sees the quote. Later changes to the object do not change what is signed.
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
    // Stored before it is sent. If the page closes now, the next one still knows the key.
    await call.wait(() => payments.add({ quoteId, accountId, idempotencyKey, startedAt, expiresAt, digest }));
    return await executeStored(context, call, terms, { idempotencyKey, mayRepeat: false, sending });
  } catch (error) {
    // These were the only attempts, so their outcome is the truth. An error of another class says nothing about a sent request.
    if (!isSent || (isPaymentsError(error) && error.outcome === "not-executed"))
      await payments.remove(quoteId);
    throw error;
  }
}

/**
 * Rejects a quote of an earlier payment. A second payment would replace the key of the first.
 *
 * @throws {InvalidRequestError} when the service responded with such a quote
 */
async function requireNew({ payments }: WalletContext, operation: string, terms: Terms): Promise<void> {
  const earlier = await payments.list();
  if (earlier.some(({ quoteId }) => quoteId === terms.quoteId)) {
    refuse("quote", "belongs to an earlier payment: finish that payment with `wallet.pending`", operation);
  }
}

/** Executes the terms of a stored payment. Forgets the payment if the response shows the outcome. */
async function executeStored(
  context: WalletContext,
  call: WalletCall,
  terms: Terms,
  execution: Execution,
): Promise<Quote> {
  const executed = await executeTerms(context, call, terms, execution);
  if (outcomeOf(executed) !== "unknown") await context.payments.remove(terms.quoteId);
  return executed;
}

/** Reads the outcomes of the stored payments, and forgets the settled ones. */
export async function pendingPayments(context: WalletContext, call: WalletCall): Promise<PendingPayment[]> {
  const { clock, payments } = context;
  const found: PendingPayment[] = [];
  const settled: string[] = [];
  for (const stored of await call.wait(() => payments.list())) {
    try {
      const pending = pendingOf(
        context,
        stored,
        await readQuote(context, call, stored.quoteId, call.request()),
      );
      found.push(pending);
      if (pending.outcome !== "unknown") settled.push(stored.quoteId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      if (!isNotFound(error)) payments.warnOfUnreadable();
      // Another user may be signed in to the platform. While the quote is valid, keep it for the user who can read it.
      if (!(clock.now() < Date.parse(stored.expiresAt ?? stored.startedAt))) settled.push(stored.quoteId);
    }
  }
  // Only after all quotes are read, and without a timeout: a forgotten payment must have been returned.
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

function pendingOf(context: WalletContext, stored: StoredPayment, quote: Quote): PendingPayment {
  const { startedAt, idempotencyKey, digest } = stored;
  const outcome = outcomeOf(quote);
  if (outcome !== "unknown") return { outcome, quote, startedAt };
  const finish = async (options?: WalletRequestOptions) => {
    const call = new WalletCall("wallet.pending.finish", options);
    const terms = readTerms(context, call.operation, quote);
    if (terms.digest !== digest) throw new ConfirmationRequiredError(call.operation, terms.quoteId);
    return executeStored(context, call, terms, { idempotencyKey, mayRepeat: true });
  };
  return { outcome, quote, startedAt, finish };
}
