import { hexOf } from "../core/base64";
import { InvalidRequestError, refuse, restate } from "../core/errors";
import { fieldOf, isSameText, textOf } from "../core/fields";
import { amountsOfAnother } from "../core/recognition";
import type { Quote, QuoteCreateParams } from "../models/quote";
import { QUOTES } from "../operations/money";
import { integer, isObject, object, rule, text } from "../options/kinds";
import { optional } from "../operations/parameter-kinds";
import type { Checks } from "../operations/parameter-kinds";
import { check } from "../resources/checks";
import { genuineOf } from "../resources/declared-call";
import { findPayloadToSign, isExpired } from "../resources/quotes";
import type { WalletContext } from "./context";
import { sha256 } from "./crypto/platform";
import { executionOf } from "./payment-end";

/** The service's operation that executes a quote. */
export const EXECUTE = "quotes.execute";

/** The terms of a quote that the wallet signs, read once. */
export interface Terms {
  /** A copy of the quote, as the customer saw it. */
  readonly quote: Quote;
  /** The text to sign. */
  readonly payload: string;
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
  if (textOf(quote.source, "accountId") !== accountId)
    refuse("quote", "does not pay from this wallet", operation);
  check(operation, { quote }, SHOWN);
  // A copy: `confirm` may change the object.
  return { quote: JSON.parse(jsonOf("quote", quote, operation)) as Quote, payload };
}

const whole = /* @__PURE__ */ integer(0);

/** What a customer confirms. A time that cannot be read never expires. */
const SHOWN: Checks = {
  "quote.totalSendingAmount": whole,
  "quote.sendingCurrency.code": text,
  "quote.sendingCurrency.decimals": /* @__PURE__ */ optional(whole),
  "quote.totalReceivingAmount": whole,
  "quote.receivingCurrency.code": text,
  "quote.receivingCurrency.decimals": /* @__PURE__ */ optional(whole),
  "quote.feesIncluded": /* @__PURE__ */ optional(whole),
  "quote.expiresAt": /* @__PURE__ */ rule("must be a time", (value) => Date.parse(value as string) > 0),
  "quote.destination": object,
};

/** A value of the caller's as JSON. */
function jsonOf(path: string, value: unknown, operation: string, replacer?: typeof sorted): string {
  try {
    return JSON.stringify(value, replacer);
  } catch {
    refuse(path, "has a value that JSON cannot represent", operation);
  }
}

/**
 * Rejects a quote for something else than the customer asked for. Only fees in the quote and rounding explain another amount.
 *
 * @throws {InvalidRequestError} when its destination, its receiving currency or its locked amount differs
 */
export function requireAsked(operation: string, quote: Quote, asked: QuoteCreateParams): void {
  if (!isPayee(quote, asked.destination))
    refuse("quote.destination", "is not the payee of the payment", operation);
  const currency = textOf(asked.destination, "currency");
  if (currency !== undefined && !isSameText(textOf(quote.receivingCurrency, "code"), currency))
    refuse("quote.receivingCurrency.code", "is not the currency of the payment", operation);
  const [other] = amountsOfAnother(quote, genuineOf(QUOTES.create.result, undefined, asked));
  if (other !== undefined) refuse(`quote.${other.path}`, other.message, operation);
}

/** Whether a quote pays to a destination. */
export function isPayee({ destination }: Quote, wanted: object): boolean {
  const given = namesOf(destination);
  return namesOf(wanted).every((name, index) => name === undefined || name === given[index]);
}

/** The names of a receiver. The service may change their case. */
function namesOf(destination: unknown): (string | undefined)[] {
  return ["accountId", "umaAddress", "destinationType"].map((name) =>
    textOf(destination, name)?.toLowerCase(),
  );
}

/**
 * Rejects terms that have expired by the service's clock.
 *
 * @throws {InvalidRequestError} when they have.
 */
export function requireUnexpired({ clock }: WalletContext, operation: string, { quote }: Terms): void {
  if (isExpired(quote, clock.now())) refuse("quote", EXPIRED, operation);
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
export async function intentOf(operation: string, wanted: QuoteCreateParams): Promise<string> {
  const { source, destination, lockedCurrencySide, lockedCurrencyAmount } = wanted;
  const currency = textOf(destination, "currency");
  const terms = [
    textOf(source, "accountId"),
    identityOf(destination),
    currency,
    lockedCurrencySide,
    lockedCurrencyAmount,
  ];
  return hexOf(await sha256(jsonOf("destination", terms, operation, sorted)));
}

/** The receiver that a destination names. The service may add other fields later. */
function identityOf(destination: unknown): unknown {
  const [accountId, umaAddress] = namesOf(destination);
  return accountId === undefined && umaAddress === undefined
    ? destination
    : [fieldOf(destination, "destinationType"), accountId, umaAddress];
}

/** Sorts the fields of every object in a JSON text. */
function sorted(_: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}
