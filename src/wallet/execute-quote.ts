import { refuse } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import type { RequestOptions } from "../core/types";
import type { Quote } from "../models/quote";
import type { QuoteId } from "../models/ids";
import { findPayloadToSign } from "../resources/quotes";
import type { WalletContext } from "./context";
import { requireObject } from "./wallet-call";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";

/** Options of {@link Wallet.executeQuote} and of the wallet's `quotes.create`. */
export interface ExecuteQuoteOptions extends WalletRequestOptions {
  /** The `Idempotency-Key` of the request; made when absent. */
  idempotencyKey?: string | undefined;
}

/**
 * Reads a quote, and takes no other for it.
 *
 * @throws {InvalidRequestError} when the response is not that quote
 */
export async function readQuote(
  { api }: WalletContext,
  { operation }: WalletCall,
  quoteId: QuoteId,
  options: RequestOptions,
): Promise<Quote> {
  const quote = await api.quotes.retrieve(quoteId, options);
  if (textOf(quote, "id")?.toLowerCase() === quoteId.toLowerCase()) return quote;
  return refuse("quote", "could not be read: the service responded with something else", operation);
}

/**
 * Signs a quote with a session of this device, and executes it.
 *
 * @param sending called before the request: what fails earlier has sent nothing
 */
export async function executeQuote(
  context: WalletContext,
  call: WalletCall,
  quote: Quote | QuoteId,
  idempotencyKey: string | undefined,
  sending?: () => void,
): Promise<Quote> {
  const { api, authorization, accountId, executeSignature } = context;
  const { operation } = call;
  if (typeof quote !== "string") requireObject(quote, "quote", operation);
  const known =
    typeof quote === "string"
      ? await call.prepare((prepared) => readQuote(context, call, quote, prepared))
      : quote;
  const { id, payload, source } = {
    id: known.id,
    payload: findPayloadToSign(known),
    source: fieldOf(known.source, "accountId"),
  };
  if (payload === undefined) {
    refuse(
      "quote",
      "has no `payloadToSign`: only quotes whose source is an embedded wallet are signed",
      operation,
    );
  }
  if (typeof source === "string" && source !== accountId) {
    refuse("quote", "has another account as its source", operation);
  }
  return authorization.run(call, {}, async (session) => {
    const signer = await session();
    const signature =
      executeSignature === "der"
        ? await signer.signDer(payload, operation)
        : await signer.stamp(payload, operation);
    sending?.();
    return api.quotes.execute(id, { signature }, { ...call.request(), idempotencyKey });
  });
}
