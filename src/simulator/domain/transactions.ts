import type {
  AccountDestination,
  AccountSource,
  RealtimeFundingSource,
  UmaDestination,
  UmaSource,
} from "../../models/source-destination";
import type { SeededRandom } from "../runtime/random";
import type { Posting } from "./ledger";
import type { PaymentInstruction } from "./payment-instructions";
import type { RateDetails } from "./pricing";

export const incomingStatuses = [
  "CREATED",
  "PENDING",
  "PROCESSING",
  "COMPLETED",
  "REJECTED",
  "FAILED",
  "REFUNDED",
  "EXPIRED",
] as const;
export type IncomingStatus = (typeof incomingStatuses)[number];

export const outgoingStatuses = ["PENDING", "EXPIRED", "PROCESSING", "COMPLETED", "FAILED"] as const;
export type OutgoingStatus = (typeof outgoingStatuses)[number];

export const incomingFailureReasons = [
  "LNURLP_FAILED",
  "PAY_REQUEST_FAILED",
  "PAYMENT_APPROVAL_WEBHOOK_ERROR",
  "PAYMENT_APPROVAL_TIMED_OUT",
  "OFFRAMP_FAILED",
  "MISSING_MANDATORY_PAYEE_DATA",
  "QUOTE_EXPIRED",
  "QUOTE_EXECUTION_FAILED",
] as const;
export type IncomingFailureReason = (typeof incomingFailureReasons)[number];

export const outgoingFailureReasons = [
  "QUOTE_EXPIRED",
  "QUOTE_EXECUTION_FAILED",
  "LIGHTNING_PAYMENT_FAILED",
  "FUNDING_AMOUNT_MISMATCH",
  "COUNTERPARTY_POST_TX_FAILED",
] as const;
export type OutgoingFailureReason = (typeof outgoingFailureReasons)[number];

export type RefundReason = "TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT";

/** A refund that was tried (specification, "Transaction"; OP-56 for its statuses). */
export interface Refund {
  reference: string;
  initiatedAt: string;
  status: "PENDING" | "COMPLETED" | "FAILED";
  settledAt?: string;
  reason: RefundReason;
}

/** The paying side of a transaction, with its currency: an account, an UMA address, or money that was sent for a quote. */
export type TransactionSource = AccountSource | UmaSource | RealtimeFundingSource;

/** The receiving side of a transaction, with its currency: an account or an UMA address. */
export type TransactionDestination = AccountDestination | UmaDestination;

/** Where a payment's money is, and how it gets from place to place. */
export interface Money {
  at: "source" | "transit" | "destination";
  /** From the source into transit. */
  departure: readonly Posting[];
  /** From transit to the destination. */
  arrival: readonly Posting[];
}

interface TransactionCommon {
  id: `Transaction:${string}`;
  source: TransactionSource;
  destination: TransactionDestination;
  /** The sender of an outgoing, the recipient of an incoming transaction; `null` for the platform. */
  customerId: string | null;
  createdAt: string;
  updatedAt: string;
  settledAt?: string;
  description?: string;
  counterpartyInformation?: Record<string, string>;
  money: Money;
  /** The task that will bring the transaction on. */
  taskId?: string | undefined;
}

/** How an executed quote ends (specification, "Sandbox outcomes"). */
export type PayoutOutcome =
  /** Arrives after `delayMs`. */
  | { kind: "delivered"; delayMs: number }
  /** Arrives at once, and comes back after `delayMs`. */
  | { kind: "returned"; delayMs: number; failureReason: OutgoingFailureReason }
  /** Fails before any money moves. */
  | { kind: "refused"; failureReason: OutgoingFailureReason }
  /** Fails once the money is on its way: it is refunded, or the refund fails as well. */
  | {
      kind: "undelivered";
      failureReason: OutgoingFailureReason;
      refund: "COMPLETED" | "FAILED";
      refundReason: RefundReason;
    };

/** What a receiver's transaction knows of the payment behind it. */
export interface ReceivedFrom {
  transactionId: string;
  /** The platform is asked when the sender has paid. */
  needsApproval: boolean;
  /** How the payment goes on once the platform has approved it. */
  outcome: PayoutOutcome;
}

export interface IncomingTransactionRecord extends TransactionCommon {
  type: "INCOMING";
  status: IncomingStatus;
  receivedAmount: { amount: number; currency: string };
  reference: string;
  /** Waits for the platform to approve or reject it. */
  awaitsApproval: boolean;
  /** Set where the sender uses the service, too: the sender's transaction and what is still to be done. */
  sender?: ReceivedFrom;
  /** The endpoint's response to its event decides. */
  asksEndpoint?: boolean;
  failureReason?: IncomingFailureReason;
}

export interface OutgoingTransactionRecord extends TransactionCommon {
  type: "OUTGOING";
  status: OutgoingStatus;
  sentAmount: { amount: number; currency: string };
  receivedAmount?: { amount: number; currency: string };
  failureReason?: OutgoingFailureReason;
  exchangeRate?: number;
  fees?: number;
  rateDetails?: RateDetails;
  quoteId?: string;
  paymentInstructions?: PaymentInstruction[];
  refund?: Refund;
  /** The receiver's own transaction, where the receiver uses the service, too. */
  receiverTransactionId?: string;
}

export type TransactionRecord = IncomingTransactionRecord | OutgoingTransactionRecord;

/** A reference for the platform's books (specification, "Transaction", reconciliationInstructions). */
export function newReference(random: SeededRandom): string {
  return `REF-${random.text(10).toUpperCase()}`;
}
