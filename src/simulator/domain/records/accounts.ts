import type {
  ExternalAccount,
  ExternalAccountStatus,
  InternalAccount,
  InternalAccountType,
} from "../../../models/accounts";
import type { Known } from "../../../models/open";
import type { Kept } from "./kept";
import { words } from "../../runtime/words";

export const internalAccountTypes: readonly InternalAccountType[] = words(
  "INTERNAL_FIAT INTERNAL_CRYPTO EMBEDDED_WALLET",
);

/** Where money comes from or goes to: `accountType` selects the variant, the other fields are kept as sent. */
export interface AccountInfoRecord {
  accountType: string;
  [field: string]: unknown;
}

/** How to pay a quote or to fund an account (specification, "PaymentInstruction"). */
export interface PaymentInstructionRecord {
  accountOrWalletInfo: AccountInfoRecord;
  instructionsNotes: string;
  /** Of an account only. */
  isPlatformAccount?: boolean;
}

/** An internal account; its balance is the ledger's. */
export interface InternalAccountRecord extends Omit<
  Kept<InternalAccount>,
  "balance" | "customerId" | "fundingPaymentInstructions"
> {
  /** `null` for the platform's own accounts. */
  customerId: string | null;
  currency: string;
  fundingPaymentInstructions: PaymentInstructionRecord[];
}

const owner = ({ customerId }: { customerId: string | null }) =>
  customerId === null ? "platform" : "customer";

export const internalAccountKeys = {
  customerId: ({ customerId }: InternalAccountRecord) => customerId,
  owner: (account: InternalAccountRecord) => owner(account),
  currency: ({ currency }: InternalAccountRecord) => currency,
  type: ({ type }: InternalAccountRecord) => type,
};

export type AccountStatus = Known<ExternalAccountStatus>;

export const externalAccountStatuses: readonly AccountStatus[] = words(
  "PENDING ACTIVE UNDER_REVIEW INACTIVE",
);

/** An external account as the service keeps it (specification, "ExternalAccount"). */
export interface ExternalAccountRecord extends Omit<
  Kept<ExternalAccount>,
  "customerId" | "cryptoNetwork" | "accountInfo"
> {
  /** `null` when on behalf of the platform. */
  customerId: string | null;
  defaultUmaDepositAccount: boolean;
  beneficiaryVerificationStatus: BeneficiaryStatus;
  cryptoNetwork?: string;
  accountInfo: AccountInfoRecord;
  createdAt: string;
}

/** What a beneficiary check can find. */
export type BeneficiaryStatus = NonNullable<Kept<ExternalAccount>["beneficiaryVerificationStatus"]>;

export const externalAccountKeys = {
  customerId: ({ customerId }: ExternalAccountRecord) => customerId,
  owner: (account: ExternalAccountRecord) => owner(account),
  currency: ({ currency }: ExternalAccountRecord) => currency,
};

/** What one entry does to one account: positive adds, negative takes, in the smallest unit of the currency. */
export interface Posting {
  account: string;
  currency: string;
  amount: number;
}

/** One entry of the books: its postings sum to zero in each currency. */
export interface LedgerEntry {
  /** ISO 8601 in UTC, on the simulator's clock. */
  at: string;
  /** What the entry is about. */
  memo: string;
  /** What it does, account by account. */
  postings: readonly Posting[];
}

export interface Balance {
  currency: string;
  /** A decimal: accounts beside the internal ones can leave the safe integers. */
  amount: string;
}
