import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions } from "../core/types";
import { beneficialOwnerSchema } from "../models/beneficial-owner";
import type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerUpdateParams,
} from "../models/beneficial-owner";
import type { BeneficialOwnerId } from "../models/ids";
import { BENEFICIAL_OWNERS } from "../operations/onboarding";
import { Resource } from "./resource";

/** Owners, directors and officers of businesses. */
export class BeneficialOwners extends Resource {
  /**
   * Adds an owner, director or officer to a business. The service then checks the person. `kycStatus` holds
   * the outcome.
   *
   * Not idempotent: a repeated call adds the person twice.
   *
   * @throws {InvalidRequestError} when `ownershipPercentage` is not a number from 0 to 100
   * @throws {BadRequestError} when a field is malformed, or the customer is not a business
   * @throws {NotFoundError} when the customer does not exist
   *
   * @example
   * ```ts
   * const owner = await payments.beneficialOwners.create({
   *   customerId: business.id,
   *   roles: ["UBO"],
   *   ownershipPercentage: 60,
   *   personalInfo,
   * });
   * ```
   * @see POST /beneficial-owners
   */
  async create(params: BeneficialOwnerCreateParams, options?: RequestOptions): Promise<BeneficialOwner> {
    return this.call(BENEFICIAL_OWNERS.create, beneficialOwnerSchema, { params, options });
  }

  /**
   * Reads a beneficial owner.
   *
   * @throws {NotFoundError} when the beneficial owner does not exist
   *
   * @example
   * ```ts
   * const { kycStatus } = await payments.beneficialOwners.retrieve(owner.id);
   * ```
   * @see GET /beneficial-owners/{beneficialOwnerId}
   */
  async retrieve(beneficialOwnerId: BeneficialOwnerId, options?: RequestOptions): Promise<BeneficialOwner> {
    return this.call(BENEFICIAL_OWNERS.retrieve, beneficialOwnerSchema, { id: beneficialOwnerId, options });
  }

  /**
   * Updates a beneficial owner. Changes only the fields that you pass. Repeating the call has no further effect.
   *
   * @throws {InvalidRequestError} when `ownershipPercentage` is not a number from 0 to 100
   * @throws {NotFoundError} when the beneficial owner does not exist
   *
   * @example
   * ```ts
   * await payments.beneficialOwners.update(owner.id, { ownershipPercentage: 55.5 });
   * ```
   * @see PATCH /beneficial-owners/{beneficialOwnerId}
   */
  async update(
    beneficialOwnerId: BeneficialOwnerId,
    params: BeneficialOwnerUpdateParams,
    options?: RequestOptions,
  ): Promise<BeneficialOwner> {
    return this.call(BENEFICIAL_OWNERS.update, beneficialOwnerSchema, {
      id: beneficialOwnerId,
      params,
      options,
    });
  }

  /**
   * Lists the beneficial owners of a business.
   *
   * @example
   * ```ts
   * const owners = await payments.beneficialOwners.list({ customerId: business.id }).toArray();
   * ```
   * @see GET /beneficial-owners
   */
  list(params: BeneficialOwnerListParams, options?: ListOptions): Paginator<BeneficialOwner> {
    return this.pages(BENEFICIAL_OWNERS.list, beneficialOwnerSchema, { params, options });
  }
}
