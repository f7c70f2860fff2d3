import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import { externalAccountSchema } from "../models/external-account";
import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
} from "../models/external-account";
import type { ExternalAccountId } from "../models/ids";
import { pageSchema } from "../models/page";
import { id, page, send } from "./send";

const externalAccountPageSchema = /* @__PURE__ */ pageSchema(externalAccountSchema);

/** Customers' bank accounts, crypto wallets and other places outside the service. Source: specification, "Accounts". */
export class ExternalAccounts {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Registers an external account and, where the rail offers it, compares the beneficiary's name with the holder's.
   * Not idempotent: a repeated call makes a second account.
   *
   * @throws BadRequestError for malformed members or an account that does not exist
   * @see Contract, POST /customers/external-accounts
   */
  async create(params: ExternalAccountCreateParams, options?: RequestOptions): Promise<ExternalAccount> {
    return send(
      this.#core,
      {
        operation: "externalAccounts.create",
        method: "POST",
        path: "/customers/external-accounts",
        body: params,
        schema: externalAccountSchema,
      },
      options,
    );
  }

  /**
   * Reads an external account.
   *
   * @throws NotFoundError when there is none
   * @see Contract, GET /customers/external-accounts/{externalAccountId}
   */
  async retrieve(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<ExternalAccount> {
    return send(
      this.#core,
      {
        operation: "externalAccounts.retrieve",
        method: "GET",
        path: path`/customers/external-accounts/${id("ExternalAccount", externalAccountId)}`,
        schema: externalAccountSchema,
      },
      options,
    );
  }

  /**
   * Lists the external accounts of customers. Those of the platform itself are in `platform.externalAccounts`.
   *
   * @see Specification, GET /customers/external-accounts
   */
  list(params: ExternalAccountListParams = {}, options?: ListOptions): Paginator<ExternalAccount> {
    return page(
      this.#core,
      {
        operation: "externalAccounts.list",
        method: "GET",
        path: "/customers/external-accounts",
        query: params,
        schema: externalAccountPageSchema,
      },
      options,
    );
  }

  /**
   * Removes an external account.
   *
   * @throws NotFoundError when there is none, or no longer
   * @see Contract, DELETE /customers/external-accounts/{externalAccountId}
   */
  async delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<void> {
    return send(
      this.#core,
      {
        operation: "externalAccounts.delete",
        method: "DELETE",
        path: path`/customers/external-accounts/${id("ExternalAccount", externalAccountId)}`,
      },
      options,
    );
  }
}
