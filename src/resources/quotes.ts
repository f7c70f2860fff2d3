import { lockedAmount } from "../resources/checks";
import type { HttpCore } from "../core/http-core";
import { path } from "../core/path";
import type { RequestOptions } from "../core/types";
import type { QuoteId } from "../models/ids";
import { quoteSchema } from "../models/quote";
import type { Quote, QuoteCreateParams, QuoteExecuteParams } from "../models/quote";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";
import { id, send } from "./send";

/** Moving money across currencies, and to and from UMA addresses. Source: specification, "Quotes". */
export class Quotes {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Asks for a quote: account to account, account to UMA address, or from a UMA address. Moves in one currency are made
   * with `transfers`. Amounts are integers in the smallest unit of their currency. Always sent with an idempotency key,
   * yours or a fresh one, so that it is repeated safely: the same key gives the same quote.
   *
   * With `immediatelyExecute` the money moves within this call.
   *
   * @throws InvalidRequestError when the amount is not an integer from 0 to 9000000000000000
   * @throws BadRequestError when the two sides, the currencies or the data of the sender do not fit
   * @see Specification, POST /quotes
   */
  async create(params: QuoteCreateParams, options?: RequestOptions): Promise<Quote> {
    return send(
      this.#core,
      {
        operation: "quotes.create",
        method: "POST",
        path: "/quotes",
        body: params,
        checks: { lockedCurrencyAmount: lockedAmount },
        schema: quoteSchema,
      },
      options,
    );
  }

  /**
   * Reads a quote; once settled it names its transaction.
   *
   * @throws NotFoundError when there is none
   * @see Specification, GET /quotes/{quoteId}
   */
  async retrieve(quoteId: QuoteId, options?: RequestOptions): Promise<Quote> {
    return send(
      this.#core,
      {
        operation: "quotes.retrieve",
        method: "GET",
        path: path`/quotes/${id("Quote", quoteId)}`,
        schema: quoteSchema,
      },
      options,
    );
  }

  /**
   * Executes a quote; that cannot be undone. Only for sources that are internal accounts or support direct pull. When the
   * source is an embedded wallet, `signature` is required: a stamp over the text that {@link findPayloadToSign} finds.
   * Always sent with an idempotency key, yours or a fresh one, so that it is repeated safely.
   *
   * @throws BadRequestError when the source cannot be executed, or has too little money
   * @throws AuthenticationError when the signature is missing or not accepted
   * @throws ConflictError when the quote was executed before under another key, or has expired
   * @see Specification, POST /quotes/{quoteId}/execute
   */
  async execute(quoteId: QuoteId, params: QuoteExecuteParams = {}, options?: RequestOptions): Promise<Quote> {
    return send(
      this.#core,
      {
        operation: "quotes.execute",
        method: "POST",
        path: path`/quotes/${id("Quote", quoteId)}/execute`,
        headers: { "service-wallet-signature": params.signature },
        schema: quoteSchema,
      },
      options,
    );
  }

  /**
   * Reads a quote again and again until its status is terminal, or `until` says so.
   *
   *     const quote = await payments.quotes.waitFor(id, { timeout: 600_000 });
   *
   * @throws TimeoutError when that takes longer than `timeout`; the quote goes on all the same
   * @see Specification, GET /quotes/{quoteId}
   */
  async waitFor(quoteId: QuoteId, options?: WaitOptions<Quote>): Promise<Quote> {
    return waitFor(this.#core, "quotes.waitFor", (reading) => this.retrieve(quoteId, reading), options);
  }
}

/**
 * The text that the owner of an embedded wallet signs to execute a quote, or `undefined` when nothing is to be signed.
 * Source: specification, "PaymentInstruction".
 */
export function findPayloadToSign(quote: Pick<Quote, "paymentInstructions">): string | undefined {
  const signed = quote.paymentInstructions?.find(
    ({ accountOrWalletInfo }) => typeof accountOrWalletInfo.payloadToSign === "string",
  );
  return signed?.accountOrWalletInfo.payloadToSign ?? undefined;
}

/**
 * Whether a quote can no longer be executed at `now`, by default this moment. An instant equal to `expiresAt` counts as
 * expired. Source: specification, "Quote".
 */
export function isExpired(quote: Pick<Quote, "expiresAt">, now: Date | number = Date.now()): boolean {
  return Number(now) >= Date.parse(quote.expiresAt);
}
