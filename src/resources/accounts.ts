import { readCallOptions } from "../core/call-options";
import { traced } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions, Signer } from "../core/types";
import { externalAccountSchema, internalAccountSchema, walletExportSchema } from "../models/accounts";
import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
  InternalAccount,
  InternalAccountListParams,
  WalletExport,
  WalletExportParams,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
  PlatformInternalAccountListParams,
} from "../models/accounts";
import type { SignedRetryChallenge } from "../models/auth";
import type { CustomerId, ExternalAccountId, InternalAccountId } from "../models/ids";
import {
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  PLATFORM_EXTERNAL_ACCOUNTS,
  PLATFORM_INTERNAL_ACCOUNTS,
} from "../operations/accounts";
import { idOf } from "../operations/parameter-kinds";
import { check } from "./checks";
import { Resource } from "./resource";

/** Accounts that the service holds for customers. */
export class InternalAccounts extends Resource {
  /**
   * Lists the internal accounts of customers. For the platform's own, use `platform.internalAccounts`.
   * Balances are integers in the smallest unit of their currency.
   *
   * @example
   * ```ts
   * for await (const { id, balance } of payments.internalAccounts.list({ customerId: customer.id })) {
   *   console.log(id, formatAmount(balance.amount, balance.currency));
   * }
   * ```
   * @see GET /customers/internal-accounts
   */
  list(params: InternalAccountListParams = {}, options?: ListOptions): Paginator<InternalAccount> {
    return this.pages(INTERNAL_ACCOUNTS.list, internalAccountSchema, { params, options });
  }

  /**
   * Finds a customer's embedded wallet. Resolves to `undefined` if the customer has none.
   *
   * @example
   * ```ts
   * const wallet = await payments.internalAccounts.findWallet(customer.id);
   * ```
   * @see GET /customers/internal-accounts
   */
  async findWallet(customerId: CustomerId, options?: RequestOptions): Promise<InternalAccount | undefined> {
    const operation = "internalAccounts.findWallet";
    return traced(async () => {
      check(operation, { id: customerId }, { id: idOf("Customer") });
      const type = "EMBEDDED_WALLET";
      const given = readCallOptions<RequestOptions>(options, operation, {});
      for await (const account of this.list({ customerId, type }, { ...given, prefetch: 0 })) {
        // A cache or a gateway may drop the filters.
        if (account?.type === type && (account.customerId ?? customerId) === customerId) return account;
      }
      return undefined;
    });
  }

  /**
   * Exports the recovery phrase of an embedded wallet, sealed to a fresh key pair. The action must be signed.
   *
   * With a `signer`, this call signs the challenge and sends the signed request. Without one, it resolves to
   * the challenge. Sign it, then repeat the call with the headers `Service-Wallet-Signature` and
   * `Request-Id`. An export changes nothing, so you can repeat it with a new challenge.
   *
   * @throws {InvalidRequestError} when `clientPublicKey` is not a P-256 public key in hexadecimal
   * @throws {BadRequestError} when the account is not an embedded wallet
   * @throws {AuthenticationError} when the service does not accept the signature or its challenge
   * @throws {ChallengeExpiredError} when signing took longer than the challenge lasts
   *
   * @example
   * ```ts
   * const sealed = await payments.internalAccounts.export(accountId, { clientPublicKey }, { signer });
   * // `openWalletExport` of payments-sdk/wallet opens it with the private half of the key.
   * ```
   * @see POST /internal-accounts/{id}/export
   */
  export(
    accountId: InternalAccountId,
    params: WalletExportParams,
    options: RequestOptions & { signer: Signer },
  ): Promise<WalletExport>;
  export(
    accountId: InternalAccountId,
    params: WalletExportParams,
    options?: RequestOptions,
  ): Promise<WalletExport | SignedRetryChallenge>;
  async export(
    accountId: InternalAccountId,
    params: WalletExportParams,
    options?: RequestOptions,
  ): Promise<WalletExport | SignedRetryChallenge> {
    return this.call(INTERNAL_ACCOUNTS.export, walletExportSchema, { id: accountId, params, options });
  }
}

