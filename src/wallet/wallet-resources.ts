import { ConfigurationError } from "../core/errors";
import type { Paginator } from "../core/pagination";
import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
} from "../models/accounts";
import type { CustomerId, ExternalAccountId, QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import type { ExternalAccountLookup, UmaLookup } from "../models/receiver";
import type { Transaction, TransactionListParams } from "../models/transaction";
import type { ExecuteQuoteOptions } from "./execute-quote";
import type { WalletQuoteParams } from "./requests";
import type { WalletShell } from "./shell";
import { objectGiven } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";
import { WalletPart } from "./wallet-part";

/** Filters of the wallet's `transactions.list`: the client's filters, without those for owners and accounts. */
export type WalletTransactionListParams = Omit<
  TransactionListParams,
  | "customerId"
  | "platformCustomerId"
  | "accountIdentifier"
  | "senderAccountIdentifier"
  | "receiverAccountIdentifier"
>;

/** Filters of the wallet's `externalAccounts.list`. The customer is the owner of the wallet. */
export type WalletExternalAccountListParams = Omit<ExternalAccountListParams, "customerId">;

/** Parameters of the wallet's `externalAccounts.create`. The customer is the owner of the wallet. */
export type WalletExternalAccountParams = Omit<ExternalAccountCreateParams, "customerId">;

/** The payments into and out of a wallet. */
export class WalletTransactions extends WalletPart {
  /**
   * Lists the transactions of the wallet, newest first unless `sortOrder` is `asc`. Filters combine with "and". Amounts are
   * integers in the smallest unit of their currency.
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
    const operation = "wallet.transactions.list";
    const filters = objectGiven(params, "params", operation);
    return this.pages(operation, filters, options, ({ context: { api, accountId } }, query, given) =>
      api.transactions.list({ ...query, accountIdentifier: accountId }, given),
    );
  }
}

/** Quotes at a fixed rate for payments out of the wallet. */
export class WalletQuotes extends WalletPart {
  /**
   * Requests a quote out of the wallet. Execute it with `wallet.executeQuote`. Through a relay, the destination is one of the
   * user's accounts or a UMA address. The request carries an idempotency key: yours or a new one. The same key returns the
   * same quote.
   *
   * @throws {InvalidRequestError} when a parameter is invalid, or is not for a wallet (`source`, `immediatelyExecute`).
   * @throws {BadRequestError} when the service does not accept the two sides, the currencies or the sender's data.
   * @throws {NotFoundError} when the destination belongs to another customer.
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
    return this.call(
      "wallet.quotes.create",
      options,
      ({ actions, context }, call) => actions.createQuote(context, call, params),
      { isKeyed: true },
    );
  }

  /**
   * Retrieves a quote of the wallet. A settled quote names its transaction.
   *
   * @throws {NotFoundError} when the quote does not exist.
   *
   * @example
   * ```ts
   * const { status } = await wallet.quotes.retrieve(quote.id);
   * ```
   * @see GET /quotes/{quoteId}
   */
  async retrieve(quoteId: QuoteId, options?: WalletRequestOptions): Promise<Quote> {
    return this.call("wallet.quotes.retrieve", options, ({ context: { api } }, call) =>
      api.quotes.retrieve(quoteId, call.request()),
    );
  }
}

/** Looks up receivers and the currencies that they accept. */
export class WalletReceivers extends WalletPart {
  /**
   * Looks up a UMA address. Returns its currencies, rates and limits, and the sender data that it requires. Pass the
   * response's `lookupId` to `wallet.quotes.create`.
   *
   * @param receiverUmaAddress starts with `$`
   * @throws {NotFoundError} when the address does not exist.
   *
   * @example
   * ```ts
   * const { lookupId } = await wallet.receivers.lookupUma("$bob@example.com");
   * ```
   * @see GET /receiver/uma/{receiverUmaAddress}
   */
  async lookupUma(receiverUmaAddress: string, options?: WalletRequestOptions): Promise<UmaLookup> {
    return this.call("wallet.receivers.lookupUma", options, ({ context: { api, customerId } }, call) =>
      api.receivers.lookupUma(receiverUmaAddress, { customerId }, call.request()),
    );
  }

  /**
   * Looks up an external account. Returns its currencies, rates and limits, and the sender data that it requires. Pass the
   * response's `lookupId` to `wallet.quotes.create`.
   *
   * @throws {NotFoundError} when the account does not exist, or belongs to another customer.
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
    return this.call(
      "wallet.receivers.lookupExternalAccount",
      options,
      ({ context: { api, customerId } }, call) =>
        api.receivers.lookupExternalAccount(accountId, { customerId }, call.request()),
    );
  }
}

/** The bank accounts and wallets that the owner has elsewhere. */
export class WalletExternalAccounts extends WalletPart {
  /**
   * Lists the external accounts of the wallet's owner.
   *
   * @throws {ConfigurationError} when you pass a `client` without `customerId`: it would list those of all customers.
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
    const operation = "wallet.externalAccounts.list";
    const filters = { ...objectGiven(params, "params", operation), customerId: ownerOf(this.shell) };
    return this.pages(operation, filters, options, ({ context: { api } }, query, given) =>
      api.externalAccounts.list(query, given),
    );
  }

  /**
   * Adds an external account for the wallet's owner. The relay of this package does not offer this call, because your backend
   * decides whom a user may pay.
   *
   * @throws {ConfigurationError} when you pass a `client` without `customerId`.
   * @throws {NotFoundError} when the relay does not offer this call.
   * @throws {BadRequestError} when the service does not accept the account's data.
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
    return this.call("wallet.externalAccounts.create", options, async ({ context }, call) => {
      const body = { ...objectGiven(params, "params", call.operation), customerId: ownerOf(context) };
      return context.api.externalAccounts.create(body, call.request());
    });
  }
}

/** A relay already knows the owner. */
function ownerOf({ customerId, isRelayed }: WalletShell): CustomerId | undefined {
  if (customerId === undefined && !isRelayed) {
    throw new ConfigurationError(
      "customerId",
      "is needed for external accounts: pass the customer who owns the wallet",
    );
  }
  return customerId;
}
