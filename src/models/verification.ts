import type { KybStatus } from "./customer";
import type { DocumentKind } from "./document";
import type { CustomerId, VerificationId } from "./ids";
import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { list, model, nullishString, record, string } from "./schema";

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
