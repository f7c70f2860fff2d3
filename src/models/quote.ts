import { currencySchema } from "./currency";
import type { Currency } from "./currency";
import type { LookupId, QuoteId, TransactionId } from "./ids";
import type { Nullish, Open } from "./open";
import { paymentInstructionSchema } from "./payment-instruction";
import type { PaymentInstruction } from "./payment-instruction";
import { rateDetailsSchema } from "./rates";
import type { RateDetails } from "./rates";
import { exactInteger, list, number, model, nullish, nullishString, record, string } from "./schema";
import { destinationSchema, sourceSchema } from "./source-destination";
import type { Destination, DestinationParams, Source, SourceParams } from "./source-destination";

/** The state of a quote. */
export type QuoteStatus = Open<"PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED">;

/** An offer to move money at a fixed rate, until it expires. */
export interface Quote {
  id: QuoteId;
  status: QuoteStatus;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /**
   * ISO 8601 date-time in UTC, typically 1 to 5 minutes after creation. You cannot execute the quote from
   * this time on.
   */
  expiresAt: string;
  source: Source;
  destination: Destination;
  sendingCurrency: Currency;
  receivingCurrency: Currency;
  /** Integer in the smallest unit of `sendingCurrency`. */
  totalSendingAmount: number;
  /** Integer in the smallest unit of `receivingCurrency`. */
  totalReceivingAmount: number;
  /**
   * Sending units for one receiving unit. The service may count in minor units, such as cents for one satoshi, so this is not
   * the price of a dollar. To show a price, use `quoteRate`. Never compute amounts from it.
   */
  exchangeRate: number;
  /** The fee, part of `totalSendingAmount`. Integer in the smallest unit of `sendingCurrency`, 0 or more. */
  feesIncluded: number;
  /** The transaction of the quote. Present once the quote has settled, or earlier. */
  transactionId?: Nullish<TransactionId>;
  /** How to pay. Not needed if the source is a managed internal account. */
  paymentInstructions?: Nullish<PaymentInstruction[]>;
  /** What the service knows about the counterparty, for example `FULL_NAME`. The values are strings. */
  counterpartyInformation?: Nullish<Record<string, unknown>>;
  rateDetails?: Nullish<RateDetails>;
}

/** The purpose of a payment. */
export type PurposeOfPayment =
  | "GIFT"
  | "SELF"
  | "GOODS_OR_SERVICES"
  | "EDUCATION"
  | "HEALTH_OR_MEDICAL"
  | "REAL_ESTATE_PURCHASE"
  | "TAX_PAYMENT"
  | "LOAN_PAYMENT"
  | "UTILITY_BILL"
  | "DONATION"
  | "TRAVEL"
  | "FAMILY_SUPPORT"
  | "SALARY_PAYMENT"
  | "OTHER";

/** Parameters of `quotes.create`. */
export interface QuoteCreateParams {
  source: SourceParams;
  destination: DestinationParams;
  /** The side with the fixed amount. */
  lockedCurrencySide: "SENDING" | "RECEIVING";
  /** Integer in the smallest unit of that side's currency, 1 to 9000000000000000. */
  lockedCurrencyAmount: number;
  /** From an earlier receiver lookup. For UMA destinations. */
  lookupId?: LookupId | undefined;
  /**
   * Executes the quote at the current rate within this call. Default of the service: false. The source must
   * be an internal account or support direct pull. It cannot be an embedded wallet, because its owner signs
   * the quote first.
   */
  immediatelyExecute?: boolean | undefined;
  /** A memo, copied to the transaction. */
  description?: string | undefined;
  /** What the payee's bank shows with the payment, at most 80 characters. */
  // April: absent
  remittanceInformation?: string | undefined;
  /** Required in some countries. Only the newest service has `FAMILY_SUPPORT` and `SALARY_PAYMENT`. */
  // April: without FAMILY_SUPPORT, SALARY_PAYMENT
  purposeOfPayment?: PurposeOfPayment | undefined;
  /** Every field that the receiver lookup lists in `requiredPayerDataFields`, by name. */
  senderCustomerInfo?: Record<string, string> | undefined;
}

/** Parameters of `quotes.execute`. */
export interface QuoteExecuteParams {
  /**
   * The signature over the quote's `payloadToSign`, sent as `Service-Wallet-Signature`. Required if the
   * source is an embedded wallet. Otherwise the service ignores it.
   */
  signature?: string | undefined;
}

export const quoteSchema = /* @__PURE__ */ model<Quote>({
  id: string,
  status: string,
  createdAt: string,
  expiresAt: string,
  source: sourceSchema,
  destination: destinationSchema,
  sendingCurrency: currencySchema,
  receivingCurrency: currencySchema,
  totalSendingAmount: exactInteger,
  totalReceivingAmount: exactInteger,
  exchangeRate: number,
  feesIncluded: exactInteger,
  transactionId: nullishString,
  paymentInstructions: /* @__PURE__ */ nullish(/* @__PURE__ */ list(paymentInstructionSchema)),
  counterpartyInformation: /* @__PURE__ */ nullish(record),
  rateDetails: /* @__PURE__ */ nullish(rateDetailsSchema),
});
