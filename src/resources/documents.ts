import { traced } from "../core/call-site";
import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions, UploadOptions } from "../core/types";
import { documentSchema } from "../models/document";
import type {
  DocumentListParams,
  DocumentReplaceParams,
  DocumentUploadParams,
  UploadedDocument,
} from "../models/document";
import { optional } from "../operations/parameter-kinds";
import { text } from "../options/kinds";
import { DOCUMENTS } from "../operations/onboarding";
import type { Operation } from "../operations/operation";
import { check, checkParams } from "./checks";
import { Resource, WITHIN_METHOD } from "./resource";
import { uploadForm } from "./upload";

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
      checkParams(name, params, operation.form?.checks);
      const { file, ...texts }: DocumentReplaceParams = params;
      // `FormData` would convert any other value to text.
      check(name, texts, Object.fromEntries(Object.keys(texts).map((field) => [field, optional(text)])));
      const { fileName, ...fields } = texts;
      const form = await uploadForm(name, given.options, ({ documentForm }, context) =>
        documentForm({ file, fileName, fields }, context),
      );
      return this.call(operation, documentSchema, { params, form, ...given });
    };
    return traced(operation, work, WITHIN_METHOD);
  }
}
