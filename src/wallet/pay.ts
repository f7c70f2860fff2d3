import { saysNotFound } from "../core/judge";
import { isApiError, isPaymentsError } from "../core/error-guards";
import { refuse } from "../core/errors";
import type { Quote } from "../models/quote";
import type { WalletContext } from "./context";
import { executeQuote, readQuote } from "./execute-quote";
import { quoteBody } from "./money";
import type { WalletQuoteParams } from "./money";
import type { StoredPayment } from "./stores/session-store";
import { objectOf, WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** Parameters of {@link Wallet.pay}: those of the wallet's `quotes.create`, and the customer's word. */
export interface PayParams extends WalletQuoteParams {
  /**
   * Shows the quote to the customer. Only `true` pays. The time that it takes is not counted; a quote typically holds for 1 to 5
   * minutes.
   */
  confirm: (quote: Quote) => boolean | Promise<boolean>;
}

/** What became of a payment that was begun, by `outcome`. */
export type PendingPayment = {
  /** The quote that was confirmed, as it is now. */
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
       * Signs and executes it with the key that it was begun with: however often, it is made once. While the quote that it resolves
       * to is still `PENDING`, `wallet.pending` goes on telling of it.
       *
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
  const isConfirmed: unknown = await call.waitForPerson(() => confirm(quote));
  if (isConfirmed !== true) return undefined;
  const idempotencyKey = crypto.randomUUID();
  const startedAt = new Date(clock.now()).toISOString();
  let isSent = false;
  const sending = () => {
    isSent = true;
  };
  try {
    // Before it is sent: whatever happens to the page then, the next one knows the key.
    await call.wait(() => payments.add({ quoteId: quote.id, accountId, idempotencyKey, startedAt }));
    return await executeBegun(context, call, quote, idempotencyKey, sending);
  } catch (error) {
    // Its first and only attempts: what they say is the whole truth. The reason of a signal says nothing.
    if (!isSent || (isPaymentsError(error) && error.outcome === "not-executed"))
      await payments.remove(quote.id);
    throw error;
  }
}

/** Executes the quote of a payment that was begun, and forgets the payment when the response tells its end. */
async function executeBegun(
  context: WalletContext,
  call: WalletCall,
  quote: Quote,
  idempotencyKey: string,
  sending?: () => void,
): Promise<Quote> {
  const executed = await executeQuote(context, call, quote, idempotencyKey, sending);
  if (outcomeOf(executed) !== "unknown") await context.payments.remove(quote.id);
  return executed;
}

/** Whether a quote was executed. One that is still PENDING, or has a newer status, does not say. */
function outcomeOf({ status }: Quote): PendingPayment["outcome"] {
  if (status === "EXPIRED") return "not-executed";
  return ["PROCESSING", "COMPLETED", "FAILED"].includes(status) ? "executed" : "unknown";
}

/** Reads what became of the payments that were begun, and forgets those whose end is known. */
export async function pendingPayments(context: WalletContext, call: WalletCall): Promise<PendingPayment[]> {
  const { payments } = context;
  const found: PendingPayment[] = [];
  for (const begun of await call.wait(() => payments.list())) {
    try {
      const quote = await readQuote(context, call, begun.quoteId, call.request());
      found.push(pendingOf(context, begun, quote));
    } catch (error) {
      // Somebody else may be signed in to the platform. It stays for the one who can read it.
      if (!isApiError(error) || !saysNotFound(error.status, error.body)) throw error;
    }
  }
  // Not before all are read, and whatever time is left: what is forgotten must be told.
  for (const { outcome, quote } of found) if (outcome !== "unknown") await payments.remove(quote.id);
  return found;
}

function pendingOf(context: WalletContext, begun: StoredPayment, quote: Quote): PendingPayment {
  const { startedAt, idempotencyKey } = begun;
  const outcome = outcomeOf(quote);
  if (outcome !== "unknown") return { outcome, quote, startedAt };
  const finish = async (options?: WalletRequestOptions) =>
    executeBegun(context, new WalletCall("wallet.pending.finish", options), quote, idempotencyKey);
  return { outcome, quote, startedAt, finish };
}
