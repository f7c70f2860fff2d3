import { traced } from "../core/call-site";
import { inheritedIssue } from "../core/fields";
import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions, UploadOptions } from "../core/types";
import type { BeneficialOwnerId, VerificationId } from "../models/ids";
import { beneficialOwnerSchema, documentSchema, verificationSchema } from "../models/onboarding";
import type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerUpdateParams,
  DocumentListParams,
  DocumentReplaceParams,
  DocumentUploadParams,
  UploadedDocument,
  Verification,
  VerificationCreateParams,
  VerificationListParams,
} from "../models/onboarding";
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from "../operations/onboarding";
import type { Operation } from "../operations/operation";
import { optional } from "../operations/parameter-kinds";
import { text } from "../options/kinds";
import { check, checkParams } from "./checks";
import { Resource } from "./resource";
import { uploadForm } from "./upload";

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

/** Documents that prove a customer's identity. */
export class Documents extends Resource {
  /**
   * Uploads a PDF, JPEG or PNG of at most 10 MB (10,485,760 bytes). Not idempotent: a repeated call stores it
   * twice.
   *
   * Pass a `Blob`, a `File`, bytes, a stream, or `{ path }` in Node, Bun and Deno. The media type comes from
   * the `Blob`, the file name or the first bytes.
   *
   * @throws {InvalidRequestError} when the file is empty, too large or unreadable, or has another or a contradictory media type
   * @throws {BadRequestError} when the service cannot use the document
   *
   * @example
   * ```ts
   * await payments.documents.upload(
   *   { file: { path: "passport.pdf" }, documentHolder: customer.id, documentType: "PASSPORT", country: "US" },
   *   { onProgress: ({ loaded, total }) => console.log(`${loaded} of ${total} bytes`) },
   * );
   * ```
   * @see POST /documents
   */
  async upload(params: DocumentUploadParams, options?: UploadOptions): Promise<UploadedDocument> {
    return this.#send(DOCUMENTS.upload, params, { options });
  }

  /**
   * Lists documents.
   *
   * @example
   * ```ts
   * const documents = await payments.documents.list({ documentHolder: customer.id }).toArray();
   * ```
   * @see GET /documents
   */
  list(params: DocumentListParams = {}, options?: ListOptions): Paginator<UploadedDocument> {
    return this.pages(DOCUMENTS.list, documentSchema, { params, options });
  }

  /**
   * Reads a document's metadata, not its content.
   *
   * @throws {NotFoundError} when the document does not exist
   *
   * @example
   * ```ts
   * const { fileName } = await payments.documents.retrieve(document.id);
   * ```
   * @see GET /documents/{documentId}
   */
  async retrieve(documentId: string, options?: RequestOptions): Promise<UploadedDocument> {
    return this.call(DOCUMENTS.retrieve, documentSchema, { id: documentId, options });
  }

  /**
   * Replaces a document's file and metadata. The holder stays the same. The file is a PDF, JPEG or PNG of at
   * most 10 MB (10,485,760 bytes). Repeating the call has no further effect.
   *
   * @throws {InvalidRequestError} when the file is empty, too large or unreadable, or has another or a contradictory media type
   * @throws {BadRequestError} when the service cannot use the document
   * @throws {NotFoundError} when the document does not exist
   *
   * @example
   * ```ts
   * await payments.documents.replace(document.id, { file, documentType: "PASSPORT", country: "US" });
   * ```
   * @see PUT /documents/{documentId}
   */
  async replace(
    documentId: string,
    params: DocumentReplaceParams,
    options?: UploadOptions,
  ): Promise<UploadedDocument> {
    return this.#send(DOCUMENTS.replace, params, { id: documentId, options });
  }

  /**
   * Deletes a document.
   *
   * @throws {NotFoundError} when the document does not exist
   * @throws {ConflictError} when a verification still needs it
   *
   * @example
   * ```ts
   * await payments.documents.delete(document.id);
   * ```
   * @see DELETE /documents/{documentId}
   */
  async delete(documentId: string, options?: RequestOptions): Promise<void> {
    return this.call(DOCUMENTS.delete, undefined, { id: documentId, options });
  }

  #send<Params extends DocumentReplaceParams>(
    operation: Operation<Params, UploadedDocument>,
    params: Params,
    given: { id?: string; options: UploadOptions | undefined },
  ): Promise<UploadedDocument> {
    const { name } = operation;
    const work = async () => {
      checkParams(name, params, {}, inheritedIssue(Object(params) as object));
      const { file: content, ...texts }: DocumentReplaceParams = params;
      // `FormData` would convert any other value to text.
      const areTexts = Object.fromEntries(Object.keys(texts).map((field) => [field, optional(text)]));
      check(name, texts, { ...areTexts, ...operation.form?.checks });
      const { fileName, ...fields } = texts;
      const upload = uploadForm(name, content, ({ documentForm }, file, context) =>
        documentForm({ file, fileName, fields }, context),
      );
      return this.call(operation, documentSchema, { params: texts as Params, upload, ...given });
    };
    return traced(work);
  }
}
