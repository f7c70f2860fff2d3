import { hexOf } from "../core/base64";
import { InvalidRequestError, refuse, restate } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import type { QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import { isObject } from "../options/kinds";
import { findPayloadToSign, isExpired } from "../resources/quotes";
import type { WalletContext } from "./context";
import type { QuoteCreateParams } from "../models/quote";
import { sha256 } from "./crypto/hash";
import { executionOf } from "./payment-end";

/** The service's operation that executes a quote. */
export const EXECUTE = "quotes.execute";

/** The terms of a quote that the wallet signs, read once. */
export interface Terms {
  readonly quoteId: QuoteId;
  /** The quote itself, as the customer saw it. */
  readonly quote: Quote;
  /** The text to sign. */
  readonly payload: string;
  readonly expiresAt: string;
}

/**
 * Reads the terms to sign. Rejects a quote that this wallet must not sign.
 *
 * @param mayRepeat an earlier attempt may have used the same key. Then the service repeats its response, so an executed quote
 * is signed again
 * @throws {InvalidRequestError} when the quote was executed or has expired, has nothing to sign, or does not pay from this
 * wallet. After an execution, `outcome` is `"executed"`.
 */
export function readTerms(
  { accountId }: WalletContext,
  operation: string,
  quote: Quote,
  mayRepeat = false,
): Terms {
  const outcome = executionOf(quote);
  if (outcome === "executed" && !mayRepeat) {
    const message = `was executed before: its status is ${quote.status}`;
    const error = new InvalidRequestError([{ path: "quote", message }], operation);
    restate(error, { outcome, advice: "reconcile" });
    throw error;
  }
  if (outcome === "not-executed") refuse("quote", EXPIRED, operation);
  const payload = findPayloadToSign(quote);
  if (payload === undefined) {
    refuse(
      "quote",
      "has no `payloadToSign`: the wallet signs only quotes out of an embedded wallet",
      operation,
    );
  }
  const source = textOf(quote.source, "accountId");
  if (source === undefined) refuse("quote", "has no account as its source", operation);
  if (source !== accountId) refuse("quote", "has another account as its source", operation);
  for (const [path, isWhole] of partsOf(quote)) {
    if (!isWhole)
      refuse(`quote.${path}`, "is missing or unusable, so nobody can confirm the payment", operation);
  }
  return {
    quoteId: quote.id,
    // A copy: `confirm` may change the object.
    quote: JSON.parse(jsonOf("quote", quote, operation)) as Quote,
    payload,
    expiresAt: quote.expiresAt,
  };
}

/** A value of the caller's as JSON. */
function jsonOf(path: string, value: unknown, operation: string, replacer?: typeof sorted): string {
  try {
    return JSON.stringify(value, replacer);
  } catch {
    refuse(path, "has a value that JSON cannot represent", operation);
  }
}

/** What a customer confirms, and whether it is there to be shown. A time that cannot be read never expires. */
function partsOf(quote: Quote): [string, boolean][] {
  const isAmount = (amount: unknown) => Number.isSafeInteger(amount) && Number(amount) >= 0;
  const isNamed = (currency: unknown) => Boolean(textOf(currency, "code"));
  return [
    ["totalSendingAmount", isAmount(quote.totalSendingAmount)],
    ["sendingCurrency", isNamed(quote.sendingCurrency)],
    ["totalReceivingAmount", isAmount(quote.totalReceivingAmount)],
    ["receivingCurrency", isNamed(quote.receivingCurrency)],
    ["expiresAt", !Number.isNaN(Date.parse(quote.expiresAt))],
    ["destination", isObject(quote.destination)],
  ];
}

/**
 * Rejects a destination of another kind than the customer asked for.
 *
 * @throws {InvalidRequestError} when the quote pays somebody else
 */
export function requireDestination(operation: string, quote: Quote, wanted: object): void {
  const { destination } = quote;
  if (["destinationType", "accountId", "umaAddress"].every((name) => isSame(destination, wanted, name)))
    return;
  refuse("quote.destination", "is not the payee of the payment", operation);
}

function isSame(given: unknown, wanted: unknown, name: string): boolean {
  const [one, other] = [textOf(given, name)?.toLowerCase(), textOf(wanted, name)?.toLowerCase()];
  return one === other || other === undefined;
}

/**
 * Rejects terms that have expired by the service's clock.
 *
 * @throws {InvalidRequestError} when they have.
 */
export function requireUnexpired({ clock }: WalletContext, operation: string, terms: Terms): void {
  if (isExpired(terms, clock.now())) refuse("quote", EXPIRED, operation);
}

const EXPIRED = "has expired: request a new one";

/** SHA-256 over the payload, the amounts and the destination, in hexadecimal. */
export async function digestOf({ quote, payload }: Terms): Promise<string> {
  const { destination, totalSendingAmount, totalReceivingAmount, feesIncluded } = quote;
  const facts = [
    payload,
    [totalSendingAmount, textOf(quote.sendingCurrency, "code")],
    [totalReceivingAmount, textOf(quote.receivingCurrency, "code")],
    feesIncluded,
    identityOf(destination),
  ];
  return hexOf(await sha256(JSON.stringify(facts, sorted)));
}

/** SHA-256 over payer, payee, currency and amount of a wanted payment, in hexadecimal. Equal payments have equal intents. */
export async function intentOf(
  operation: string,
  accountId: string,
  wanted: Omit<QuoteCreateParams, "source" | "immediatelyExecute">,
): Promise<string> {
  const { destination, lockedCurrencySide, lockedCurrencyAmount } = wanted;
  const currency = textOf(destination, "currency");
  const terms = [accountId, identityOf(destination), currency, lockedCurrencySide, lockedCurrencyAmount];
  return hexOf(await sha256(jsonOf("destination", terms, operation, sorted)));
}

/** The receiver that a destination names. The service may add other fields later. */
function identityOf(destination: unknown): unknown {
  const named = ["accountId", "umaAddress"].map((name) => textOf(destination, name)?.toLowerCase());
  if (named.every((name) => name === undefined)) return destination;
  return [fieldOf(destination, "destinationType"), ...named];
}

/** Sorts the fields of every object in a JSON text. */
function sorted(_: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}
