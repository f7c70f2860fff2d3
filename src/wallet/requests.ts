import { refuse } from "../core/errors";
import type { CurrencyAmount } from "../models/currency";
import type { Quote, QuoteCreateParams } from "../models/quote";
import { isObject } from "../options/kinds";
import type { WalletContext } from "./context";
import { objectGiven } from "./wallet-call";
import type { WalletCall } from "./wallet-call";

/** Parameters of the wallet's `quotes.create`. The source is the wallet, and its owner signs before money moves. */
export type WalletQuoteParams = Omit<QuoteCreateParams, "source" | "immediatelyExecute">;

/** Reads the balance of the wallet. */
export async function readBalance(
  { api, accountId, customerId }: WalletContext,
  call: WalletCall,
): Promise<CurrencyAmount> {
  const wallets = api.internalAccounts.list(
    { type: "EMBEDDED_WALLET", customerId },
    { ...call.request(), prefetch: 0 },
  );
  for await (const account of wallets) {
    if (account.id === accountId) return account.balance;
    // All pages share one timeout: this throws when no time is left.
    call.request();
  }
  refuse("accountId", "must be an embedded wallet of the customer", call.operation);
}

/** Builds the body of a quote out of the wallet. */
export function quoteBody(
  { accountId }: WalletContext,
  operation: string,
  params: WalletQuoteParams,
): QuoteCreateParams {
  const wanted = objectGiven(params, "params", operation);
  // The types forbid both names. JavaScript may still pass them.
  for (const name of ["source", "immediatelyExecute"]) {
    if (name in wanted)
      refuse(name, "must be left out: the wallet is the source, and its owner signs", operation);
  }
  const { destination } = wanted;
  // A copy: a form may change its own object during the call.
  const payee = isObject(destination) ? { ...destination } : destination;
  return { ...wanted, destination: payee, source: { sourceType: "ACCOUNT", accountId } };
}

/** Requests a quote out of the wallet. */
export async function createQuote(
  context: WalletContext,
  call: WalletCall,
  params: WalletQuoteParams,
): Promise<Quote> {
  const { idempotencyKey } = call;
  const body = quoteBody(context, call.operation, params);
  const key = idempotencyKey !== undefined && { idempotencyKey };
  return context.api.quotes.create(body, { ...call.request(), ...key });
}
