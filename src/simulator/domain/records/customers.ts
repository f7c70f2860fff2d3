import type { CustomerType, IndividualCustomer } from "../../../models/customer";
import type {
  KycStatus,
  BeneficialOwner,
  BeneficialOwnerRole,
  UploadedDocument,
  Verification,
  VerificationStatus,
} from "../../../models/onboarding";
import type { Known } from "../../../models/open";
import type { Kept } from "./kept";
import type { BulkImportJob } from "../../../models/bulk-import";
import type { UmaInvitation } from "../../../models/platform";
import type { ProblemBody } from "../problem";
import { words } from "../../runtime/words";

export type CheckStatus = Known<KycStatus>;

export const checkStatuses: readonly CheckStatus[] = ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"];

export const customerTypes: readonly CustomerType[] = ["INDIVIDUAL", "BUSINESS"];

/** A customer as the service keeps it (specification, "Customer"). Its optional fields are those of the model. */
export interface CustomerRecord extends Omit<Kept<IndividualCustomer>, "customerType"> {
  customerType: CustomerType;
  currencies: string[];
  kycStatus: CheckStatus;
  /** The newest service sends codes to it. */
  phoneNumber?: string;
  businessInfo?: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  isDeleted: boolean;
}

/** UMA addresses are compared in lower case, and shown as they were sent. */
export const umaKey = (umaAddress: string): string => umaAddress.toLowerCase();

export const customerKeys = {
  umaAddress: ({ umaAddress }: CustomerRecord) => umaKey(umaAddress),
  platformCustomerId: ({ platformCustomerId }: CustomerRecord) => platformCustomerId,
  customerType: ({ customerType }: CustomerRecord) => customerType,
  region: ({ region }: CustomerRecord) => region,
  currency: ({ currencies }: CustomerRecord) => currencies,
  existence: ({ isDeleted }: CustomerRecord) => (isDeleted ? "deleted" : "active"),
};

type Decided = "id" | "platformCustomerId" | "createdAt" | "updatedAt" | "isDeleted";

/** What a request can say about a customer. The service or the creation decides the rest. */
export interface CustomerChanges extends Partial<Omit<CustomerRecord, Decided>> {
  /** Of a business. The record has it as `kycStatus` (OP-32). */
  kybStatus?: CheckStatus;
}

export interface NewCustomer extends CustomerChanges {
  customerType: CustomerType;
  platformCustomerId?: string;
}

export const ownerRoles: readonly BeneficialOwnerRole[] = words(
  "UBO DIRECTOR COMPANY_OFFICER CONTROL_PERSON TRUSTEE GENERAL_PARTNER",
);

/** A beneficial owner as the service keeps and shows it. `personalInfo` is complete if the simulator checks the contract. */
export type BeneficialOwnerRecord = Required<Kept<BeneficialOwner>>;

export const beneficialOwnerKeys = {
  customerId: ({ customerId }: BeneficialOwnerRecord) => customerId,
};

/** The states of a verification (specification, "Verification"). */
export const verificationStatuses: readonly VerificationStatus[] = words(
  "RESOLVE_ERRORS PENDING_MANUAL_REVIEW IN_PROGRESS APPROVED REJECTED READY_FOR_VERIFICATION",
);

/** What can prevent a verification (contract, VerificationErrorType). */
export const issueTypes = words(
  "MISSING_FIELD INVALID_FIELD MISSING_LEGAL_PRESENCE_DOCUMENT MISSING_COMPANY_DETAILS_DOCUMENT",
  "MISSING_CONTROL_STRUCTURE_DOCUMENT MISSING_OWNERSHIP_STRUCTURE_DOCUMENT MISSING_PROOF_OF_ADDRESS_DOCUMENT",
  "MISSING_IDENTITY_DOCUMENT INVALID_DOCUMENT EXPIRED_DOCUMENT POOR_QUALITY_DOCUMENT SUSPECTED_FRAUD_DOCUMENT",
  "WRONG_DOCUMENT_TYPE INCOMPLETE_DOCUMENT UNREADABLE_DOCUMENT DOCUMENT_VERIFICATION_FAILED",
  "APPLICANT_SANCTIONED APPLICANT_FRAUD APPLICANT_CRIMINAL_RECORD APPLICANT_REJECTED MISSING_BENEFICIAL_OWNER",
);

/** A verification as the service keeps and shows it. Only those of businesses have `kybStatus` (OP-32). */
export interface VerificationRecord extends Kept<Verification> {
  updatedAt: string;
}

export const verificationKeys = {
  customerId: ({ customerId }: VerificationRecord) => customerId,
  verificationStatus: ({ verificationStatus }: VerificationRecord) => verificationStatus,
};

/** A document as the service keeps it, with all other fields of the form (OP-65). All but the file is shown. */
export interface DocumentRecord extends UploadedDocument {
  id: `Document:${string}`;
  /** The content is base64. */
  file: { mediaType: string; content: string };
}

export const documentKeys = {
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

export interface BulkImportRecord extends Pick<Kept<BulkImportJob>, "id" | "status" | "completedAt"> {
  startedAtMs: number;
  total: number;
  processed: number;
  rows: ImportRow[];
  /** The rows that became no customer (contract, BulkCustomerImportErrorEntry). */
  errors: { correlationId: string; code: string; message: string; details: Record<string, unknown> }[];
}

export interface InvitationRecord extends Omit<Kept<UmaInvitation>, "code" | "url" | "amountToSend"> {
  /** The code of the invitation. */
  id: string;
  /** EXPIRED follows from the clock. */
  status: "PENDING" | "CLAIMED" | "CANCELLED";
  amountToSend?: { amount: number; currency: string };
}
