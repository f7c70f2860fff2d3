import type {
  AccountDestination,
  AccountSource,
  RealtimeFundingSource,
  UmaDestination,
  UmaSource,
} from "../../models/source-destination";
import type { IncomingTransaction } from "../../models/transaction";
import { present } from "../present";
import type { World } from "../world";
import { currencyObject } from "./currencies";
import type { CurrencyObject } from "./currencies";
import type { Leg } from "./ledger";
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

/** A refund that was tried (specification, Transaction; OP-56 for its statuses). */
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
  departure: readonly Leg[];
  /** From transit to the destination. */
  arrival: readonly Leg[];
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
  /** Calls off what the clock still has in store for the transaction. */
  cancelTimer?: (() => void) | undefined;
}

export interface IncomingTransactionRecord extends TransactionCommon {
  type: "INCOMING";
  status: IncomingStatus;
  receivedAmount: { amount: number; currency: string };
  reference: string;
  /** Waits for the platform to approve or reject it. */
  awaitsApproval: boolean;
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
}

export type TransactionRecord = IncomingTransactionRecord | OutgoingTransactionRecord;

interface AmountBody {
  amount: number;
  currency: CurrencyObject;
}

function amountBody({ amount, currency }: { amount: number; currency: string }): AmountBody {
  return { amount, currency: currencyObject(currency) };
}

function commonBody(world: World, transaction: TransactionRecord) {
  const { customerId } = transaction;
  return {
    id: transaction.id,
    customerId: customerId ?? world.platformId,
    platformCustomerId:
      customerId === null ? world.platformId : world.customer(customerId).platformCustomerId,
    source: transaction.source,
    destination: transaction.destination,
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
    settledAt: transaction.settledAt,
    description: transaction.description,
    counterpartyInformation: transaction.counterpartyInformation,
  };
}

/** The transaction as the service answers it (specification, Transaction, incoming). */
export function incomingTransactionBody(
  world: World,
  transaction: IncomingTransactionRecord,
): IncomingTransaction {
  const { type, status, receivedAmount, reference, failureReason } = transaction;
  return present({
    ...commonBody(world, transaction),
    type,
    status,
    receivedAmount: amountBody(receivedAmount),
    reconciliationInstructions: status === "CREATED" ? undefined : { reference },
    failureReason,
  });
}

/** The transaction as the service answers it (specification, Transaction, outgoing). */
export function outgoingTransactionBody(world: World, transaction: OutgoingTransactionRecord) {
  const { type, status, sentAmount, receivedAmount, failureReason, refund } = transaction;
  return present({
    ...commonBody(world, transaction),
    type,
    status,
    sentAmount: amountBody(sentAmount),
    receivedAmount: receivedAmount && amountBody(receivedAmount),
    exchangeRate: transaction.exchangeRate,
    fees: transaction.fees,
    rateDetails: transaction.rateDetails,
    quoteId: transaction.quoteId,
    paymentInstructions: transaction.paymentInstructions,
    refund,
    failureReason,
  });
}

export function transactionBody(world: World, transaction: TransactionRecord): object {
  return transaction.type === "INCOMING"
    ? incomingTransactionBody(world, transaction)
    : outgoingTransactionBody(world, transaction);
}
