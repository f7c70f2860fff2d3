import { checkOutcome } from "./beneficial-owners";
import { setCheckStatus } from "./customers";
import { requireCustomer } from "./eligibility";
import { emit } from "./emit";
import type { CheckStatus, CustomerRecord } from "./records/customers";
import type { VerificationIssue, VerificationRecord, VerificationStatus } from "./records/onboarding";
import type { World } from "./world";

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
    return customer.businessInfo?.["registrationNumber"] ? [] : ["businessInfo.registrationNumber"];
  }
  return (["fullName", "birthDate", "nationality", "address"] as const).filter((field) => !customer[field]);
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

/** Brings a verification to a status: its errors, the customer's own status and the events follow. */
export function setVerificationStatus(
  world: World,
  verification: VerificationRecord,
  status: VerificationStatus,
): void {
  const customer = world.customers.get(verification.customerId);
  const checkStatus = checkStatusOf[status];
  world.verifications.change(verification.id, () => {
    verification.verificationStatus = status;
  });
  verification.errors = issuesOf(customer, status);
  verification.updatedAt = world.clock.iso();
  if (checkStatus !== undefined) setCheckStatus(world, customer, checkStatus);
  if (customer.kybStatus !== undefined) verification.kybStatus = customer.kybStatus;
  emit(world, `VERIFICATION.${status}`, verification);
}

/**
 * Runs KYC or KYB: RESOLVE_ERRORS while data is missing, else the outcome that the sandbox's test values ask for (OP-33).
 * A verification that still waits for data is submitted again.
 *
 * @throws {Problem} when the request is refused: 404 when there is no such customer
 */
export function verify(world: World, customerId: string): VerificationRecord {
  const customer = world.customers.get(customerId);
  requireCustomer("POST /verifications", customer);
  const at = world.clock.iso();
  const waiting = world.verifications
    .by("customerId", customerId)
    .find(
      ({ verificationStatus }) =>
        verificationStatus === "RESOLVE_ERRORS" || verificationStatus === "READY_FOR_VERIFICATION",
    );
  const verification: VerificationRecord = waiting ?? {
    id: world.random.id("Verification"),
    customerId: customer.id,
    verificationStatus: "READY_FOR_VERIFICATION",
    errors: [],
    createdAt: at,
    updatedAt: at,
  };
  world.verifications.add(verification);
  const registrationNumber =
    customer.customerType === "BUSINESS" ? customer.businessInfo?.["registrationNumber"] : "";
  const outcome = checkOutcome(String(registrationNumber), world.options.environment);
  const status = missingFields(customer).length > 0 ? "RESOLVE_ERRORS" : statusOfOutcome[outcome];
  setVerificationStatus(world, verification, status);
  return verification;
}
