import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import { beneficialOwnerSchema } from "../models/beneficial-owner";
import type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerUpdateParams,
} from "../models/beneficial-owner";
import type { BeneficialOwnerId } from "../models/ids";
import { pageSchema } from "../models/page";
import { id, page, send } from "./send";

const beneficialOwnerPageSchema = /* @__PURE__ */ pageSchema(beneficialOwnerSchema);

/** Owners, directors and officers of businesses. Source: specification, "Verification and beneficial owners". */
export class BeneficialOwners {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Adds an owner, director or officer to a business. The check of the person runs by itself; its outcome is in
   * `kycStatus`. Not idempotent: a repeated call adds the person twice.
   *
   * @throws InvalidRequestError when `ownershipPercentage` is not a number from 0 to 100
   * @throws BadRequestError for malformed members, and when the customer is not a business
   * @throws NotFoundError when there is no such customer
   * @see Specification, POST /beneficial-owners
   */
  async create(params: BeneficialOwnerCreateParams, options?: RequestOptions): Promise<BeneficialOwner> {
    return send(
      this.#core,
      {
        operation: "beneficialOwners.create",
        method: "POST",
        path: "/beneficial-owners",
        body: params,
        schema: beneficialOwnerSchema,
      },
      options,
    );
  }

  /**
   * Reads a beneficial owner.
   *
   * @throws NotFoundError when there is none
   * @see Contract, GET /beneficial-owners/{beneficialOwnerId}
   */
  async retrieve(beneficialOwnerId: BeneficialOwnerId, options?: RequestOptions): Promise<BeneficialOwner> {
    return send(
      this.#core,
      {
        operation: "beneficialOwners.retrieve",
        method: "GET",
        path: path`/beneficial-owners/${id("BeneficialOwner", beneficialOwnerId)}`,
        schema: beneficialOwnerSchema,
      },
      options,
    );
  }

  /**
   * Changes the members given, and no others. Repeating the call has no further effect.
   *
   * @throws InvalidRequestError when `ownershipPercentage` is not a number from 0 to 100
   * @throws NotFoundError when there is no such beneficial owner
   * @see Contract, PATCH /beneficial-owners/{beneficialOwnerId}
   */
  async update(
    beneficialOwnerId: BeneficialOwnerId,
    params: BeneficialOwnerUpdateParams,
    options?: RequestOptions,
  ): Promise<BeneficialOwner> {
    return send(
      this.#core,
      {
        operation: "beneficialOwners.update",
        method: "PATCH",
        path: path`/beneficial-owners/${id("BeneficialOwner", beneficialOwnerId)}`,
        body: params,
        schema: beneficialOwnerSchema,
      },
      options,
    );
  }

  /**
   * Lists the beneficial owners of a business.
   *
   * @see Contract, GET /beneficial-owners
   */
  list(params: BeneficialOwnerListParams, options?: ListOptions): Paginator<BeneficialOwner> {
    return page(
      this.#core,
      {
        operation: "beneficialOwners.list",
        method: "GET",
        path: "/beneficial-owners",
        query: params,
        schema: beneficialOwnerPageSchema,
      },
      options,
    );
  }
}
