import { currencyAmountSchema } from "./currency";
import type { CurrencyAmount } from "./currency";
import type {
  AccountId,
  CustomerId,
  ExternalAccountId,
  InternalAccountId,
  QuoteId,
  TransactionId,
} from "./ids";
import type { Nullish, Open, Unlisted } from "./open";
import type { PageParams } from "./page";
import { paymentInstructionSchema } from "./payment-instruction";
import type { PaymentInstruction } from "./payment-instruction";
import { rateDetailsSchema } from "./rates";
import type { RateDetails } from "./rates";
import { exactInteger, list, number, model, union, nullish, nullishString, record, string } from "./schema";
import type { Schema } from "./schema";
import { destinationSchema, sourceSchema } from "./source-destination";
import type { Destination, Source } from "./source-destination";

/** The direction of a transaction, from the platform's point of view. */
export type TransactionType = "INCOMING" | "OUTGOING";

/**
 * The state of an incoming transaction.
 *
 * - `CREATED`: a lookup exists.
 * - `PENDING`: a quote exists.
 * - `PROCESSING`: funded and started.
 * - `COMPLETED`: received, converted and sent on.
 * - `REJECTED`: rejected by the receiving side, and refunded.
 * - `FAILED`: an error occurred.
 * - `REFUNDED`: not completed, and refunded.
 * - `EXPIRED`: the quote expired.
 */
export type IncomingTransactionStatus = Open<
  "CREATED" | "PENDING" | "PROCESSING" | "COMPLETED" | "REJECTED" | "FAILED" | "REFUNDED" | "EXPIRED"
>;

/**
 * The state of an outgoing transaction.
 *
 * - `PENDING`: the quote awaits confirmation.
 * - `EXPIRED`: not executed in time.
 * - `PROCESSING`: executing, with the funds received.
 * - `COMPLETED`: the payout arrived.
 * - `FAILED`: see `failureReason`.
 */
export type OutgoingTransactionStatus = Open<"PENDING" | "EXPIRED" | "PROCESSING" | "COMPLETED" | "FAILED">;

/** The state of a transaction, in either direction. */
export type TransactionStatus = IncomingTransactionStatus | OutgoingTransactionStatus;

/** Why an incoming transaction failed. */
export type IncomingFailureReason = Open<
  | "LNURLP_FAILED"
  | "PAY_REQUEST_FAILED"
  | "PAYMENT_APPROVAL_WEBHOOK_ERROR"
  | "PAYMENT_APPROVAL_TIMED_OUT"
  | "OFFRAMP_FAILED"
  | "MISSING_MANDATORY_PAYEE_DATA"
  | "QUOTE_EXPIRED"
  | "QUOTE_EXECUTION_FAILED"
>;

/** Why an outgoing transaction failed. */
export type OutgoingFailureReason = Open<
  | "QUOTE_EXPIRED"
  | "QUOTE_EXECUTION_FAILED"
  | "LIGHTNING_PAYMENT_FAILED"
  | "FUNDING_AMOUNT_MISMATCH"
  | "COUNTERPARTY_POST_TX_FAILED"
>;

/** The reference by which the receiver matches a payment. */
export interface ReconciliationInstructions {
  reference?: Nullish<string>;
}

/** The refund of an outgoing transaction. */
export interface Refund {
  reference: string;
  /** ISO 8601 date-time in UTC. */
  initiatedAt: string;
  status: Open<"PENDING" | "COMPLETED" | "FAILED">;
  /** ISO 8601 date-time in UTC. Absent until the money is back. */
  settledAt?: Nullish<string>;
  reason?: Nullish<Open<"TRANSACTION_FAILED" | "USER_CANCELLATION" | "TIMEOUT">>;
}

interface TransactionBase {
  id: TransactionId;
  destination: Destination;
  /** The customer that sends or receives. Absent on the platform's own transactions. */
  customerId?: Nullish<CustomerId>;
  /** The platform's own id of that customer. */
  platformCustomerId?: Nullish<string>;
  /** ISO 8601 date-time in UTC. Absent until settled. */
  settledAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  createdAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
  /** The memo of the quote. */
  description?: Nullish<string>;
  /** What the service knows about the counterparty, for example `FULL_NAME`. The values are strings. */
  counterpartyInformation?: Nullish<Record<string, unknown>>;
  rateDetails?: Nullish<RateDetails>;
}

/** An incoming payment. */
export interface IncomingTransaction extends TransactionBase {
  type: "INCOMING";
  status: IncomingTransactionStatus;
  source?: Nullish<Source>;
  receivedAmount: CurrencyAmount;
  /** Present in every status except `CREATED`. */
  reconciliationInstructions?: Nullish<ReconciliationInstructions>;
  failureReason?: Nullish<IncomingFailureReason>;
}

