import type { Paginator } from "../core/pagination";
import { get, post, put, remove } from "../core/path";
import type { Route } from "../core/path";
import { nothing } from "../core/recognition";
import type { Genuine } from "../core/recognition";
import type { ListOptions, RequestOptions, UploadOptions } from "../core/types";
import type {
  DocumentListParams,
  DocumentReplaceParams,
  DocumentUploadParams,
  UploadedDocument,
} from "../models/document";
import { check, checkParams, id, idOf, optional, text } from "./checks";
import { document, documentPage, valuesAt } from "./genuine";
import { Resource } from "./resource";
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
    const response = document(valuesAt(params, "documentHolder"));
    return this.#send("documents.upload", post`/documents`, params, { response, options });
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
    return this.paginate("documents.list", "/documents", {
      query: params,
      checks: { documentHolder: optional(idOf("Customer", "BeneficialOwner")) },
      response: documentPage,
      options,
    });
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
    return this.request("documents.retrieve", get`/documents/${id("document", documentId)}`, {
      response: document({ id: documentId }),
      options,
    });
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
    const response = document({ id: documentId });
    const route = put`/documents/${id("document", documentId)}`;
    return this.#send("documents.replace", route, params, { response, options });
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
    return this.request("documents.delete", remove`/documents/${id("document", documentId)}`, {
      response: nothing,
      options,
    });
  }

  #send(
    operation: string,
    route: Route,
    params: DocumentReplaceParams,
    details: { response: Genuine<UploadedDocument>; options: UploadOptions | undefined },
  ): Promise<UploadedDocument> {
    return this.traced(operation, async () => {
      checkParams(operation, params);
      const { file, ...texts } = params;
      // `FormData` would convert any other value to text.
      check(operation, texts, Object.fromEntries(Object.keys(texts).map((name) => [name, optional(text)])));
      const { fileName, ...fields } = texts;
      const form = await uploadForm(operation, details.options, ({ documentForm }, context) =>
        documentForm({ file, fileName, fields }, context),
      );
      return this.request(operation, route, { form, ...details });
    });
  }
}
