import { isApiError, isPaymentsError } from "../core/error-guards";
import { restate } from "../core/errors";
import { precedesTheKey } from "../core/judge";
import type { Quote } from "../models/quote";
import type { QuoteId } from "../models/ids";
import { isGone, namesAsGone, statesOwner } from "./absence";
import type { WalletContext } from "./context";
import { executionOf } from "./payment-end";
import { EXECUTE, readTerms, requireUnexpired } from "./terms";
import type { Terms } from "./terms";
import { objectGiven } from "./wallet-call";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";

/** Options of {@link Wallet.executeQuote} and of the wallet's `quotes.create`. */
export interface ExecuteQuoteOptions extends WalletRequestOptions {
  /** The `Idempotency-Key` of the request. Leave it out for a new one. `undefined` is rejected. */
  idempotencyKey?: string;
}

/** Options of {@link executeTerms}. */
export interface Execution {
  readonly idempotencyKey: string | undefined;
  /** An earlier attempt may have used the key. Only the service then knows whether the quote was executed in time. */
  readonly mayRepeat: boolean;
  /** How far a stored payment has come. Absent for a quote that has no row. */
  readonly progress?: Progress;
}

/** How far the attempt of a stored payment has come. */
export interface Progress {
  /** True from just before the request on, unless it certainly never left. */
  isSent: boolean;
  /** The quote, as the service showed it after it refused the attempt. */
  seen?: Quote;
}

/** Retrieves a quote. Its id has the case that the wallet has stored and signed. */
export async function readQuote({ api }: WalletContext, call: WalletCall, quoteId: QuoteId): Promise<Quote> {
  const quote = await api.quotes.retrieve(quoteId, call.request());
  quote.id = quoteId;
  return quote;
}

/** Signs a quote with a session of this device, and executes it. */
export async function executeFromWallet(
  context: WalletContext,
  call: WalletCall,
  quote: Quote | QuoteId,
): Promise<Quote> {
  const { operation, idempotencyKey } = call;
  const known =
    typeof quote === "string"
      ? await call.prepare(() => readQuote(context, call, quote))
      : objectGiven(quote, "quote", operation);
  const mayRepeat = idempotencyKey !== undefined;
  const terms = readTerms(context, operation, known, mayRepeat);
  return executeTerms(context, call, terms, { idempotencyKey, mayRepeat });
}

/** Signs exactly these terms with a session of this device, and executes their quote. */
export async function executeTerms(
  context: WalletContext,
  call: WalletCall,
  terms: Terms,
  { idempotencyKey, mayRepeat, progress }: Execution,
): Promise<Quote> {
  const { api, authorization, executeSignature, payloads } = context;
  const { operation } = call;
  const { payload, quote } = terms;
  const requireTime = () => {
    if (!mayRepeat) requireUnexpired(context, operation, terms);
  };
  requireTime();
  return authorization.run(call, {}, async (session) => {
    const signer = await session();
    // The quote may have expired during a sign-in.
    requireTime();
    await payloads.require(call, payload, { operation: EXECUTE, quote });
    const form = executeSignature === "der" ? "signDer" : "stamp";
    const signature = await signer[form](payload, operation);
    const wasSent = progress?.isSent;
    if (progress) progress.isSent = true;
    try {
      const key = idempotencyKey !== undefined && { idempotencyKey };
      return await api.quotes.execute(quote.id, { signature }, { ...call.request(), ...key });
    } catch (error) {
      if (progress && !wasSent && isUnsent(error)) progress.isSent = false;
      const isNotExecuted = isPaymentsError(error) && error.outcome === "not-executed";
      if (isNotExecuted && !(await isRefused(context, call, quote.id, error, progress)))
        restate(error, { outcome: "unknown", advice: "reconcile" });
      throw error;
    }
  });
}

/** Whether a request certainly never left. An error after several attempts does not say that of each. */
function isUnsent(error: unknown): boolean {
  if (!isPaymentsError(error) || error.outcome !== "not-executed") return false;
  return !("status" in error) && (error.attempts ?? 0) <= 1;
}

/**
 * Whether a `not-executed` error proves that the quote was not executed. A browser repeats requests, and an earlier copy may have
 * executed the quote: with the right cookie, or before a limit. What the relay refuses itself says nothing about that. After a
 * refusal of the service, the quote shows it. For a stored payment, every refusal has this look.
 */
async function isRefused(
  context: WalletContext,
  call: WalletCall,
  quoteId: QuoteId,
  error: unknown,
  progress: Progress | undefined,
): Promise<boolean> {
  if (!isApiError(error)) return true;
  const mayBeOfCopy = context.isRelayed && (precedesTheKey(error) || namesAsGone(error));
  if (!mayBeOfCopy && progress === undefined) return true;
  if (mayBeOfCopy && !statesOwner(context, error)) return false;
  try {
    const seen = await readQuote(context, call, quoteId);
    if (progress) progress.seen = seen;
    return executionOf(seen) !== "executed";
  } catch (failure) {
    if (!mayBeOfCopy) return true;
    return isGone({
      thing: "payment",
      isOwner: statesOwner(context, failure),
      isNamed: namesAsGone(failure),
    });
  }
}
