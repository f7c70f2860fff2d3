import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import { externalAccountSchema } from "../models/external-account";
import type {
  ExternalAccount,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
} from "../models/external-account";
import type { ExternalAccountId } from "../models/ids";
import { internalAccountSchema } from "../models/internal-account";
import type { InternalAccount, PlatformInternalAccountListParams } from "../models/internal-account";
import { PLATFORM_EXTERNAL_ACCOUNTS, PLATFORM_INTERNAL_ACCOUNTS } from "../operations/accounts";
import { Resource } from "./resource";

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
