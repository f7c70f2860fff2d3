import type { VirtualClock } from "../runtime/clock";
import type { SimulatorEnvironment } from "../runtime/options";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { testSuffix } from "./account-identifiers";
import type { CheckStatus, Customers } from "./customers";
import { requireCustomer } from "./eligibility";
import { invalidInput } from "./problem";
import { Store } from "./store";

export const ownerRoles = [
  "UBO",
  "DIRECTOR",
  "COMPANY_OFFICER",
  "CONTROL_PERSON",
  "TRUSTEE",
  "GENERAL_PARTNER",
] as const;
export type OwnerRole = (typeof ownerRoles)[number];

/** A beneficial owner as the service keeps and shows it (specification, "BeneficialOwner"). */
export interface BeneficialOwnerRecord {
  id: `BeneficialOwner:${string}`;
  customerId: string;
  roles: OwnerRole[];
  ownershipPercentage: number;
  personalInfo: Record<string, unknown>;
  kycStatus: CheckStatus;
  createdAt: string;
  updatedAt: string;
}

export type NewBeneficialOwner = Pick<
  BeneficialOwnerRecord,
  "customerId" | "roles" | "ownershipPercentage" | "personalInfo"
>;

export interface BeneficialOwnerUpdate {
  roles: OwnerRole[] | undefined;
  ownershipPercentage: number | undefined;
  personalInfo: Record<string, unknown> | undefined;
}

/** The sandbox's outcome of a check, by the last three digits of a name or a registration number. */
export function checkOutcome(
  text: string,
  environment: SimulatorEnvironment,
): "PENDING" | "REJECTED" | "APPROVED" {
  const suffix = environment === "sandbox" ? testSuffix(text) : "";
  if (suffix === "001") return "PENDING";
  return suffix === "002" ? "REJECTED" : "APPROVED";
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  customers: Customers;
  environment: SimulatorEnvironment;
}

/** The people behind the business customers. */
export class BeneficialOwners extends Store<BeneficialOwnerRecord, "customerId"> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #customers: Customers;
  readonly #environment: SimulatorEnvironment;

  constructor({ state, clock, random, customers, environment }: Collaborators) {
    super("BeneficialOwner", state, { customerId: ({ customerId }) => customerId });
    this.#clock = clock;
    this.#random = random;
    this.#customers = customers;
    this.#environment = environment;
  }

  /** @throws {Problem} when the request is refused: 404 without such a customer; 400 when the customer is not a business. */
  create(owner: NewBeneficialOwner): BeneficialOwnerRecord {
    const customer = this.#customers.get(owner.customerId);
    requireCustomer("POST /beneficial-owners", customer);
    if (customer.customerType !== "BUSINESS") {
      throw invalidInput("Only business customers have beneficial owners", { field: "customerId" });
    }
    const at = this.#clock.iso();
    const record: BeneficialOwnerRecord = {
      id: this.#random.id("BeneficialOwner"),
      ...owner,
      kycStatus: this.#check(owner.personalInfo),
      createdAt: at,
      updatedAt: at,
    };
    this.set(record.id, record);
    return record;
  }

  /** @throws {Problem} when the request is refused: 404 when the customer was deleted. */
  update(owner: BeneficialOwnerRecord, update: BeneficialOwnerUpdate): void {
    requireCustomer("PATCH /beneficial-owners/{beneficialOwnerId}", this.#customers.get(owner.customerId));
    owner.roles = update.roles ?? owner.roles;
    owner.ownershipPercentage = update.ownershipPercentage ?? owner.ownershipPercentage;
    owner.updatedAt = this.#clock.iso();
    if (update.personalInfo === undefined) return;
    owner.personalInfo = { ...owner.personalInfo, ...update.personalInfo };
    owner.kycStatus = this.#check(owner.personalInfo);
  }

  #check(personalInfo: Record<string, unknown>): CheckStatus {
    return checkOutcome(String(personalInfo["lastName"]), this.#environment);
  }
}