/** Customers' bank accounts, crypto wallets and other accounts outside the service. */
export class ExternalAccounts extends Resource {
  /**
   * Registers an external account of a customer. If the rail supports it, the service compares the
   * beneficiary's name with the holder's.
   *
   * Not idempotent: a repeated call creates a second account.
   *
   * @throws {BadRequestError} when a field is malformed, or the account does not exist
   *
   * @example
   * ```ts
   * const account = await payments.externalAccounts.create({
   *   customerId: customer.id,
   *   currency: "USD",
   *   accountInfo: {
   *     accountType: "USD_ACCOUNT",
   *     accountNumber: "000123456789",
   *     routingNumber: "021000021",
   *     beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
   *   },
   * });
   * ```
   * @see POST /customers/external-accounts
   */
  async create(params: ExternalAccountCreateParams, options?: RequestOptions): Promise<ExternalAccount> {
    return this.call(EXTERNAL_ACCOUNTS.create, externalAccountSchema, { params, options });
  }

  /**
   * Finds a customer's external account with your `platformAccountId`, or creates it. If an earlier creation lost its response, this call finds its
   * account. An existing account keeps its fields, and the log names those that you gave otherwise.
   *
   * The service has no filter for `platformAccountId`, and does not keep it unique. So the call reads the accounts of the customer in the currency, 100 a page, and two calls for one payee at the same time can create two accounts:
   * keep the id of the account, and make one call at a time for a payee. Each request has its own `totalTimeout`.
   *
   * @throws {BadRequestError} when a field is malformed, or the account does not exist
   *
   * @example
   * ```ts
   * const payee = await payments.externalAccounts.findOrCreate({
   *   platformAccountId: "payee-1",
   *   customerId: customer.id,
   *   currency: "USD",
   *   accountInfo: {
   *     accountType: "USD_ACCOUNT",
   *     accountNumber: "000123456789",
   *     routingNumber: "021000021",
   *     beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
   *   },
   * });
   * ```
   * @see POST /customers/external-accounts
   */
  async findOrCreate(
    given: ExternalAccountCreateParams & { platformAccountId: string },
    options?: RequestOptions,
  ): Promise<ExternalAccount> {
    return traced(async () => {
      const list = ({ customerId, currency }: typeof given) => this.list({ customerId, currency }, options);
      const create = (params: typeof given) => this.create(params, options);
      return this.findOrMake(
        "externalAccounts.findOrCreate",
        ["platformAccountId", "customerId", "currency"],
        given,
        { list, create },
      );
    });
  }

  /**
   * Reads an external account.
   *
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * const { status } = await payments.externalAccounts.retrieve(account.id);
   * ```
   * @see GET /customers/external-accounts/{externalAccountId}
   */
  async retrieve(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<ExternalAccount> {
    return this.call(EXTERNAL_ACCOUNTS.retrieve, externalAccountSchema, { id: externalAccountId, options });
  }

  /**
   * Lists the external accounts of customers. For the platform's own, use `platform.externalAccounts`.
   *
   * @example
   * ```ts
   * const page = await payments.externalAccounts.list({ customerId: customer.id, currency: "USD" });
   * ```
   * @see GET /customers/external-accounts
   */
  list(params: ExternalAccountListParams = {}, options?: ListOptions): Paginator<ExternalAccount> {
    return this.pages(EXTERNAL_ACCOUNTS.list, externalAccountSchema, { params, options });
  }

  /**
   * Deletes an external account.
   *
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * await payments.externalAccounts.delete(account.id);
   * ```
   * @see DELETE /customers/external-accounts/{externalAccountId}
   */
  async delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<void> {
    return this.call(EXTERNAL_ACCOUNTS.delete, undefined, { id: externalAccountId, options });
  }
}

/** Accounts that the service holds for the platform. */
export class PlatformInternalAccounts extends Resource {
  /**
   * Lists the platform's internal accounts, one for each supported currency. Balances are integers in the
   * smallest unit of their currency. The result is not paged.
   *
   * @example
   * ```ts
   * const { data } = await payments.platform.internalAccounts.list({ currency: "USD" });
   * ```
   * @see GET /platform/internal-accounts
   */
  list(params: PlatformInternalAccountListParams = {}, options?: RequestOptions): Paginator<InternalAccount> {
    return this.pages(PLATFORM_INTERNAL_ACCOUNTS.list, internalAccountSchema, { params, options });
  }
}

/** The platform's accounts outside the service. */
export class PlatformExternalAccounts extends Resource {
  /**
   * Registers an external account of the platform. If the rail supports it, the service compares the
   * beneficiary's name with the holder's.
   *
   * Not idempotent: a repeated call creates a second account.
   *
   * @throws {BadRequestError} when a field is malformed, or the account does not exist
   *
   * @example
   * ```ts
   * const account = await payments.platform.externalAccounts.create({
   *   currency: "USD",
   *   accountInfo: {
   *     accountType: "USD_ACCOUNT",
   *     accountNumber: "000123456789",
   *     routingNumber: "021000021",
   *     beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
   *   },
   * });
   * ```
   * @see POST /platform/external-accounts
   */
  async create(
    params: PlatformExternalAccountCreateParams,
    options?: RequestOptions,
  ): Promise<ExternalAccount> {
    return this.call(PLATFORM_EXTERNAL_ACCOUNTS.create, externalAccountSchema, { params, options });
  }

