import type { VirtualClock } from "../runtime/clock";
import type { SimulatorEnvironment } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { primaryIdentifier, testSuffix } from "./account-identifiers";
import type { AccountInfo } from "./account-identifiers";
import { defaultCryptoNetwork, withPaymentRails } from "./account-types";
import type { Customers } from "./customers";
import { requireCustomer } from "./eligibility";
import { badRequest, internal, invalidField, invalidInput } from "./problem";
import { Store } from "./store";

export const externalAccountStatuses = ["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"] as const;
/** State of an external account (specification, "ExternalAccount"). */
export type ExternalAccountStatus = (typeof externalAccountStatuses)[number];

/** What a beneficiary check can find (specification, "ExternalAccount"). */
export type BeneficiaryVerificationStatus =
  "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING";

/** An external account as the service keeps it (specification, "ExternalAccount"). */
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

export interface NewExternalAccount {
  currency: string;
  accountInfo: AccountInfo;
  customerId: string | null;
  platformAccountId: string | undefined;
  defaultUmaDepositAccount: boolean;
  /** As sent. */
  cryptoNetwork: string | undefined;
}

/** The account as responses show it. */
export function externalAccountView({
  createdAt: _,
  ...body
}: ExternalAccountRecord): Record<string, unknown> {
  return body;
}

/** Outcomes of the beneficiary check by suffix; every other suffix is a match. */
const checkOutcomes: Readonly<Record<string, BeneficiaryVerificationStatus>> = {
  "102": "NOT_MATCHED",
  "103": "PARTIAL_MATCH",
  "104": "PENDING",
  "106": "UNSUPPORTED",
  "107": "CHECKED_BY_RECEIVING_FI",
};

/** The name that the payment rail gives back, where the check has one. */
function verifiedData(
  status: BeneficiaryVerificationStatus,
  { beneficiary }: AccountInfo,
): { fullName: string } | undefined {
  const isNamed = status === "MATCHED" || status === "PARTIAL_MATCH";
  if (!isNamed || typeof beneficiary !== "object" || beneficiary === null) return undefined;
  const { fullName, legalName }: { fullName?: unknown; legalName?: unknown } = beneficiary;
  const name = fullName ?? legalName;
  return typeof name === "string" ? { fullName: name } : undefined;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  customers: Customers;
  environment: SimulatorEnvironment;
}

/** The accounts of customers and of the platform outside the service. */
export class ExternalAccounts extends Store<ExternalAccountRecord, "customerId" | "owner" | "currency"> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #customers: Customers;
  readonly #environment: SimulatorEnvironment;

  constructor({ state, clock, random, customers, environment }: Collaborators) {
    super("ExternalAccount", state, {
      customerId: ({ customerId }) => customerId,
      owner: ({ customerId }) => (customerId === null ? "platform" : "customer"),
      currency: ({ currency }) => currency,
    });
    this.#clock = clock;
    this.#random = random;
    this.#customers = customers;
    this.#environment = environment;
  }

  /**
   * Stores a new account; a new default for UMA deposits takes over from the older one (OP-40).
   *
   * @throws {Problem} when the request is refused: 400 for an unknown customer and for suffix 105; 500 for suffix 109 (OP-42).
   */
  create(account: NewExternalAccount): ExternalAccountRecord {
    const { customerId, accountInfo, currency, platformAccountId } = account;
    this.#requireOwner(account);
    const defaultNetwork = defaultCryptoNetwork(accountInfo.accountType, this.#environment);
    const cryptoNetwork = defaultNetwork && (account.cryptoNetwork ?? defaultNetwork);
    const beneficiaryVerificationStatus = this.#checkBeneficiary(accountInfo);
    const beneficiaryVerifiedData = verifiedData(beneficiaryVerificationStatus, accountInfo);
    const record: ExternalAccountRecord = {
      id: this.#random.id("ExternalAccount"),
      customerId,
      status: "ACTIVE",
      currency,
      defaultUmaDepositAccount: account.defaultUmaDepositAccount,
      beneficiaryVerificationStatus,
      ...present({ platformAccountId, beneficiaryVerifiedData, cryptoNetwork }),
      accountInfo: withPaymentRails(accountInfo),
      createdAt: this.#clock.iso(),
    };
    if (record.defaultUmaDepositAccount) {
      for (const other of this.by("customerId", customerId)) other.defaultUmaDepositAccount = false;
    }
    this.set(record.id, record);
    return record;
  }

  /** The account into which a customer's UMA payments go, if one was named. */
  defaultUmaDepositAccount(customerId: string): ExternalAccountRecord | undefined {
    return this.by("customerId", customerId).find((account) => account.defaultUmaDepositAccount);
  }

  #requireOwner({ customerId, defaultUmaDepositAccount }: NewExternalAccount): void {
    const customer = customerId === null ? undefined : this.#customers.find(customerId);
    if (customerId !== null && !customer) throw invalidField("customerId", "the id of a customer");
    requireCustomer("POST /customers/external-accounts", customer, "customerId");
    if (defaultUmaDepositAccount && customerId === null) {
      throw invalidInput("defaultUmaDepositAccount needs a customerId", {
        field: "defaultUmaDepositAccount",
      });
    }
  }

  #checkBeneficiary(accountInfo: AccountInfo): BeneficiaryVerificationStatus {
    const suffix = this.#environment === "sandbox" ? testSuffix(primaryIdentifier(accountInfo)) : "";
    if (suffix === "105")
      throw badRequest("INVALID_BANK_ACCOUNT", "The account is invalid", { field: "accountInfo" });
    if (suffix === "109") throw internal("Simulated API error of the beneficiary check");
    return checkOutcomes[suffix] ?? "MATCHED";
  }
}
