import type { CustomerRecord } from "./customers";
import type { PayoutOutcome, TransactionDestination, TransactionSource } from "./transactions";

/** The source of a quote as it was asked for. */
export type SourceRequest =
  | { kind: "account"; accountId: string; customerId: string | undefined }
  | { kind: "uma"; umaAddress: string; currency: string | undefined; customerId: string | undefined }
  | {
      kind: "realtime";
      currency: string;
      cryptoNetwork: string | undefined;
      customerId: string | undefined;
    };

/** The destination of a quote as it was asked for. */
export type DestinationRequest =
  | { kind: "account"; accountId: string; paymentRail: string | undefined }
  | { kind: "uma"; umaAddress: string; currency: string | undefined };

/**
 * How the money of a quote is collected: from a balance, from a wallet's balance with its owner's signature, pulled from
 * a bank account, or sent by the payer according to the payment instructions (OP-60).
 */
export type Funding = "balance" | "signature" | "pull" | "instructions";

/** Who has to be eligible when a quote is created and again when it is paid. */
export interface Party {
  /** `null` for the platform and for somebody outside. */
  customerId: string | null;
  externalAccountId?: string;
}

/** Who receives a payment, when that is somebody who uses the service: a customer, or the platform. */
export interface Recipient {
  /** `null` for the platform. */
  customerId: string | null;
  /** The account into which the money goes. */
  accountId: string;
  /** Paid under an UMA address: only then the platform may have a say in the payment. */
  byUma: boolean;
}

/** The paying side of a quote. */
export interface Sender {
  /** As the quote shows it. */
  source: TransactionSource | { sourceType: "ACCOUNT"; accountId: string; customerId?: string };
  /** As the transaction shows it. */
  transactionSource: TransactionSource;
  currency: string;
  /** The account in the books. */
  book: string;
  funding: Funding;
  cryptoNetwork?: string | undefined;
  customer?: CustomerRecord | undefined;
  party: Party;
  /** What is known about the payer. */
  counterpartyInformation?: Record<string, string> | undefined;
  /** Set where the customer was given an account of a currency that need not be among its enabled ones (OP-38). */
  isProvisioned?: boolean;
}

/** The receiving side of a quote. */
export interface Receiver {
  /** As the quote shows it. */
  destination: Record<string, unknown>;
  /** As the transaction shows it. */
  transactionDestination: TransactionDestination;
  /** What a lookup would have been made for: the account's id or the UMA address. */
  receiver: string;
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  party: Party;
  /** None for a payee outside. */
  recipient?: Recipient | undefined;
  /** What is known about the payee. */
  counterpartyInformation?: Record<string, string> | undefined;
  /** ISO 3166-1 alpha-2, where it is known. */
  country?: string | undefined;
}
