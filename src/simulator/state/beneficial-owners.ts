import { testSuffix } from "./account-identifiers";
import type { CheckStatus } from "./customers";

export const ownerRoles = [
  "UBO",
  "DIRECTOR",
  "COMPANY_OFFICER",
  "CONTROL_PERSON",
  "TRUSTEE",
  "GENERAL_PARTNER",
] as const;

/** A beneficial owner as the service keeps and answers it (specification, BeneficialOwner). */
export interface BeneficialOwnerRecord {
  id: `BeneficialOwner:${string}`;
  customerId: string;
  roles: (typeof ownerRoles)[number][];
  ownershipPercentage: number;
  personalInfo: Record<string, unknown>;
  kycStatus: CheckStatus;
  createdAt: string;
  updatedAt: string;
}

/** The sandbox's outcome of a check, by the last three digits of a name or a registration number (SBX-30 to SBX-33). */
export function checkOutcome(
  text: string,
  environment: "sandbox" | "production",
): "PENDING" | "REJECTED" | "APPROVED" {
  const suffix = environment === "sandbox" ? testSuffix(text) : "";
  if (suffix === "001") return "PENDING";
  return suffix === "002" ? "REJECTED" : "APPROVED";
}
