import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import type { SimulatorEnvironment } from "../runtime/options";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { checkOutcome } from "./beneficial-owners";
import type { CheckStatus, CustomerRecord, Customers } from "./customers";
import { requireCustomer } from "./eligibility";
import { Store } from "./store";

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

/** One thing that prevents a verification (contract, VerificationError). */
export interface VerificationIssue {
  /** The customer or beneficial owner that it is about. */
  resourceId: string;
  type: string;
  /** The missing field, for example `address` or `businessInfo.registrationNumber`. */
  field?: string;
  reason: string;
}

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

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  customers: Customers;
  environment: SimulatorEnvironment;
}

/** The checks of customers: KYC for individuals, KYB for businesses. */
export class Verifications extends Store<VerificationRecord, "customerId" | "status"> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #events: EventLog;
  readonly #customers: Customers;
  readonly #environment: SimulatorEnvironment;

  constructor({ state, clock, random, events, customers, environment }: Collaborators) {
    super("Verification", state, {
      customerId: ({ customerId }) => customerId,
      status: ({ verificationStatus }) => verificationStatus,
    });
    this.#clock = clock;
    this.#random = random;
    this.#events = events;
    this.#customers = customers;
    this.#environment = environment;
  }

  /** Brings a verification to a status: its errors, the customer's own status and the events follow. */
  setStatus(verification: VerificationRecord, status: VerificationStatus): void {
    const customer = this.#customers.get(verification.customerId);
    const checkStatus = checkStatusOf[status];
    this.change(verification.id, () => {
      verification.verificationStatus = status;
    });
    verification.errors = issuesOf(customer, status);
    verification.updatedAt = this.#clock.iso();
    if (checkStatus !== undefined) this.#customers.setCheckStatus(customer, checkStatus);
    if (customer.kybStatus !== undefined) verification.kybStatus = customer.kybStatus;
    this.#events.emit(`VERIFICATION.${status}`, verification);
  }

  /**
   * Runs KYC or KYB: RESOLVE_ERRORS while data is missing, else the outcome that the sandbox's test values ask for (OP-33).
   *
   * @throws {Problem} when the request is refused: 404 when there is no such customer.
   */
  verify(customerId: string): VerificationRecord {
    const customer = this.#customers.get(customerId);
    requireCustomer("POST /verifications", customer);
    const at = this.#clock.iso();
    const verification = this.#waitingForData(customer.id) ?? {
      id: this.#random.id("Verification"),
      customerId: customer.id,
      verificationStatus: "READY_FOR_VERIFICATION",
      errors: [],
      createdAt: at,
      updatedAt: at,
    };
    this.set(verification.id, verification);
    const registrationNumber =
      customer.customerType === "BUSINESS" ? customer.businessInfo?.["registrationNumber"] : "";
    const outcome = checkOutcome(String(registrationNumber), this.#environment);
    const status = missingFields(customer).length > 0 ? "RESOLVE_ERRORS" : statusOfOutcome[outcome];
    this.setStatus(verification, status);
    return verification;
  }

  /** The verification of the customer that still waits for data, which a new call re-submits. */
  #waitingForData(customerId: string): VerificationRecord | undefined {
    return this.by("customerId", customerId).find(
      ({ verificationStatus }) =>
        verificationStatus === "RESOLVE_ERRORS" || verificationStatus === "READY_FOR_VERIFICATION",
    );
  }
}
