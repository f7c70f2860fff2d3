import type { ExternalAccountCreateParams } from "../../models/accounts";
import { present } from "../runtime/present";
import {
  chainOf,
  isCryptoAccount,
  networksOf,
  primaryIdentifier,
  testSuffix,
  withPaymentRails,
} from "./account-kinds";
import { requireParty } from "./eligibility";
import { internal, invalidField } from "./problem";
import type { AccountInfoRecord, BeneficiaryStatus, ExternalAccountRecord } from "./records/accounts";
import type { World } from "./world";

/** An account without a `customerId` is on behalf of the platform. */
export interface NewExternalAccount extends Omit<ExternalAccountCreateParams, "accountInfo"> {
  accountInfo: AccountInfoRecord;
}

export function externalAccountView({ createdAt: _, ...body }: ExternalAccountRecord) {
  return body;
}

/** Outcomes of the beneficiary check by suffix; every other suffix is a match. */
const checkOutcomes: Readonly<Record<string, BeneficiaryStatus>> = {
  "102": "NOT_MATCHED",
  "103": "PARTIAL_MATCH",
  "104": "PENDING",
  "106": "UNSUPPORTED",
  "107": "CHECKED_BY_RECEIVING_FI",
};

/** The name that the payment rail gives back, where the check has one. */
function verifiedData(
  status: BeneficiaryStatus,
  { beneficiary }: AccountInfoRecord,
): { fullName: string } | undefined {
  const isNamed = status === "MATCHED" || status === "PARTIAL_MATCH";
  if (!isNamed || typeof beneficiary !== "object" || beneficiary === null) return undefined;
  const { fullName, legalName }: { fullName?: unknown; legalName?: unknown } = beneficiary;
  const name = fullName ?? legalName;
  return typeof name === "string" ? { fullName: name } : undefined;
}

/** Stores a new account; a new default for UMA deposits takes over from the older one (OP-40). */
export function addExternalAccount(world: World, account: NewExternalAccount): ExternalAccountRecord {
  const { customerId = null, accountInfo, currency, platformAccountId } = account;
  requireOwner(world, account);
  const { environment } = world.options;
  const { accountType } = accountInfo;
  const cryptoNetwork = isCryptoAccount(accountType)
    ? (account.cryptoNetwork ?? networksOf(chainOf(accountType))[environment])
    : undefined;
  const beneficiaryVerificationStatus = checkBeneficiary(accountInfo, environment === "sandbox");
  const beneficiaryVerifiedData = verifiedData(beneficiaryVerificationStatus, accountInfo);
  const record: ExternalAccountRecord = {
    id: world.random.id("ExternalAccount"),
    customerId,
    status: "ACTIVE",
    currency,
    defaultUmaDepositAccount: account.defaultUmaDepositAccount ?? false,
    beneficiaryVerificationStatus,
    ...present({ platformAccountId, beneficiaryVerifiedData, cryptoNetwork }),
    accountInfo: withPaymentRails(accountInfo),
    createdAt: world.clock.iso(),
  };
  if (record.defaultUmaDepositAccount) {
    for (const other of world.externalAccounts.by("customerId", customerId))
      other.defaultUmaDepositAccount = false;
  }
  world.externalAccounts.add(record);
  return record;
}

export function defaultUmaDepositAccount(
  world: World,
  customerId: string,
): ExternalAccountRecord | undefined {
  return world.externalAccounts
    .by("customerId", customerId)
    .find((account) => account.defaultUmaDepositAccount);
}

function requireOwner(world: World, account: NewExternalAccount): void {
  const { customerId } = account;
  const customer = customerId === undefined ? undefined : world.customers.find(customerId);
  if (customerId !== undefined && !customer) throw invalidField("customerId", "the id of a customer");
  requireParty(customer, "customerId");
  if (account.defaultUmaDepositAccount && customerId === undefined) {
    throw invalidField("defaultUmaDepositAccount", "a customerId beside it");
  }
}

function checkBeneficiary(accountInfo: AccountInfoRecord, isSandbox: boolean): BeneficiaryStatus {
  const suffix = isSandbox ? testSuffix(primaryIdentifier(accountInfo)) : "";
  if (suffix === "105") throw invalidField("accountInfo", "a valid account", "INVALID_BANK_ACCOUNT");
  if (suffix === "109") throw internal("Simulated API error of the beneficiary check");
  return checkOutcomes[suffix] ?? "MATCHED";
}
