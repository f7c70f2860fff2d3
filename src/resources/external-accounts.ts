import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions } from "../core/types";
import { externalAccountSchema } from "../models/external-account";
import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
} from "../models/external-account";
import type { ExternalAccountId } from "../models/ids";
import { EXTERNAL_ACCOUNTS } from "../operations/accounts";
import { Resource } from "./resource";

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
