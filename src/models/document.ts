import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { model, nullishString, string } from "./schema";
import type { UploadFile } from "./upload";

/** The kind of a document. */
export type DocumentKind = Open<
  | "PASSPORT"
  | "DRIVERS_LICENSE"
  | "NATIONAL_ID"
  | "PROOF_OF_ADDRESS"
  | "BANK_STATEMENT"
  | "TAX_RETURN"
  | "CERTIFICATE_OF_INCORPORATION"
  | "ARTICLES_OF_INCORPORATION"
  | "ARTICLES_OF_ASSOCIATION"
  | "STATE_REGISTRY_EXCERPT"
  | "GOOD_STANDING_CERTIFICATE"
  | "INFORMATION_STATEMENT"
  | "INCUMBENCY_CERTIFICATE"
  | "BUSINESS_LICENSE"
  | "SHAREHOLDER_REGISTER"
  | "POWER_OF_ATTORNEY"
  | "UTILITY_BILL"
  | "SELFIE"
  | "OTHER"
>;

/** A document of a customer or beneficial owner. */
export interface UploadedDocument {
  id: string;
  /** The customer or beneficial owner that the document belongs to. */
  documentHolder: string;
  documentType: DocumentKind;
  /** Issuing country, ISO 3166-1 alpha-2. */
  country: string;
  fileName: string;
  side?: Nullish<Open<"FRONT" | "BACK">>;
  documentNumber?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
}

/** Parameters of `documents.replace`. */
export interface DocumentReplaceParams {
  /**
   * A PDF, JPEG or PNG of at most 10 MB (10,485,760 bytes). The media type comes from the `Blob`, the name's
   * extension or the first bytes. They must not contradict each other. A `File` and a path also give the file
   * name.
   */
  file: UploadFile;
  /** The name of the file. Default: the name of `file`, or `document`. */
  fileName?: string | undefined;
  documentType: DocumentKind;
  /** Issuing country, ISO 3166-1 alpha-2. */
  country: string;
  side?: "FRONT" | "BACK" | undefined;
  documentNumber?: string | undefined;
}

/** Parameters of `documents.upload`. */
export interface DocumentUploadParams extends DocumentReplaceParams {
  /** A customer or beneficial owner. */
  documentHolder: string;
}

/** Filters of `documents.list`. */
export interface DocumentListParams extends PageParams {
  /** A customer or beneficial owner. */
  documentHolder?: string | undefined;
}

export const documentSchema = /* @__PURE__ */ model<UploadedDocument>({
  id: string,
  documentHolder: string,
  documentType: string,
  country: string,
  fileName: string,
  side: nullishString,
  documentNumber: nullishString,
  createdAt: string,
  updatedAt: nullishString,
});
