import type {
  BeneficialOwner,
  BeneficialOwnerRole,
  UploadedDocument,
  Verification,
  VerificationStatus,
} from "../../../models/onboarding";
import type { BulkImportJob } from "../../../models/bulk-import";
import type { UmaInvitation } from "../../../models/platform";
import type { ProblemBody } from "../problem";
import type { NewCustomer } from "./customers";
import type { Kept } from "./kept";
import { words } from "../../runtime/words";

export const ownerRoles: readonly BeneficialOwnerRole[] = words(
  "UBO DIRECTOR COMPANY_OFFICER CONTROL_PERSON TRUSTEE GENERAL_PARTNER",
);

/** A beneficial owner as the service keeps and shows it. `personalInfo` is complete if the simulator checks the contract. */
export type BeneficialOwnerRecord = Required<Kept<BeneficialOwner>>;

export const beneficialOwnerIndexes = {
  customerId: ({ customerId }: BeneficialOwnerRecord) => customerId,
};

/** The states of a verification (specification, "Verification"). */
export const verificationStatuses: readonly VerificationStatus[] = words(
  "RESOLVE_ERRORS PENDING_MANUAL_REVIEW IN_PROGRESS APPROVED REJECTED READY_FOR_VERIFICATION",
);

/** A verification as the service keeps and shows it. Only those of businesses have `kybStatus` (OP-32). */
export interface VerificationRecord extends Kept<Verification> {
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
