import { check } from "../resources/checks";
import type { Check } from "../resources/checks";
import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import { documentSchema } from "../models/document";
import type { DocumentListParams, DocumentUploadParams, UploadedDocument } from "../models/document";
import { pageSchema } from "../models/page";
import { page, send } from "./send";

const documentPageSchema = /* @__PURE__ */ pageSchema(documentSchema);

/** Specification, "Limits", Document upload. */
const LARGEST_FILE_BYTES = 10 * 1024 * 1024;

const uploadable: Check = (value) => {
  if (!(value instanceof Blob)) return "must be a Blob or a File";
  if (!/^(application\/pdf|image\/jpeg|image\/png)$/i.test(value.type)) {
    return `must have the media type application/pdf, image/jpeg or image/png, got ${JSON.stringify(value.type)}`;
  }
  return value.size > LARGEST_FILE_BYTES
    ? `must have at most ${LARGEST_FILE_BYTES} bytes, got ${value.size}`
    : undefined;
};

/** Documents that prove who a customer is. Source: specification, "Limits"; contract, documents. */
export class Documents {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Uploads a PDF, JPEG or PNG of at most 10 MB (10,485,760 bytes). Not idempotent: a repeated call stores it twice.
   *
   *     const file = new Blob([bytes], { type: "application/pdf" });
   *     await payments.documents.upload({ file, documentHolder, documentType: "PASSPORT", country: "US" });
   *
   * @throws InvalidRequestError for another media type or a larger file
   * @throws BadRequestError when the service cannot use the document
   * @see Specification, "Limits", POST /documents
   */
  async upload(params: DocumentUploadParams, options?: RequestOptions): Promise<UploadedDocument> {
    const operation = "documents.upload";
    check(operation, params, { file: uploadable });
    const { file, fileName, ...fields } = params;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) form.append(name, value);
    }
    form.append("file", file, fileName ?? (file instanceof File ? file.name : "document"));
    return send(
      this.#core,
      { operation, method: "POST", path: "/documents", form, schema: documentSchema },
      options,
    );
  }

  /**
   * Lists documents.
   *
   * @see Contract, GET /documents
   */
  list(params: DocumentListParams = {}, options?: ListOptions): Paginator<UploadedDocument> {
    return page(
      this.#core,
      {
        operation: "documents.list",
        method: "GET",
        path: "/documents",
        query: params,
        schema: documentPageSchema,
      },
      options,
    );
  }

  /**
   * Reads what is known of a document, not its content.
   *
   * @throws NotFoundError when there is none
   * @see Contract, GET /documents/{documentId}
   */
  async retrieve(documentId: string, options?: RequestOptions): Promise<UploadedDocument> {
    return send(
      this.#core,
      {
        operation: "documents.retrieve",
        method: "GET",
        path: path`/documents/${documentId}`,
        schema: documentSchema,
      },
      options,
    );
  }

  /**
   * Removes a document.
   *
   * @throws NotFoundError when there is none, or no longer
   * @throws ConflictError when a verification still needs it
   * @see Contract, DELETE /documents/{documentId}
   */
  async delete(documentId: string, options?: RequestOptions): Promise<void> {
    return send(
      this.#core,
      { operation: "documents.delete", method: "DELETE", path: path`/documents/${documentId}` },
      options,
    );
  }
}
