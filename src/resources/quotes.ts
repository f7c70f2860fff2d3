import { refuse } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import type { RequestOptions } from "../core/types";
import type { QuoteId } from "../models/ids";
import { quoteSchema } from "../models/quote";
import type { Quote, QuoteCreateParams, QuoteExecuteParams } from "../models/quote";
import { object } from "../options/kinds";
import { QUOTES } from "../operations/money";
import { check } from "./checks";
import { Resource } from "./resource";
import type { WaitOptions } from "./wait-for";

/** Quotes move money across currencies, and to and from UMA addresses. */
export class Quotes extends Resource {
  /**
   * Creates a quote: account to account, account to UMA address, or from a UMA address. If both accounts have the
   * same currency, use `transfers`: the service refuses the quote. Amounts are integers in the smallest unit of
   * their currency.
   *
   * The client always sends an idempotency key: yours or a fresh one. Retries are safe, because the same key
   * returns the same quote. With `immediatelyExecute`, this call also moves the money.
   *
   * @throws {InvalidRequestError} when the amount is not an integer from 1 to 9000000000000000
   * @throws {BadRequestError} when the two sides, the currencies or the sender's data do not match
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
   * @see POST /quotes
   */
  async create(params: QuoteCreateParams, options?: RequestOptions): Promise<Quote> {
    return this.call(QUOTES.create, quoteSchema, { params, options });
  }

  /**
   * Reads a quote. Once settled, it has a `transactionId`.
   *
   * @throws {NotFoundError} when the quote does not exist
   *
   * @example
   * ```ts
   * const { status, transactionId } = await payments.quotes.retrieve(quote.id);
   * ```
   * @see GET /quotes/{quoteId}
   */
  async retrieve(quoteId: QuoteId, options?: RequestOptions): Promise<Quote> {
    return this.call(QUOTES.retrieve, quoteSchema, { id: quoteId, options });
  }

  /**
   * Executes a quote. You cannot undo this. The source must be an internal account or support direct pull.
   *
   * If the source is an embedded wallet, `signature` is required: a stamp over the text that {@link findPayloadToSign} returns.
   * The client always sends an idempotency key, yours or a fresh one, so retries are safe.
   *
   * @throws {BadRequestError} when the source cannot be executed, or has insufficient funds
   * @throws {AuthenticationError} when the signature is missing or not accepted
   * @throws {ConflictError} when the quote was executed with another key, or has expired
   *
   * @example
   * ```ts
   * const executed = await payments.quotes.execute(quote.id, {}, { idempotencyKey: deriveIdempotencyKey("rent", month) });
   * ```
   * @see POST /quotes/{quoteId}/execute
   */
  async execute(quoteId: QuoteId, params: QuoteExecuteParams = {}, options?: RequestOptions): Promise<Quote> {
    return this.call(QUOTES.execute, quoteSchema, { id: quoteId, params, options });
  }

  /**
   * Polls a quote until its status is terminal, or until `until` returns true.
   *
   * @throws {TimeoutError} when the wait exceeds `totalTimeout`; the quote is unaffected
   *
   * @example
   * ```ts
   * const settled = await payments.quotes.waitFor(quote.id, { totalTimeout: 600_000 });
   * ```
   * @see GET /quotes/{quoteId}
   */
  async waitFor(quoteId: QuoteId, options?: WaitOptions<Quote>): Promise<Quote> {
    return this.poll("quotes.waitFor", (reading) => this.retrieve(quoteId, reading), options);
  }
}

/**
 * Returns the text that the owner of an embedded wallet must sign to execute a quote. Returns `undefined` if
 * the quote needs no signature.
 *
 * @example
 * ```ts
 * const payload = findPayloadToSign(quote);
 * const signature = payload && (await signer.stamp(payload));
 * ```
 */
export function findPayloadToSign(quote: Pick<Quote, "paymentInstructions">): string | undefined {
  // A read delivers responses of any shape, so any value may be here.
  const instructions = fieldOf(quote, "paymentInstructions");
  if (!Array.isArray(instructions)) return undefined;
  return instructions
    .map((instruction) => textOf(fieldOf(instruction, "accountOrWalletInfo"), "payloadToSign"))
    .find((payload) => payload !== undefined);
}

/**
 * Returns whether a quote has expired at `now`, by default the current time. A quote is expired from
 * `expiresAt` on, and if that time cannot be read.
 *
 * @throws {InvalidRequestError} when `quote` is not an object, or `now` is not a valid date
 *
 * @example
 * ```ts
 * const current = isExpired(quote) ? await payments.quotes.create(quoteParams) : quote;
 * ```
 */
export function isExpired(quote: Pick<Quote, "expiresAt">, now: Date | number = Date.now()): boolean {
  check(undefined, { quote }, { quote: object });
  // Not `Number(now)`: it parses the text "2027" as two seconds after the epoch.
  const instant = now instanceof Date ? now.getTime() : now;
  if (typeof instant !== "number" || Number.isNaN(instant)) refuse("now", "must be a valid date");
  return !(instant < Date.parse(quote.expiresAt));
}