/** An outgoing payment. */
export interface OutgoingTransaction extends TransactionBase {
  type: "OUTGOING";
  status: OutgoingTransactionStatus;
  source: Source;
  sentAmount: CurrencyAmount;
  receivedAmount?: Nullish<CurrencyAmount>;
  /**
   * Sending units for one receiving unit. The service may count in minor units, such as cents for one satoshi, so this is not
   * the price of a dollar. To show a price, use `quoteRate`. Never compute amounts from it.
   */
  exchangeRate?: Nullish<number>;
  /** Integer in the smallest unit of the sending currency, 0 or more. */
  fees?: Nullish<number>;
  /** The quote that created the transaction. */
  quoteId?: Nullish<QuoteId>;
  paymentInstructions?: Nullish<PaymentInstruction[]>;
  /** Present if a refund was made or attempted. */
  refund?: Nullish<Refund>;
  /** Present if the status is `FAILED` or `EXPIRED`. */
  failureReason?: Nullish<OutgoingFailureReason>;
}

/** A kind of transaction that is newer than this package, such as `CARD`. It keeps all its fields, and may lack the known ones. */
export interface UnlistedTransaction
  extends
    Pick<OutgoingTransaction, "id">,
    Partial<Omit<OutgoingTransaction, "type" | "id" | "status" | "failureReason">> {
  type: Unlisted;
  status: Open<OutgoingTransactionStatus>;
  failureReason?: Nullish<string>;
}

/** A payment. `type` is its direction. A newer kind may have no source and no destination: see {@link Unlisted}. */
export type Transaction = IncomingTransaction | OutgoingTransaction | UnlistedTransaction;

/** Filters of `transactions.list`. */
export interface TransactionListParams extends PageParams {
  /** The id of a customer, or of the platform for its own transactions. */
  customerId?: CustomerId | undefined;
  platformCustomerId?: string | undefined;
  /** Matches the sender's or the receiver's account. */
  accountIdentifier?: AccountId | undefined;
  senderAccountIdentifier?: AccountId | undefined;
  receiverAccountIdentifier?: AccountId | undefined;
  status?: TransactionStatus | undefined;
  type?: TransactionType | undefined;
  /** The reference of the reconciliation instructions. */
  reference?: string | undefined;
  /** Inclusive. A string is an ISO 8601 date-time. */
  startDate?: Date | string | undefined;
  /** Inclusive. A string is an ISO 8601 date-time. */
  endDate?: Date | string | undefined;
  /** By creation time. Default of the service: `desc`. */
  sortOrder?: "asc" | "desc" | undefined;
}

/** Parameters of `transfers.in`. */
export interface TransferInParams {
  /** The external account to pull from. */
  source: { accountId: ExternalAccountId };
  /** The internal account to credit, in the same currency. */
  destination: { accountId: InternalAccountId };
  /** Integer in the smallest unit of the currency, above 0. */
  // April: optional
  amount: number;
}

/** Parameters of `transfers.out`. */
export interface TransferOutParams {
  /** The internal account to debit. */
  source: { accountId: InternalAccountId };
  /** The external account to pay, in the same currency. */
  destination: { accountId: ExternalAccountId };
  /** Integer in the smallest unit of the currency, above 0. */
  // April: optional
  amount: number;
  /** What the payee's bank shows with the payment, at most 80 characters. */
  // April: absent
  remittanceInformation?: string | undefined;
}

/** Parameters of `transactions.approve`. */
export interface TransactionApproveParams {
  /** The receiver data that the sender asked for, by name. */
  receiverCustomerInfo?: Record<string, string> | undefined;
}

/** Parameters of `transactions.reject`. */
export interface TransactionRejectParams {
  /** The reason for the rejection. */
  reason?: string | undefined;
}

const commonShape = {
  id: string,
  status: string,
  destination: destinationSchema,
  customerId: nullishString,
  platformCustomerId: nullishString,
  settledAt: nullishString,
  createdAt: nullishString,
  updatedAt: nullishString,
  description: nullishString,
  counterpartyInformation: /* @__PURE__ */ nullish(record),
  rateDetails: /* @__PURE__ */ nullish(rateDetailsSchema),
  failureReason: nullishString,
};

export const transactionSchema = /* @__PURE__ */ union<Transaction, "type">("type", {
  INCOMING: /* @__PURE__ */ model<Omit<IncomingTransaction, "type">>({
    ...commonShape,
    source: /* @__PURE__ */ nullish(sourceSchema),
    receivedAmount: currencyAmountSchema,
    reconciliationInstructions: /* @__PURE__ */ nullish(
      /* @__PURE__ */ model<ReconciliationInstructions>({ reference: nullishString }),
    ),
  }),
  OUTGOING: /* @__PURE__ */ model<Omit<OutgoingTransaction, "type">>({
    ...commonShape,
    source: sourceSchema,
    sentAmount: currencyAmountSchema,
    receivedAmount: /* @__PURE__ */ nullish(currencyAmountSchema),
    exchangeRate: /* @__PURE__ */ nullish(number),
    fees: /* @__PURE__ */ nullish(exactInteger),
    quoteId: nullishString,
    paymentInstructions: /* @__PURE__ */ nullish(/* @__PURE__ */ list(paymentInstructionSchema)),
    refund: /* @__PURE__ */ nullish(
      /* @__PURE__ */ model<Refund>({
        reference: string,
        initiatedAt: string,
        status: string,
        settledAt: nullishString,
        reason: nullishString,
      }),
    ),
  }),
});

// For responses with one direction only. The check itself accepts both.
export const incomingTransactionSchema = transactionSchema as Schema<IncomingTransaction>;
export const outgoingTransactionSchema = transactionSchema as Schema<OutgoingTransaction>;
