import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import { documentSchema } from "../models/document";
import type {
  DocumentListParams,
  DocumentReplaceParams,
  DocumentUploadParams,
  UploadedDocument,
} from "../models/document";
import { pageSchema } from "../models/page";
import { check, checkParams, id, idOf, optional, readParams, text } from "./checks";
import type { Check } from "./checks";
import { Resource } from "./resource";

const documentPageSchema = /* @__PURE__ */ pageSchema(documentSchema);

/** specification, "Limits", Document upload. */
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

/** The form of an upload. */
function formOf(operation: string, params: DocumentReplaceParams): FormData {
  checkParams(operation, params, { file: uploadable, fileName: optional(text) });
  const { file, fileName, ...fields } = readParams(operation, () => ({ ...params }));
  // A form would turn anything else into text.
  check(operation, fields, Object.fromEntries(Object.keys(fields).map((name) => [name, optional(text)])));
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, value);
  }
  form.append("file", file, fileName ?? (file instanceof File ? file.name : "document"));
  return form;
}

/**
 * Documents that prove who a customer is.
 *
 * @see specification, "Limits"
 * @see contract, POST /documents
 */
export class Documents extends Resource {
  /**
   * Uploads a PDF, JPEG or PNG of at most 10 MB (10,485,760 bytes). Not idempotent: a repeated call stores it twice.
   *
   * @throws {InvalidRequestError} when the file has another media type, or is larger
   * @throws {BadRequestError} when the service cannot use the document
   *
   * @example
   * ```ts
   * const file = new Blob([bytes], { type: "application/pdf" });
   * await payments.documents.upload({
   *   file,
   *   documentHolder: customer.id,
   *   documentType: "PASSPORT",
   *   country: "US",
   * });
   * ```
   * @see specification, "Limits"
   * @see contract, POST /documents
   */
  async upload(params: DocumentUploadParams, options?: RequestOptions): Promise<UploadedDocument> {
    const operation = "documents.upload";
    return this.request(
      {
        operation,
        method: "POST",
        path: "/documents",
        form: formOf(operation, params),
        schema: documentSchema,
      },
      options,
    );
  }

  /**
   * Lists documents.
   *
   * @example
   * ```ts
   * const documents = await payments.documents.list({ documentHolder: customer.id }).toArray();
   * ```
   * @see contract, GET /documents
   */
  list(params: DocumentListParams = {}, options?: ListOptions): Paginator<UploadedDocument> {
    return this.paginate(
      {
        operation: "documents.list",
        path: "/documents",
        query: params,
        checks: { documentHolder: optional(idOf("Customer", "BeneficialOwner")) },
        schema: documentPageSchema,
      },
      options,
    );
  }

  /**
   * Reads what is known of a document, not its content.
   *
   * @throws {NotFoundError} when the document does not exist
   *
   * @example
   * ```ts
   * const { fileName } = await payments.documents.retrieve(document.id);
   * ```
   * @see contract, GET /documents/{documentId}
   */
  async retrieve(documentId: string, options?: RequestOptions): Promise<UploadedDocument> {
    return this.request(
      {
        operation: "documents.retrieve",
        path: path`/documents/${id("document", documentId)}`,
        schema: documentSchema,
      },
      options,
    );
  }

  /**
   * Replaces a document: its file and what is known of it. The holder stays the same. The file is a PDF, JPEG or PNG of at
   * most 10 MB (10,485,760 bytes). Repeating the call has no further effect.
   *
   * @throws {InvalidRequestError} when the file has another media type, or is larger
   * @throws {BadRequestError} when the service cannot use the document
   * @throws {NotFoundError} when the document does not exist
   *
   * @example
   * ```ts
   * await payments.documents.replace(document.id, { file, documentType: "PASSPORT", country: "US" });
   * ```
   * @see contract, PUT /documents/{documentId}
   */
  async replace(
    documentId: string,
    params: DocumentReplaceParams,
    options?: RequestOptions,
  ): Promise<UploadedDocument> {
    const operation = "documents.replace";
    return this.request(
      {
        operation,
        method: "PUT",
        path: path`/documents/${id("document", documentId)}`,
        form: formOf(operation, params),
        schema: documentSchema,
      },
      options,
    );
  }

  /**
   * Removes a document.
   *
   * @throws {NotFoundError} when the document does not exist, or no longer
   * @throws {ConflictError} when a verification still needs it
   *
   * @example
   * ```ts
   * await payments.documents.delete(document.id);
   * ```
   * @see contract, DELETE /documents/{documentId}
   */
  async delete(documentId: string, options?: RequestOptions): Promise<void> {
    return this.request(
      {
        operation: "documents.delete",
        method: "DELETE",
        path: path`/documents/${id("document", documentId)}`,
      },
      options,
    );
  }
}
