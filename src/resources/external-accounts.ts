import type { Paginator } from "../core/pagination";
import { get, post, remove } from "../core/path";
import { nothing } from "../core/recognition";
import type { ListOptions, RequestOptions } from "../core/types";
import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
} from "../models/external-account";
import type { ExternalAccountId } from "../models/ids";
import { id, idOf, optional } from "./checks";
import { externalAccount, externalAccountPage, valuesAt } from "./genuine";
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
    return this.request("externalAccounts.create", post`/customers/external-accounts`, {
      body: params,
      checks: { customerId: optional(idOf("Customer")) },
      response: externalAccount(valuesAt(params, "customerId")),
      options,
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
    return this.request(
      "externalAccounts.retrieve",
      get`/customers/external-accounts/${id("ExternalAccount", externalAccountId)}`,
      { response: externalAccount({ id: externalAccountId }), options },
    );
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
    return this.paginate("externalAccounts.list", "/customers/external-accounts", {
      query: params,
      checks: { customerId: optional(idOf("Customer")) },
      response: externalAccountPage,
      options,
    });
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
    return this.request(
      "externalAccounts.delete",
      remove`/customers/external-accounts/${id("ExternalAccount", externalAccountId)}`,
      { response: nothing, options },
    );
  }
}
