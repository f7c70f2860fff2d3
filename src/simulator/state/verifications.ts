import type { World } from "../world";
import { checkOutcome } from "./beneficial-owners";
import { setCheckStatus } from "./customers";
import type { CheckStatus, CustomerRecord } from "./customers";

export const verificationStatuses = [
  "RESOLVE_ERRORS",
  "PENDING_MANUAL_REVIEW",
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "READY_FOR_VERIFICATION",
] as const;
/** State of a verification (specification, "Verification"). */
export type VerificationStatus = (typeof verificationStatuses)[number];

/** One thing that prevents a verification (the contract's VerificationError). */
export interface VerificationIssue {
  /** The customer or beneficial owner that it is about. */
  resourceId: string;
  type: string;
  /** The missing member, for example `address` or `businessInfo.registrationNumber`. */
  field?: string;
  reason: string;
}

/** A verification as the service keeps and answers it (specification, Verification). */
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

/** What the customer's own status becomes; a status that is not here leaves it as it is. */
const checkStatusOf: Partial<Record<VerificationStatus, CheckStatus>> = {
  APPROVED: "APPROVED",
  REJECTED: "REJECTED",
  IN_PROGRESS: "PENDING",
  PENDING_MANUAL_REVIEW: "PENDING",
};

const statusOfOutcome = { PENDING: "IN_PROGRESS", REJECTED: "REJECTED", APPROVED: "APPROVED" } as const;

/** The customer's data that a check needs and does not find (OP-33). */
function missingFields(customer: CustomerRecord): string[] {
  if (customer.customerType === "BUSINESS") {
    return typeof customer.businessInfo?.["registrationNumber"] === "string"
      ? []
      : ["businessInfo.registrationNumber"];
  }
  return (["fullName", "birthDate", "nationality", "address"] as const).filter(
    (field) => customer[field] === undefined,
  );
}

function issuesOf(customer: CustomerRecord, status: VerificationStatus): VerificationIssue[] {
  if (status === "REJECTED") {
    return [{ resourceId: customer.id, type: "APPLICANT_REJECTED", reason: "The applicant was rejected" }];
  }
  if (status !== "RESOLVE_ERRORS") return [];
  const fields = missingFields(customer);
  if (fields.length === 0) {
    return [
      {
        resourceId: customer.id,
        type: "MISSING_IDENTITY_DOCUMENT",
        reason: "An identity document is needed",
      },
    ];
  }
  return fields.map((field) => ({
    resourceId: customer.id,
    type: "MISSING_FIELD",
    field,
    reason: `${field} is missing`,
  }));
}

/** Brings a verification to a status: its errors, the customer's own status and the events follow (VER-04, VER-06). */
export function setVerificationStatus(
  world: World,
  verification: VerificationRecord,
  status: VerificationStatus,
): void {
  const customer = world.customer(verification.customerId);
  const checkStatus = checkStatusOf[status];
  verification.verificationStatus = status;
  verification.errors = issuesOf(customer, status);
  verification.updatedAt = world.clock.iso();
  if (checkStatus !== undefined) setCheckStatus(world, customer, checkStatus);
  if (customer.kybStatus !== undefined) verification.kybStatus = customer.kybStatus;
  world.events.emit(`VERIFICATION.${status}`, verification);
}

/** The verification of the customer that still waits for data, which a new call re-submits. */
function openVerification(world: World, customerId: string): VerificationRecord | undefined {
  return [...world.verifications.values()].find(
    (verification) =>
      verification.customerId === customerId &&
      (verification.verificationStatus === "RESOLVE_ERRORS" ||
        verification.verificationStatus === "READY_FOR_VERIFICATION"),
  );
}

/** Runs KYC or KYB: RESOLVE_ERRORS while data is missing, else the outcome that the sandbox's test values ask for (OP-33). */
export function verifyCustomer(world: World, customer: CustomerRecord): VerificationRecord {
  const at = world.clock.iso();
  const verification = openVerification(world, customer.id) ?? {
    id: world.random.id("Verification"),
    customerId: customer.id,
    verificationStatus: "READY_FOR_VERIFICATION",
    errors: [],
    createdAt: at,
    updatedAt: at,
  };
  world.verifications.set(verification.id, verification);
  const registrationNumber =
    customer.customerType === "BUSINESS" ? customer.businessInfo?.["registrationNumber"] : "";
  const outcome = checkOutcome(String(registrationNumber), world.options.environment);
  setVerificationStatus(
    world,
    verification,
    missingFields(customer).length > 0 ? "RESOLVE_ERRORS" : statusOfOutcome[outcome],
  );
  return verification;
}
