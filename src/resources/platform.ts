import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
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
import { listSchema } from "../models/page";
import { id, page, send } from "./send";

const internalAccountListSchema = /* @__PURE__ */ listSchema(internalAccountSchema);
const externalAccountListSchema = /* @__PURE__ */ listSchema(externalAccountSchema);

/** Accounts that the service holds for the platform itself. Source: specification, "Accounts". */
export class PlatformInternalAccounts {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Lists the platform's internal accounts, one for each supported currency. There is no paging: all come at once.
   * Balances are integers in the smallest unit of their currency.
   *
   * @see Specification, GET /platform/internal-accounts
   */
  list(params: PlatformInternalAccountListParams = {}, options?: RequestOptions): Paginator<InternalAccount> {
    return page(
      this.#core,
      {
        operation: "platform.internalAccounts.list",
        method: "GET",
        path: "/platform/internal-accounts",
        query: params,
        schema: internalAccountListSchema,
        paged: false,
      },
      options,
    );
  }
}

/** The platform's own accounts outside the service. Source: specification, "Accounts". */
export class PlatformExternalAccounts {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Registers an external account of the platform and, where the rail offers it, compares the beneficiary's name with
   * the holder's. Not idempotent: a repeated call makes a second account.
   *
   * @throws BadRequestError for malformed members or an account that does not exist
   * @see Specification, POST /platform/external-accounts
   */
  async create(
    params: PlatformExternalAccountCreateParams,
    options?: RequestOptions,
  ): Promise<ExternalAccount> {
    return send(
      this.#core,
      {
        operation: "platform.externalAccounts.create",
        method: "POST",
        path: "/platform/external-accounts",
        body: params,
        schema: externalAccountSchema,
      },
      options,
    );
  }

  /**
   * Lists the platform's external accounts. There is no paging: all come at once.
   *
   * @see Contract, GET /platform/external-accounts
   */
  list(params: PlatformExternalAccountListParams = {}, options?: RequestOptions): Paginator<ExternalAccount> {
    return page(
      this.#core,
      {
        operation: "platform.externalAccounts.list",
        method: "GET",
        path: "/platform/external-accounts",
        query: params,
        schema: externalAccountListSchema,
        paged: false,
      },
      options,
    );
  }

  /**
   * Reads an external account of the platform.
   *
   * @throws NotFoundError when there is none
   * @see Contract, GET /platform/external-accounts/{externalAccountId}
   */
  async retrieve(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<ExternalAccount> {
    return send(
      this.#core,
      {
        operation: "platform.externalAccounts.retrieve",
        method: "GET",
        path: path`/platform/external-accounts/${id("ExternalAccount", externalAccountId)}`,
        schema: externalAccountSchema,
      },
      options,
    );
  }

  /**
   * Removes an external account of the platform.
   *
   * @throws NotFoundError when there is none, or no longer
   * @see Contract, DELETE /platform/external-accounts/{externalAccountId}
   */
  async delete(externalAccountId: ExternalAccountId, options?: RequestOptions): Promise<void> {
    return send(
      this.#core,
      {
        operation: "platform.externalAccounts.delete",
        method: "DELETE",
        path: path`/platform/external-accounts/${id("ExternalAccount", externalAccountId)}`,
      },
      options,
    );
  }
}

/** What belongs to the platform and to no customer. Source: specification, "Accounts". */
export class Platform {
  readonly internalAccounts: PlatformInternalAccounts;
  readonly externalAccounts: PlatformExternalAccounts;

  constructor(core: HttpCore) {
    this.internalAccounts = new PlatformInternalAccounts(core);
    this.externalAccounts = new PlatformExternalAccounts(core);
  }
}
