import type { KybStatus } from "./customer";
import type { DocumentKind } from "./document";
import type { CustomerId, VerificationId } from "./ids";
import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { list, object, optionalText, record, text } from "./schema";

/** State of a verification. */
export type VerificationStatus =
  | "RESOLVE_ERRORS"
  | "PENDING_MANUAL_REVIEW"
  | "IN_PROGRESS"
  | "APPROVED"
  | "REJECTED"
  | "READY_FOR_VERIFICATION";

/** Kind of an issue. */
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

/** Something that prevents verification. Other fields are kept and readable. */
export interface VerificationIssue {
  type?: Nullish<VerificationIssueType>;
  /** A sentence that says what to supply. */
  reason?: Nullish<string>;
  /** The customer, beneficial owner or document concerned. */
  resourceId?: Nullish<string>;
  /** The field that is missing or wrong, for example `address.postalCode`. */
  field?: Nullish<string>;
  acceptedDocumentTypes?: Nullish<DocumentKind[]>;
  [field: string]: unknown;
}

/** The check of a person (KYC) or of a business (KYB). */
export interface Verification {
  id: VerificationId;
  customerId: CustomerId;
  verificationStatus: Open<VerificationStatus>;
  /** What prevents verification; empty when the status is `APPROVED` or `IN_PROGRESS`. */
  errors: VerificationIssue[];
  /** On businesses, where the service tells it. */
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

export const verificationSchema = /* @__PURE__ */ object<Verification>({
  id: text,
  customerId: text,
  verificationStatus: text,
  errors: /* @__PURE__ */ list(record),
  kybStatus: optionalText,
  createdAt: text,
  updatedAt: optionalText,
});
