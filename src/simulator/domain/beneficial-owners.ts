import type { SimulatorEnvironment } from "../runtime/options";
import { testSuffix } from "./account-identifiers";
import { requireCustomer } from "./eligibility";
import { invalidInput } from "./problem";
import type { CheckStatus } from "./records/customers";
import type { BeneficialOwnerRecord, OwnerRole } from "./records/onboarding";
import type { World } from "./world";

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

/** @throws {Problem} when the request is refused: 404 without such a customer; 400 when the customer is not a business */
export function createBeneficialOwner(world: World, owner: NewBeneficialOwner): BeneficialOwnerRecord {
  const customer = world.customers.get(owner.customerId);
  requireCustomer("POST /beneficial-owners", customer);
  if (customer.customerType !== "BUSINESS") {
    throw invalidInput("Only business customers have beneficial owners", { field: "customerId" });
  }
  const at = world.clock.iso();
  const record: BeneficialOwnerRecord = {
    id: world.random.id("BeneficialOwner"),
    ...owner,
    kycStatus: checkOf(world, owner.personalInfo),
    createdAt: at,
    updatedAt: at,
  };
  world.beneficialOwners.add(record);
  return record;
}

/** @throws {Problem} when the request is refused: 404 when the customer was deleted */
export function updateBeneficialOwner(
  world: World,
  owner: BeneficialOwnerRecord,
  update: BeneficialOwnerUpdate,
): void {
  requireCustomer("PATCH /beneficial-owners/{beneficialOwnerId}", world.customers.get(owner.customerId));
  owner.roles = update.roles ?? owner.roles;
  owner.ownershipPercentage = update.ownershipPercentage ?? owner.ownershipPercentage;
  owner.updatedAt = world.clock.iso();
  if (update.personalInfo === undefined) return;
  owner.personalInfo = { ...owner.personalInfo, ...update.personalInfo };
  owner.kycStatus = checkOf(world, owner.personalInfo);
}

function checkOf({ options }: World, personalInfo: Record<string, unknown>): CheckStatus {
  return checkOutcome(String(personalInfo["lastName"]), options.environment);
}
