import type { BeneficialOwnerRole, PersonalInfo } from "../../../models/beneficial-owner";
import type { UploadedDocument } from "../../../models/document";
import type { VerificationIssue, VerificationStatus } from "../../../models/verification";
import type { ProblemBody } from "../problem";
import type { CheckStatus, NewCustomer } from "./customers";

export const ownerRoles: readonly BeneficialOwnerRole[] = [
  "UBO",
  "DIRECTOR",
  "COMPANY_OFFICER",
  "CONTROL_PERSON",
  "TRUSTEE",
  "GENERAL_PARTNER",
];

/** A beneficial owner as the service keeps and shows it (specification, "BeneficialOwner"). */
export interface BeneficialOwnerRecord {
  id: `BeneficialOwner:${string}`;
  customerId: string;
  roles: BeneficialOwnerRole[];
  ownershipPercentage: number;
  /** Complete if the simulator checks the contract. */
  personalInfo: PersonalInfo;
  kycStatus: CheckStatus;
  createdAt: string;
  updatedAt: string;
}

export const beneficialOwnerIndexes = {
  customerId: ({ customerId }: BeneficialOwnerRecord) => customerId,
};

/** The states of a verification (specification, "Verification"). */
export const verificationStatuses: readonly VerificationStatus[] = [
  "RESOLVE_ERRORS",
  "PENDING_MANUAL_REVIEW",
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "READY_FOR_VERIFICATION",
];

/** A verification as the service keeps and shows it (specification, "Verification"). */
export interface VerificationRecord {
  id: `Verification:${string}`;
  customerId: string;
  verificationStatus: VerificationStatus;
  /** Businesses only (OP-32). */
  kybStatus?: CheckStatus;
  errors: VerificationIssue[];
  createdAt: string;
  updatedAt: string;
}

export const verificationIndexes = {
  customerId: ({ customerId }: VerificationRecord) => customerId,
  status: ({ verificationStatus }: VerificationRecord) => verificationStatus,
};

/** A document as the service keeps it, with all other fields of the form (OP-65). All but the file is shown. */
export interface DocumentRecord extends UploadedDocument {
  id: `Document:${string}`;
  /** The content is base64. */
  file: { mediaType: string; content: string };
}

export const documentIndexes = {
  documentHolder: ({ documentHolder }: DocumentRecord) => documentHolder,
};

/** One row of an import: the customer to create, or the problem. */
export interface ImportRow {
  /** Its number in the file; the header is row 1. */
  row: number;
  /** The `platformCustomerId`, or the number of a row without one. */
  correlationId: string;
  content: { customer: NewCustomer } | { problem: ProblemBody };
}

export interface BulkImportRecord {
  id: `BulkCustomerImportJob:${string}`;
  status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED";
  startedAtMs: number;
  total: number;
  processed: number;
  rows: ImportRow[];
  /** The rows that became no customer (contract, BulkCustomerImportErrorEntry). */
  errors: { correlationId: string; code: string; message: string; details: Record<string, unknown> }[];
  completedAt?: string;
}

export interface InvitationRecord {
  /** The code of the invitation. */
  id: string;
  inviterUma: string;
  inviteeUma?: string;
  /** EXPIRED follows from the clock. */
  status: "PENDING" | "CLAIMED" | "CANCELLED";
  firstName?: string;
  amountToSend?: { amount: number; currency: string };
  createdAt: string;
  claimedAt?: string;
  expiresAt?: string;
}
