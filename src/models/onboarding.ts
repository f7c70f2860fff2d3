import { addressSchema } from "./address";
import type { Address, AddressParams } from "./address";
import type { BeneficialOwnerId, CustomerId, VerificationId } from "./ids";
import type { Input, Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { list, model, nullish, nullishString, number, record, string } from "./schema";

/** The outcome of a person's identity check. */
export type KycStatus = Open<"UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED">;

/** The outcome of the KYB check of a business. */
export type KybStatus = Open<"UNVERIFIED" | "PENDING" | "APPROVED" | "REJECTED">;

/** The role of a person in a business. */
export type BeneficialOwnerRole =
  "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER";

/** The kind of number in `identifier`. */
export type IdentificationType = Open<"SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID">;

/** What a response and a request say of a person. */
interface Person {
  firstName: string;
  middleName?: Nullish<string>;
  /** In the sandbox, the last three digits choose the outcome: 001 PENDING, 002 REJECTED, otherwise APPROVED. */
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  /** ISO 3166-1 alpha-2. */
  nationality: string;
  idType: IdentificationType;
  /** A number of the kind `idType`. */
  identifier: string;
  email?: Nullish<string>;
  /** E.164, for example `+15551234567`. */
  phoneNumber?: Nullish<string>;
  /** ISO 3166-1 alpha-2. */
  countryOfIssuance?: Nullish<string>;
}

/** The person behind a beneficial owner. */
export interface PersonalInfo extends Person {
  address: Address;
}

/** An owner, director or officer of a business customer. */
export interface BeneficialOwner {
  id: BeneficialOwnerId;
  /** The business customer. */
  customerId: CustomerId;
  roles: Open<BeneficialOwnerRole>[];
  /** In percent, 0 to 100. Relevant if the roles include `UBO`. */
  ownershipPercentage?: Nullish<number>;
  personalInfo: PersonalInfo;
  kycStatus: KycStatus;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
}

/** The person behind a beneficial owner, as you send it. */
export interface PersonalInfoParams extends Input<Person> {
  address: AddressParams;
}

/** Parameters of `beneficialOwners.create`. */
export interface BeneficialOwnerCreateParams {
  /** A business customer. */
  customerId: CustomerId;
  roles: BeneficialOwnerRole[];
  /** In percent, 0 to 100. Pass it if the roles include `UBO`. */
  // April: required
  ownershipPercentage?: number | undefined;
  personalInfo: PersonalInfoParams;
}

/** Parameters of `beneficialOwners.update`. Omitted fields stay unchanged. */
export interface BeneficialOwnerUpdateParams {
  roles?: BeneficialOwnerRole[] | undefined;
  /** In percent, 0 to 100. */
  ownershipPercentage?: number | undefined;
  personalInfo?: Partial<PersonalInfoParams> | undefined;
}

/** Filters of `beneficialOwners.list`. */
export interface BeneficialOwnerListParams extends PageParams {
  /** A business customer. */
  customerId: CustomerId;
}

export const beneficialOwnerSchema = /* @__PURE__ */ model<BeneficialOwner>({
  id: string,
  customerId: string,
  roles: /* @__PURE__ */ list(string),
  ownershipPercentage: /* @__PURE__ */ nullish(number),
  personalInfo: /* @__PURE__ */ model<PersonalInfo>({
    firstName: string,
    middleName: nullishString,
    lastName: string,
    birthDate: string,
    nationality: string,
    address: addressSchema,
    idType: string,
    identifier: string,
    email: nullishString,
    phoneNumber: nullishString,
    countryOfIssuance: nullishString,
  }),
  kycStatus: string,
  createdAt: string,
  updatedAt: nullishString,
});

/**
 * A file to upload, in any of these forms:
 *
 * - a `Blob` or `File`, including one from `openAsBlob`
 * - bytes, for example a `Buffer`
 * - a web `ReadableStream`, a Node `Readable` or another async iterable of bytes
 * - `{ path }` in Node, Bun and Deno
 *
 * The client closes a stream when the upload is aborted or refused during the read. It can close a generator only between two
 * pieces, because a generator cannot be ended while it waits.
 *
 * A bare string is never a path, so that text from elsewhere cannot name a file.
 */
export type UploadFile =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | {
      /** A path, or a `file:` URL. */
      path: string | URL;
    };

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

/** The state of a verification. */
export type VerificationStatus =
  | "RESOLVE_ERRORS"
  | "PENDING_MANUAL_REVIEW"
  | "IN_PROGRESS"
  | "APPROVED"
  | "REJECTED"
  | "READY_FOR_VERIFICATION";

/** The kind of an issue. */
export type VerificationIssueType = Open<
  | "MISSING_FIELD"
  | "INVALID_FIELD"
  | "MISSING_LEGAL_PRESENCE_DOCUMENT"
  | "MISSING_COMPANY_DETAILS_DOCUMENT"
  | "MISSING_CONTROL_STRUCTURE_DOCUMENT"
  | "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT"
  | "MISSING_PROOF_OF_ADDRESS_DOCUMENT"
  | "MISSING_IDENTITY_DOCUMENT"
  | "INVALID_DOCUMENT"
  | "EXPIRED_DOCUMENT"
  | "POOR_QUALITY_DOCUMENT"
  | "SUSPECTED_FRAUD_DOCUMENT"
  | "WRONG_DOCUMENT_TYPE"
  | "INCOMPLETE_DOCUMENT"
  | "UNREADABLE_DOCUMENT"
  | "DOCUMENT_VERIFICATION_FAILED"
  | "APPLICANT_SANCTIONED"
  | "APPLICANT_FRAUD"
  | "APPLICANT_CRIMINAL_RECORD"
  | "APPLICANT_REJECTED"
  | "MISSING_BENEFICIAL_OWNER"
>;

/** A problem that prevents verification. It keeps unknown fields. */
export interface VerificationIssue {
  type?: Nullish<VerificationIssueType>;
  /** A sentence about the data to supply. */
  reason?: Nullish<string>;
  /** The id of the customer, beneficial owner or document. */
  resourceId?: Nullish<string>;
  /** The missing or wrong field, for example `address.postalCode`. */
  field?: Nullish<string>;
  acceptedDocumentTypes?: Nullish<DocumentKind[]>;
  [field: string]: unknown;
}

/** The identity check of a person (KYC) or business (KYB). */
export interface Verification {
  id: VerificationId;
  customerId: CustomerId;
  verificationStatus: Open<VerificationStatus>;
  /** The problems that prevent verification. Empty if the status is `APPROVED` or `IN_PROGRESS`. */
  errors: VerificationIssue[];
  /** For businesses, if the service sends it. */
  // April: absent
  kybStatus?: Nullish<KybStatus>;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
}

/** Parameters of `verifications.create`. */
export interface VerificationCreateParams {
  customerId: CustomerId;
}

/** Filters of `verifications.list`. */
export interface VerificationListParams extends PageParams {
  customerId?: CustomerId | undefined;
  verificationStatus?: VerificationStatus | undefined;
}

export const verificationSchema = /* @__PURE__ */ model<Verification>({
  id: string,
  customerId: string,
  verificationStatus: string,
  errors: /* @__PURE__ */ list(record),
  kybStatus: nullishString,
  createdAt: string,
  updatedAt: nullishString,
});
