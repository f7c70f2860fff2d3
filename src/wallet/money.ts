import { calledIn, traced } from "../core/call-site";
import { refuse } from "../core/errors";
import type { Paginator } from "../core/pagination";
import type { CurrencyAmount } from "../models/currency";
import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
} from "../models/external-account";
import type { CustomerId, ExternalAccountId, QuoteId } from "../models/ids";
import type { Quote, QuoteCreateParams } from "../models/quote";
import type { ExternalAccountLookup, UmaLookup } from "../models/receiver";
import type { Transaction, TransactionListParams } from "../models/transaction";
import type { WalletContext } from "./context";
import type { ExecuteQuoteOptions } from "./execute-quote";
import { invalid } from "./option-checks";
import { objectOf, WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** Filters of the wallet's `transactions.list`: those of a client, without the ones that name an owner or an account. */
export type WalletTransactionListParams = Omit<
  TransactionListParams,
  | "customerId"
  | "platformCustomerId"
  | "accountIdentifier"
  | "senderAccountIdentifier"
  | "receiverAccountIdentifier"
>;

/** Parameters of the wallet's `quotes.create`. The source is the wallet, whose owner signs before anything moves. */
export type WalletQuoteParams = Omit<QuoteCreateParams, "source" | "immediatelyExecute">;

/** Filters of the wallet's `externalAccounts.list`. The customer is the owner of the wallet. */
export type WalletExternalAccountListParams = Omit<ExternalAccountListParams, "customerId">;

/** Parameters of the wallet's `externalAccounts.create`. The customer is the owner of the wallet. */
export type WalletExternalAccountParams = Omit<ExternalAccountCreateParams, "customerId">;

/** The balance of the wallet. */
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
    // One bound for all pages: this throws when no time is left.
    call.request();
  }
  refuse("accountId", "must be an embedded wallet of the customer", call.operation);
}

/** The body of a quote out of the wallet. */
export function quoteBody(
  { accountId }: WalletContext,
  operation: string,
  params: WalletQuoteParams,
): QuoteCreateParams {
  const wanted = objectOf(params, "params", operation);
  // The compiler keeps both away; JavaScript may pass them.
  for (const name of ["source", "immediatelyExecute"]) {
    if (name in wanted)
      refuse(name, "must be left out: the source is this wallet, whose owner signs", operation);
  }
  return { ...wanted, source: { sourceType: "ACCOUNT", accountId } };
}

/** What went out of the wallet and came into it. */
export class WalletTransactions {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

  /**
   * Lists the transactions of the wallet, the newest first unless `sortOrder` is `asc`. Filters combine with "and". Amounts
   * are integers in the smallest unit of their currency.
   *
   * @throws {InvalidRequestError} when a filter is invalid.
   *
   * @example
   * ```ts
   * const { data } = await wallet.transactions.list({ limit: 20 });
   * for await (const transaction of wallet.transactions.list()) console.log(transaction.status);
   * ```
   * @see GET /transactions
   */
  list(params: WalletTransactionListParams = {}, options?: WalletRequestOptions): Paginator<Transaction> {
    return calledIn(this.list, () => {
      const { api, accountId } = this.#context;
      const call = new WalletCall("wallet.transactions.list", options);
      const query = { ...objectOf(params, "params", call.operation), accountIdentifier: accountId };
      return api.transactions.list(query, call.request());
    });
  }
}

/** Offers at a fixed rate for payments out of the wallet. */
export class WalletQuotes {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

  /**
   * Asks for a quote out of the wallet; execute it with `wallet.executeQuote`. Through a relay, the destination is an account
   * of the user or a UMA address. Always sent with an idempotency key, yours or a fresh one: the same key gives the same quote.
   *
   * @throws {InvalidRequestError} when a parameter is invalid, or is not for a wallet (`source`, `immediatelyExecute`).
   * @throws {BadRequestError} when the two sides, the currencies or the data of the sender do not fit.
   * @throws {NotFoundError} when the destination belongs to somebody else.
   *
   * @example
   * ```ts
   * const quote = await wallet.quotes.create({
   *   destination: { destinationType: "ACCOUNT", accountId: bankAccount.id },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000_000, // 10 USDC
   * });
   * ```
   * @see POST /quotes
   */
  async create(params: WalletQuoteParams, options: ExecuteQuoteOptions = {}): Promise<Quote> {
    return traced(this.create, async () => {
      const call = new WalletCall("wallet.quotes.create", options, true);
      const { idempotencyKey } = call;
      const body = quoteBody(this.#context, call.operation, params);
      return this.#context.api.quotes.create(body, { ...call.request(), idempotencyKey });
    });
  }

  /**
   * Reads a quote of the wallet. Once settled it names its transaction.
   *
   * @throws {NotFoundError} when there is no such quote.
   *
   * @example
   * ```ts
   * const { status } = await wallet.quotes.retrieve(quote.id);
   * ```
   * @see GET /quotes/{quoteId}
   */
  async retrieve(quoteId: QuoteId, options?: WalletRequestOptions): Promise<Quote> {
    return traced(this.retrieve, async () =>
      this.#context.api.quotes.retrieve(quoteId, new WalletCall("wallet.quotes.retrieve", options).request()),
    );
  }
}

/** What a receiver can be paid in. */
export class WalletReceivers {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

