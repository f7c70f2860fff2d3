import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import type { VerificationId } from "../models/ids";
import { pageSchema } from "../models/page";
import { verificationSchema } from "../models/verification";
import type { Verification, VerificationCreateParams, VerificationListParams } from "../models/verification";
import { id, page, send } from "./send";

const verificationPageSchema = /* @__PURE__ */ pageSchema(verificationSchema);

/** Checks of persons (KYC) and businesses (KYB). Source: specification, "Verification and beneficial owners". */
export class Verifications {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Submits a customer for verification. Where data is missing, `errors` of the answer says what to supply; supply it
   * and call again to submit the customer anew.
   *
   * @throws NotFoundError when there is no such customer
   * @see Specification, POST /verifications
   */
  async create(params: VerificationCreateParams, options?: RequestOptions): Promise<Verification> {
    return send(
      this.#core,
      {
        operation: "verifications.create",
        method: "POST",
        path: "/verifications",
        body: params,
        schema: verificationSchema,
      },
      options,
    );
  }

  /**
   * Reads a verification.
   *
   * @throws NotFoundError when there is none
   * @see Contract, GET /verifications/{verificationId}
   */
  async retrieve(verificationId: VerificationId, options?: RequestOptions): Promise<Verification> {
    return send(
      this.#core,
      {
        operation: "verifications.retrieve",
        method: "GET",
        path: path`/verifications/${id("Verification", verificationId)}`,
        schema: verificationSchema,
      },
      options,
    );
  }

  /**
   * Lists verifications.
   *
   * @see Contract, GET /verifications
   */
  list(params: VerificationListParams = {}, options?: ListOptions): Paginator<Verification> {
    return page(
      this.#core,
      {
        operation: "verifications.list",
        method: "GET",
        path: "/verifications",
        query: params,
        schema: verificationPageSchema,
      },
      options,
    );
  }
}
