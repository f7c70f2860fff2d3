import type { Known } from "../../../models/open";
import type { RateDetails } from "../../../models/rates";
import type {
  AccountDestination,
  AccountSource,
  RealtimeFundingSource,
  UmaDestination,
  UmaSource,
} from "../../../models/source-destination";
import type {
  IncomingFailureReason,
  IncomingTransaction,
  IncomingTransactionStatus,
  OutgoingFailureReason,
  OutgoingTransaction,
  OutgoingTransactionStatus,
  Refund,
} from "../../../models/transaction";
import type { Price } from "../pricing";
import type { PaymentInstructionRecord, Posting } from "./accounts";
import { umaKey } from "./customers";
import type { Kept } from "./kept";
import { words } from "../../runtime/words";

export type IncomingStatus = Known<IncomingTransactionStatus>;

export const incomingStatuses: readonly IncomingStatus[] = words(
  "CREATED PENDING PROCESSING COMPLETED REJECTED FAILED REFUNDED EXPIRED",
);

export type OutgoingStatus = Known<OutgoingTransactionStatus>;

export const outgoingStatuses: readonly OutgoingStatus[] = words(
  "PENDING EXPIRED PROCESSING COMPLETED FAILED",
);

export type IncomingReason = Known<IncomingFailureReason>;

export const incomingFailureReasons: readonly IncomingReason[] = words(
  "LNURLP_FAILED PAY_REQUEST_FAILED PAYMENT_APPROVAL_WEBHOOK_ERROR PAYMENT_APPROVAL_TIMED_OUT",
  "OFFRAMP_FAILED MISSING_MANDATORY_PAYEE_DATA QUOTE_EXPIRED QUOTE_EXECUTION_FAILED",
);

export type OutgoingReason = Known<OutgoingFailureReason>;

export const outgoingFailureReasons: readonly OutgoingReason[] = words(
  "QUOTE_EXPIRED QUOTE_EXECUTION_FAILED LIGHTNING_PAYMENT_FAILED FUNDING_AMOUNT_MISMATCH",
  "COUNTERPARTY_POST_TX_FAILED",
);

/** A refund that was tried (specification, "Transaction"; OP-56 for its statuses). */
export type RefundRecord = Kept<Refund>;

/** The paying side of a transaction, with its currency: an account, an UMA address, or money that was sent for a quote. */
export type TransactionSource = AccountSource | UmaSource | RealtimeFundingSource;

/** The receiving side of a transaction, with its currency: an account or an UMA address. */
export type TransactionDestination = AccountDestination | UmaDestination;

/** In the smallest unit of the currency. */
export interface AmountRecord {
  amount: number;
  currency: string;
}

export interface Money {
  at: "source" | "transit" | "destination";
  /** From the source into transit. */
  departure: readonly Posting[];
  /** From transit to the destination. */
  arrival: readonly Posting[];
}

interface TransactionCommon extends Pick<
  Kept<OutgoingTransaction>,
  "id" | "settledAt" | "description" | "counterpartyInformation"
> {
  source: TransactionSource;
  destination: TransactionDestination;
  /** The sender of an outgoing, the recipient of an incoming transaction; `null` for the platform. */
  customerId: string | null;
  createdAt: string;
  updatedAt: string;
  money: Money;
  taskId?: string | undefined;
}

/** How a transfer or an executed quote ends (specification, "Sandbox outcomes"). */
export interface PayoutOutcome {
  /** Where the money is until the end. At the source, it never leaves. At the destination, it has arrived, and comes back. */
  waitsAt: Money["at"];
  delayMs: number;
  /** Absent: the money arrives. */
  failure?: Failure;
}

export interface IncomingTransactionRecord
  extends TransactionCommon, Pick<Kept<IncomingTransaction>, "type" | "status" | "failureReason"> {
  receivedAmount: AmountRecord;
  reference: string;
  /** The platform must approve it: once the sender has paid, now, or now by its endpoint's response. */
  approval?: "after payment" | "open" | "by endpoint";
  /** The sender's transaction, if the sender uses the service, too. */
  senderTransactionId?: string;
}

/** `quoteId` names the quote with the price and the payment instructions. */
export interface OutgoingTransactionRecord
  extends
    TransactionCommon,
    Pick<Kept<OutgoingTransaction>, "type" | "status" | "failureReason" | "quoteId"> {
  sentAmount: AmountRecord;
  receivedAmount?: AmountRecord;
  refund?: RefundRecord;
  /** The receiver's transaction, if the receiver uses the service, too. */
  receiverTransactionId?: string;
}

export type TransactionRecord = IncomingTransactionRecord | OutgoingTransactionRecord;

/** The account or the UMA address of one side. */
export function identifierOf(side: TransactionSource | TransactionDestination): string | undefined {
  if ("accountId" in side) return side.accountId;
  return "umaAddress" in side ? umaKey(side.umaAddress) : undefined;
}

/** How transactions are found (OP-57). */
export const transactionKeys = {
  customerId: ({ customerId }: TransactionRecord) => customerId,
  identifier: ({ source, destination }: TransactionRecord) =>
    [identifierOf(source), identifierOf(destination)].filter((identifier) => identifier !== undefined),
  sender: ({ source }: TransactionRecord) => identifierOf(source),
  receiver: ({ destination }: TransactionRecord) => identifierOf(destination),
  reference: (transaction: TransactionRecord) =>
    transaction.type === "INCOMING" ? transaction.reference : undefined,
  status: ({ status }: TransactionRecord) => status,
  type: ({ type }: TransactionRecord) => type,
};

/** Who must be eligible when a quote is created, and again when it is paid. */
export interface Party {
  /** `null` for the platform and for somebody outside. */
  customerId: string | null;
  externalAccountId?: string;
}

/** The paying side of a quote. */
export interface Sender {
  source: TransactionSource;
  /** As the transaction shows it. */
  transactionSource: TransactionSource;
  currency: string;
  cryptoNetwork?: string | undefined;
  /** Its account in the books. */
  book: string;
  /** From a balance, from a wallet with a signature, by a pull from a bank, or by the payer (OP-60). */
  funding: "balance" | "signature" | "pull" | "instructions";
  party: Party;
}

/** The receiving side of a quote. */
export interface Receiver {
  destination: TransactionDestination;
  /** As the transaction shows it. */
  transactionDestination: TransactionDestination;
  currency: string;
  /** Its account in the books. */
  book: string;
  outcome: PayoutOutcome;
  party: Party;
  /** The account of a customer or of the platform into which the money goes. Absent for a payee outside. */
  accountId?: string | undefined;
  counterpartyInformation?: Record<string, string> | undefined;
  /** ISO 3166-1 alpha-2, if known. */
  country?: string | undefined;
}

/** A quote. It has the status of its transaction, which exists from its creation (OP-51). */
export interface QuoteRecord extends Price {
  id: `Quote:${string}`;
  createdAt: string;
  /** Milliseconds since 1970-01-01 UTC; from this instant on the quote cannot be executed. */
  expiresAtMs: number;
  sender: Sender;
  receiver: Receiver;
  rateDetails?: RateDetails | undefined;
  paymentInstructions?: PaymentInstructionRecord[] | undefined;
  /** What the owner of a wallet source signs. */
  payloadToSign?: string | undefined;
  transactionId: string;
}

export interface Failure {
  failureReason: OutgoingReason;
  /** Default TRANSACTION_FAILED. */
  refundReason?: NonNullable<RefundRecord["reason"]>;
  /** Default COMPLETED: the money goes back. */
  refund?: "COMPLETED" | "FAILED";
}