  /**
   * Looks up a UMA address: its currencies, rates, limits and the data that it asks of the sender. Give `lookupId` of the
   * response to `wallet.quotes.create`.
   *
   * @param receiverUmaAddress starts with `$`
   * @throws {NotFoundError} when nobody has the address.
   *
   * @example
   * ```ts
   * const { lookupId } = await wallet.receivers.lookupUma("$bob@example.com");
   * ```
   * @see GET /receiver/uma/{receiverUmaAddress}
   */
  async lookupUma(receiverUmaAddress: string, options?: WalletRequestOptions): Promise<UmaLookup> {
    return traced(this.lookupUma, async () => {
      const { api, customerId } = this.#context;
      const call = new WalletCall("wallet.receivers.lookupUma", options);
      return api.receivers.lookupUma(receiverUmaAddress, { customerId }, call.request());
    });
  }

  /**
   * Looks up an external account: its currencies, rates, limits and the data that it asks of the sender. Give `lookupId` of
   * the response to `wallet.quotes.create`.
   *
   * @throws {NotFoundError} when the account does not exist, or belongs to somebody else.
   *
   * @example
   * ```ts
   * const { supportedCurrencies } = await wallet.receivers.lookupExternalAccount(bankAccount.id);
   * ```
   * @see GET /receiver/external-account/{accountId}
   */
  async lookupExternalAccount(
    accountId: ExternalAccountId,
    options?: WalletRequestOptions,
  ): Promise<ExternalAccountLookup> {
    return traced(this.lookupExternalAccount, async () => {
      const { api, customerId } = this.#context;
      const call = new WalletCall("wallet.receivers.lookupExternalAccount", options);
      return api.receivers.lookupExternalAccount(accountId, { customerId }, call.request());
    });
  }
}

/** Bank accounts and wallets that the owner of the wallet has elsewhere. */
export class WalletExternalAccounts {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

  /**
   * Lists the external accounts of the wallet's owner.
   *
   * @throws {ConfigurationError} when the wallet has a `client` and no `customerId`: it would list everybody's.
   *
   * @example
   * ```ts
   * const { data } = await wallet.externalAccounts.list({ currency: "USD" });
   * ```
   * @see GET /customers/external-accounts
   */
  list(
    params: WalletExternalAccountListParams = {},
    options?: WalletRequestOptions,
  ): Paginator<ExternalAccount> {
    return calledIn(this.list, () => {
      const call = new WalletCall("wallet.externalAccounts.list", options);
      const query = { ...objectOf(params, "params", call.operation), customerId: this.#owner() };
      return this.#context.api.externalAccounts.list(query, call.request());
    });
  }

  /**
   * Adds an external account of the wallet's owner. The relay of this package does not serve it: whom a user may pay is the
   * decision of the platform's backend.
   *
   * @throws {ConfigurationError} when the wallet has a `client` and no `customerId`.
   * @throws {NotFoundError} when a relay does not serve it.
   * @throws {BadRequestError} when the account's data is not accepted.
   *
   * @example
   * ```ts
   * const account = await wallet.externalAccounts.create({ currency: "USD", accountInfo });
   * ```
   * @see POST /customers/external-accounts
   */
  async create(
    params: WalletExternalAccountParams,
    options?: WalletRequestOptions,
  ): Promise<ExternalAccount> {
    return traced(this.create, async () => {
      const call = new WalletCall("wallet.externalAccounts.create", options);
      const body = { ...objectOf(params, "params", call.operation), customerId: this.#owner() };
      return this.#context.api.externalAccounts.create(body, call.request());
    });
  }

  /** The relay knows the owner by itself. */
  #owner(): CustomerId | undefined {
    const { customerId, isRelayed } = this.#context;
    if (customerId === undefined && !isRelayed) {
      invalid("customerId", "is needed for external accounts: pass the customer who owns the wallet");
    }
    return customerId;
  }
}
