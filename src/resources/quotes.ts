import { refuse } from "../core/errors";
import { fieldOf, textOf, valueAt } from "../core/fields";
import { get, post } from "../core/path";
import type { RequestOptions } from "../core/types";
import type { QuoteId } from "../models/ids";
import type { Quote, QuoteCreateParams, QuoteExecuteParams } from "../models/quote";
import { between, check, id, idOf, noOptions, object, optional, text } from "./checks";
import { PARTIES, quote, valuesAt } from "./genuine";
import { Resource } from "./resource";
import type { WaitOptions } from "./wait-for";

/** specification, "Limits"; the contract has more than 0. */
const LARGEST_LOCKED_AMOUNT = 9_000_000_000_000_000;

/** Moving money across currencies, and to and from UMA addresses. */
export class Quotes extends Resource {
  /**
   * Asks for a quote: account to account, account to UMA address, or from a UMA address. To move money in one currency
   * use `transfers`. Amounts are integers in the smallest unit of their currency. Always sent with an idempotency key,
   * yours or a fresh one, so that it is repeated safely: the same key gives the same quote.
   *
   * With `immediatelyExecute` the money moves within this call.
   *
   * @throws {InvalidRequestError} when the amount is not an integer from 1 to 9000000000000000
   * @throws {BadRequestError} when the two sides, the currencies or the data of the sender do not fit
   *
   * @example
   * ```ts
   * const quote = await payments.quotes.create({
   *   source: { sourceType: "ACCOUNT", accountId: balance.id },
   *   destination: { destinationType: "ACCOUNT", accountId: bankAccount.id },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000, // 100.00 USD
   * });
   * ```
   * @see specification, POST /quotes
   */
  async create(params: QuoteCreateParams, options?: RequestOptions): Promise<Quote> {
    const account = optional(idOf("InternalAccount", "ExternalAccount"));
    const side = valueAt(params, "lockedCurrencySide");
    const total = side === "RECEIVING" ? "totalReceivingAmount" : "totalSendingAmount";
    return this.request("quotes.create", post`/quotes`, {
      body: params,
      checks: {
        "source.accountId": account,
        "source.customerId": optional(idOf("Customer")),
        "destination.accountId": account,
        lockedCurrencyAmount: between(1, LARGEST_LOCKED_AMOUNT),
        lookupId: optional(idOf("Lookup")),
        ...noOptions,
      },
      response: quote(valuesAt(params, ...PARTIES), { [total]: valueAt(params, "lockedCurrencyAmount") }),
      options,
    });
  }

  /**
   * Reads a quote. Once settled it names its transaction.
   *
   * @throws {NotFoundError} when the quote does not exist
   *
   * @example
   * ```ts
   * const { status, transactionId } = await payments.quotes.retrieve(quote.id);
   * ```
   * @see specification, GET /quotes/{quoteId}
   */
  async retrieve(quoteId: QuoteId, options?: RequestOptions): Promise<Quote> {
    return this.request("quotes.retrieve", get`/quotes/${id("Quote", quoteId)}`, {
      response: quote({ id: quoteId }),
      options,
    });
  }

  /**
   * Executes a quote; that cannot be undone. Only for sources that are internal accounts or support direct pull. When the
   * source is an embedded wallet, `signature` is required: a stamp over the text that {@link findPayloadToSign} finds.
   * Always sent with an idempotency key, yours or a fresh one, so that it is repeated safely.
   *
   * @throws {BadRequestError} when the source cannot be executed, or has too little money
   * @throws {AuthenticationError} when the signature is missing or not accepted
   * @throws {ConflictError} when the quote was executed before under another key, or has expired
   *
   * @example
   * ```ts
   * const executed = await payments.quotes.execute(quote.id, {}, { idempotencyKey: deriveIdempotencyKey("rent", month) });
   * ```
   * @see specification, POST /quotes/{quoteId}/execute
   */
  async execute(quoteId: QuoteId, params: QuoteExecuteParams = {}, options?: RequestOptions): Promise<Quote> {
    return this.request("quotes.execute", post`/quotes/${id("Quote", quoteId)}/execute`, {
      params,
      checks: { signature: optional(text), ...noOptions },
      headers: { "service-wallet-signature": params?.signature },
      response: quote({ id: quoteId }),
      options,
    });
  }

  /**
   * Reads a quote again and again until its status is terminal, or `until` says so.
   *
   * @throws {TimeoutError} when that takes longer than `totalTimeout`; the quote goes on all the same
   *
   * @example
   * ```ts
   * const settled = await payments.quotes.waitFor(quote.id, { totalTimeout: 600_000 });
   * ```
   * @see specification, GET /quotes/{quoteId}
   */
  async waitFor(quoteId: QuoteId, options?: WaitOptions<Quote>): Promise<Quote> {
    return this.poll("quotes.waitFor", (reading) => this.retrieve(quoteId, reading), options);
  }
}

/**
 * The text that the owner of an embedded wallet signs to execute a quote, or `undefined` when nothing is to be signed.
 *
 * @example
 * ```ts
 * const payload = findPayloadToSign(quote);
 * const signature = payload && (await signer.stamp(payload));
 * ```
 * @see specification, "PaymentInstruction"
 */
export function findPayloadToSign(quote: Pick<Quote, "paymentInstructions">): string | undefined {
  // A response of another shape is delivered as it came: whatever stands here is read with care.
  const paymentInstructions = fieldOf(quote, "paymentInstructions");
  const payloads = Array.isArray(paymentInstructions)
    ? paymentInstructions.map((instruction) =>
        textOf(fieldOf(instruction, "accountOrWalletInfo"), "payloadToSign"),
      )
    : [];
  return payloads.find((payload) => payload !== undefined);
}

/**
 * Whether a quote can no longer be executed at `now`, by default this moment. An instant equal to `expiresAt` counts as
 * expired.
 *
 * @throws {InvalidRequestError} when `quote` is not an object, or `now` is not a valid date
 *
 * @example
 * ```ts
 * const current = isExpired(quote) ? await payments.quotes.create(quoteParams) : quote;
 * ```
 * @see specification, "Quote"
 */
export function isExpired(quote: Pick<Quote, "expiresAt">, now: Date | number = Date.now()): boolean {
  check(undefined, { quote }, { quote: object });
  // Not `Number(now)`, which reads the text "2027" as two seconds after the epoch.
  const instant = now instanceof Date ? now.getTime() : now;
  if (typeof instant !== "number" || Number.isNaN(instant)) refuse("now", "must be a valid date");
  return instant >= Date.parse(quote.expiresAt);
}