  /**
   * Finds the platform's external account with your `platformAccountId`, or creates it. If an earlier creation lost its response, this call finds its
   * account. An existing account keeps its fields, and the log names those that you gave otherwise.
   *
   * The service has no filter for `platformAccountId`, and does not keep it unique. So the call reads all accounts of the platform in the currency, in one response, and two calls for one payee at the same time can create two accounts:
   * keep the id of the account, and make one call at a time for a payee. Each request has its own `totalTimeout`.
   *
   * @throws {BadRequestError} when a field is malformed, or the account does not exist
   *
   * @example
   * ```ts
   * const payee = await payments.platform.externalAccounts.findOrCreate({
   *   platformAccountId: "payee-1",
   *   currency: "USD",
   *   accountInfo: {
   *     accountType: "USD_ACCOUNT",
   *     accountNumber: "000123456789",
   *     routingNumber: "021000021",
   *     beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
   *   },
   * });
   * ```
   * @see POST /platform/external-accounts
   */
  async findOrCreate(
    given: PlatformExternalAccountCreateParams & { platformAccountId: string },
    options?: RequestOptions,
  ): Promise<ExternalAccount> {
    return traced(async () => {
      const list = ({ currency }: typeof given) => this.list({ currency }, options);
      const create = (params: typeof given) => this.create(params, options);
      return this.findOrMake(
        "platform.externalAccounts.findOrCreate",
        ["platformAccountId", "currency"],
        given,
        {
          list,
          create,
        },
      );
    });
  }

  /**
   * Lists the platform's external accounts. The result is not paged.
   *
   * @example
   * ```ts
   * const { data } = await payments.platform.externalAccounts.list();
   * ```
   * @see GET /platform/external-accounts
   */
  list(params: PlatformExternalAccountListParams = {}, options?: RequestOptions): Paginator<ExternalAccount> {
    return this.pages(PLATFORM_EXTERNAL_ACCOUNTS.list, externalAccountSchema, { params, options });
  }

  /**
   * Reads an external account of the platform.
   *
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * const { status } = await payments.platform.externalAccounts.retrieve(account.id);
   * ```
   * @see GET /platform/external-accounts/{externalAccountId}
   */
  async retrieve(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<ExternalAccount> {
    return this.call(PLATFORM_EXTERNAL_ACCOUNTS.retrieve, externalAccountSchema, {
      id: externalAccountId,
      options,
    });
  }

  /**
   * Deletes an external account of the platform.
   *
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * await payments.platform.externalAccounts.delete(account.id);
   * ```
   * @see DELETE /platform/external-accounts/{externalAccountId}
   */
  async delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<void> {
    return this.call(PLATFORM_EXTERNAL_ACCOUNTS.delete, undefined, { id: externalAccountId, options });
  }
}

/** The platform's own accounts. */
export class Platform {
  /** Accounts that the service holds for the platform. */
  readonly internalAccounts: PlatformInternalAccounts;
  /** The platform's accounts outside the service. */
  readonly externalAccounts: PlatformExternalAccounts;

  constructor(core: HttpCore) {
    this.internalAccounts = new PlatformInternalAccounts(core);
    this.externalAccounts = new PlatformExternalAccounts(core);
  }
}
