import type { CurrencyAmount } from "../models/currency";
import type { QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import type { ExecuteQuoteOptions } from "./execute-quote";
import type { WalletParts } from "./parts";
import type { PayParams } from "./pay";
import type { PendingPayment } from "./payment-watch";
import type { WalletRequestOptions } from "./wallet-call";
import { WalletPart } from "./wallet-part";
import {
  WalletExternalAccounts,
  WalletQuotes,
  WalletReceivers,
  WalletTransactions,
} from "./wallet-resources";

/** The funds of an embedded wallet: what they are, and what their owner does with them. */
export class WalletFunds extends WalletPart {
  /** Payments into and out of the wallet. */
  readonly transactions: WalletTransactions;
  /** Quotes at a fixed rate for payments out of the wallet. */
  readonly quotes: WalletQuotes;
  /** Looks up receivers and the currencies that they accept. */
  readonly receivers: WalletReceivers;
  /** The customer's bank accounts and wallets elsewhere. */
  readonly externalAccounts: WalletExternalAccounts;

  /** Shares the state of a wallet. */
  constructor(parts: WalletParts) {
    super(parts);
    this.transactions = new WalletTransactions(parts);
    this.quotes = new WalletQuotes(parts);
    this.receivers = new WalletReceivers(parts);
    this.externalAccounts = new WalletExternalAccounts(parts);
  }

  /**
   * Reads the balance, an integer in the smallest unit of its currency. If you pass a `client` without `customerId`, the call
   * searches the wallets of all customers.
   *
   * @throws {InvalidRequestError} when the account is not an embedded wallet of the customer.
   *
   * @example
   * ```ts
   * const { amount, currency } = await wallet.balance();
   * console.log(formatAmount(amount, currency));
   * ```
   * @see GET /customers/internal-accounts
   */
  async balance(options?: WalletRequestOptions): Promise<CurrencyAmount> {
    return this.call("wallet.balance", options, ({ actions, context }, call) =>
      actions.readBalance(context, call),
    );
  }

  /**
   * Signs and executes a quote that pays from this wallet. You cannot undo this. The request carries an idempotency key:
   * yours or a new one. Automatic retries repeat it. After an error with `outcome: "unknown"`, call again with the error's
   * `idempotencyKey`.
   *
   * @example
   * ```ts
   * const quote = await wallet.quotes.create({
   *   destination: { destinationType: "ACCOUNT", accountId: bankAccount.id },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000_000, // 10 USDC
   * });
   * const executed = await wallet.executeQuote(quote);
   * ```
   *
   * @param quote the quote that the customer confirmed. If you pass an id, the wallet retrieves the quote and signs that.
   * @throws {InvalidRequestError} when the quote cannot be signed, or was executed (`outcome` is then `"executed"`).
   * @throws {SessionRequiredError} when nobody is signed in, or the session has ended.
   * @throws {ConflictError} when the quote was executed before under another key, or has expired.
   * @see POST /quotes/{quoteId}/execute
   */
  async executeQuote(quote: Quote | QuoteId, options: ExecuteQuoteOptions = {}): Promise<Quote> {
    return this.call(
      "wallet.executeQuote",
      options,
      ({ actions, context }, call) => actions.executeFromWallet(context, call, quote),
      { isKeyed: true },
    );
  }

  /**
   * Makes a payment from the wallet: requests a quote, shows it to `confirm`, signs it and executes it. The wallet signs only
   * what `confirm` was shown. Before the request, the session store keeps the payment with a digest of its payload, amounts
   * and destination. What the store cannot record is not sent. {@link pending} returns the payment, also after a reload, until
   * you {@link dismiss} it.
   *
   * @example
   * ```ts
   * const paid = await wallet.pay({
   *   destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000_000, // 10 USDC
   *   confirm: (quote) => ask(quote),
   * });
   * if (paid) await wallet.dismiss(paid.id); // after the customer has seen the outcome
   * ```
   *
   * @returns the executed quote, or `undefined` if `confirm` did not resolve to `true`.
   * @throws {InvalidRequestError} when a parameter is invalid, the quote differs from it or cannot be signed, or it expired
   * before confirmation.
   * @throws {BadRequestError} when the service does not accept the two sides, the currencies or the sender's data.
   * @throws {SessionRequiredError} when nobody is signed in, or the session has ended.
   * @throws {ConflictError} when the quote expired before the service received it.
   * @throws {PaymentOpenError} when an equal payment is open. Finish or dismiss it with {@link pending}.
   * @throws {StoreUnavailableError} when the session store cannot record the payment. Nothing was sent.
   */
  async pay(params: PayParams, options?: WalletRequestOptions): Promise<Quote | undefined> {
    return this.call("wallet.pay", options, ({ actions, context }, call) =>
      actions.pay(context, call, params),
    );
  }

  /**
   * Returns the payments of {@link pay} that nobody has dismissed, with their outcomes. The response may have been lost, or the
   * page was closed. Each stays in the list, in all tabs. A payment that cannot be read now has its `error`.
   *
   * @throws {StoreUnavailableError} when the session store cannot be read.
   *
   * @example
   * ```ts
   * for (const payment of await wallet.pending()) {
   *   if (payment.outcome === "unknown" && (await ask(payment.quote))) await payment.finish();
   *   if (payment.outcome === "executed") await payment.dismiss(); // after the customer has seen it
   * }
   * ```
   * @see GET /quotes/{quoteId}
   */
  async pending(options?: WalletRequestOptions): Promise<PendingPayment[]> {
    return this.call("wallet.pending", options, ({ actions, context }, call) =>
      actions.pendingPayments(context, call),
    );
  }

  /**
   * Removes a payment from {@link pending}, in all tabs. Call it when the customer has seen the outcome. An open payment is given
   * up: the same payment can then be made again, and both may be executed.
   *
   * @example
   * ```ts
   * await wallet.dismiss(quote.id);
   * ```
   *
   * @throws {StoreUnavailableError} when the store may still have it.
   */
  async dismiss(quoteId: QuoteId, options?: WalletRequestOptions): Promise<void> {
    return this.call("wallet.dismiss", options, ({ actions, context }, call) =>
      actions.dismissPayment(context, call, quoteId),
    );
  }

  /**
   * Exports the wallet's recovery phrase. The service seals it to a new key pair. The wallet checks the issuer's signature
   * before it opens the phrase. **Warning**: whoever knows the phrase owns the wallet.
   *
   * @example
   * ```ts
   * const phrase = await wallet.exportMnemonic();
   * ```
   *
   * @returns the words, with the service's separators.
   * @throws {ConfigurationError} when production has neither `trustedIssuerKeys` nor `allowUnpinnedIssuer`.
   * @throws {SessionRequiredError} when nobody is signed in, or the session has ended.
   * @throws {SignatureVerificationError} when the issuer is not trusted or its signature is invalid. `outcome` is
   * `"executed"`.
   * @throws {MalformedBundleError} when the export cannot be read. `outcome` is `"executed"`.
   * @throws {DecryptionError} when the export cannot be opened. `outcome` is `"executed"`.
   * @see POST /internal-accounts/{id}/export
   */
  async exportMnemonic(options?: WalletRequestOptions): Promise<string> {
    return this.call("wallet.exportMnemonic", options, ({ actions, context }, call) =>
      actions.exportMnemonic(context, call),
    );
  }
}
