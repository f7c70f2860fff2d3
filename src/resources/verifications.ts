import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions } from "../core/types";
import type { VerificationId } from "../models/ids";
import { verificationSchema } from "../models/verification";
import type { Verification, VerificationCreateParams, VerificationListParams } from "../models/verification";
import { VERIFICATIONS } from "../operations/onboarding";
import { Resource } from "./resource";

/** Identity checks of people (KYC) and businesses (KYB). */
export class Verifications extends Resource {
  /**
   * Submits a customer for verification. If data is missing, `errors` in the response lists it. Supply the
   * data, then call again.
   *
   * @throws {NotFoundError} when the customer does not exist
   *
   * @example
   * ```ts
   * const { verificationStatus, errors } = await payments.verifications.create({ customerId: customer.id });
   * // With RESOLVE_ERRORS, `errors` says what is missing: correct it and submit again.
   * ```
   * @see POST /verifications
   */
  async create(params: VerificationCreateParams, options?: RequestOptions): Promise<Verification> {
    return this.call(VERIFICATIONS.create, verificationSchema, { params, options });
  }

  /**
   * Reads a verification.
   *
   * @throws {NotFoundError} when the verification does not exist
   *
   * @example
   * ```ts
   * const { verificationStatus } = await payments.verifications.retrieve(verification.id);
   * ```
   * @see GET /verifications/{verificationId}
   */
  async retrieve(verificationId: VerificationId, options?: RequestOptions): Promise<Verification> {
    return this.call(VERIFICATIONS.retrieve, verificationSchema, { id: verificationId, options });
  }

  /**
   * Lists verifications.
   *
   * @example
   * ```ts
   * const page = await payments.verifications.list({ verificationStatus: "RESOLVE_ERRORS" });
   * ```
   * @see GET /verifications
   */
  list(params: VerificationListParams = {}, options?: ListOptions): Paginator<Verification> {
    return this.pages(VERIFICATIONS.list, verificationSchema, { params, options });
  }
}
