import type { IncomingTransaction } from "../../../models/transaction";

/** What the service charges on a quote. Fees are part of `totalSendingAmount`. */
export interface SimulatorFees {
  /** A fixed fee, in the smallest unit of the sending currency. Default 0. */
  fixed?: number | undefined;
  /** A share of the sending amount, from 0 to 0.99999999. Default 0.005. */
  rate?: number | undefined;
}

/** Quotes and exchange rates. */
export interface SimulatorQuoteOptions {
  /** What quotes cost. Default: 0.5 %. */
  fees?: SimulatorFees | undefined;
  /** How long you can execute a quote: milliseconds, or a string such as `"90s"`. Default 5 min. */
  lifetime?: number | string | undefined;
  /** When a quote starts to show its `transactionId`: at its `"creation"` or its `"execution"`. Default `"execution"`. */
  transactionId?: "creation" | "execution" | undefined;
  /**
   * A quote to a UMA address needs the `lookupId` of an earlier lookup: 400 without one. The specification allows both
   * readings. Default `false`.
   */
  requireLookupId?: boolean | undefined;
  /** The names that a receiver lookup asks for. `senderCustomerInfo` must then contain them. Default: none. */
  requiredPayerDataFields?: readonly string[] | undefined;
  /** The destination countries, ISO 3166-1 alpha-2, for which a quote needs `purposeOfPayment`. Default: none. */
  purposeRequiredCountries?: readonly string[] | undefined;
  /** Moves every exchange rate by up to 2 %, the same way for the same seed. Default: the rates of the table. */
  rateSeed?: string | number | undefined;
}

/** How long payments take: milliseconds, or a string such as `"30s"`. */
export interface SimulatorDelays {
  /** From the execution of a quote until it completes, unless the sandbox's magic values say otherwise. Default 0. */
  payout?: number | string | undefined;
}

/** Who approves an incoming UMA payment. */
export interface SimulatorApprovalOptions {
  /**
   * Who approves: the service (`"automatic"`), you with `approve` or `reject` (`"manual"`), or your endpoint (`"webhook"`). Its
   * response to INCOMING_PAYMENT.PENDING decides: 403 rejects, 202 leaves it to you, and another 2xx approves. 422 fails the
   * payment with MISSING_MANDATORY_PAYEE_DATA, other responses with PAYMENT_APPROVAL_WEBHOOK_ERROR.
   * Default: `"webhook"` with an endpoint, `"automatic"` without.
   */
  mode?: "automatic" | "manual" | "webhook" | undefined;
  /**
   * Decides instead of `mode`: `true` approves, `false` rejects. An error fails the payment with
   * PAYMENT_APPROVAL_WEBHOOK_ERROR, a late decision with PAYMENT_APPROVAL_TIMED_OUT. Until a promise settles, the
   * payment is PENDING. Default: none.
   */
  decide?: ((transaction: IncomingTransaction) => boolean | Promise<boolean>) | undefined;
  /**
   * How long a payment waits, before it fails with PAYMENT_APPROVAL_TIMED_OUT. Milliseconds,
   * or a string such as `"30s"`. Default: 5 s for `decide` and the endpoint, no limit with the mode `"manual"`.
   */
  timeout?: number | string | undefined;
}
