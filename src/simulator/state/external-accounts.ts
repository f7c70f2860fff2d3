import type { World } from "../world";

export const externalAccountStatuses = ["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"] as const;
/** State of an external account (specification, "ExternalAccount"). */
export type ExternalAccountStatus = (typeof externalAccountStatuses)[number];

/** What a beneficiary check can find (specification, ExternalAccount). */
export type BeneficiaryVerificationStatus =
  "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING";

/** Where money comes from or goes to: `accountType` selects the variant, the other members are kept as sent. */
export interface AccountInfo {
  accountType: string;
  [member: string]: unknown;
}

/** An external account as the service keeps it (specification, ExternalAccount). */
export interface ExternalAccountRecord {
  id: `ExternalAccount:${string}`;
  /** `null` when on behalf of the platform. */
  customerId: string | null;
  status: ExternalAccountStatus;
  currency: string;
  platformAccountId?: string;
  defaultUmaDepositAccount: boolean;
  beneficiaryVerificationStatus: BeneficiaryVerificationStatus;
  beneficiaryVerifiedData?: { fullName: string };
  cryptoNetwork?: string;
  accountInfo: AccountInfo;
  createdAt: string;
}

/** The account as the service answers it. */
export function externalAccountBody({
  createdAt: _,
  ...body
}: ExternalAccountRecord): Record<string, unknown> {
  return body;
}

/** Stores a new account; a new default for UMA deposits takes over from the older one (OP-40). */
export function addExternalAccount(world: World, account: ExternalAccountRecord): void {
  if (account.defaultUmaDepositAccount) {
    for (const other of world.externalAccounts.values()) {
      if (other.customerId === account.customerId) other.defaultUmaDepositAccount = false;
    }
  }
  world.externalAccounts.set(account.id, account);
}
