import type { FailureRecord } from "./failure-record";

/** One try of a payment, as a table keeps it. */
export interface PaymentTry {
  /** The number in the idempotency key: 1 for the first key of the payment. */
  readonly key: number;
  /** When the try was recorded, before its request was sent: ISO 8601 with a zone. */
  readonly at: string;
  /**
   * What the request was for. Only the payment itself can be unknown. A refused `payee` refuses the payment. Any other
   * failure, such as that of a look-up, says nothing about it. Default `"payment"`.
   */
  readonly request?: "payment" | "payee" | "look-up" | undefined;
  /** How the try ended. A try without it is unknown: its process may have crashed. */
  readonly ended?: TryEnding | undefined;
}

/** The end of a try: a result or an error. */
export interface TryEnding {
  /** When the call ended: ISO 8601 with a zone. */
  readonly at: string;
  /** The result: the id of the transaction or of the quote. */
  readonly result?: { readonly id: string } | undefined;
  /** The error, reduced by {@link failureRecord}. */
  readonly error?: FailureRecord | undefined;
}

/** A payment in the service's list with the same payee and amount. */
export interface ListedPayment {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Another payment of the table has this id. */
  readonly isClaimed: boolean;
}

/** What a job read after the step `look`. */
export interface Looked {
  /** The `at` of the step `look`: ISO 8601 with a zone. */
  readonly at: string;
  /** The payments in the service's list with the same payee and amount. */
  readonly listed?: readonly ListedPayment[] | undefined;
  /**
   * How many other payments of the table have the same payee and amount, and are neither done nor refused. Count those
   * that wait for a person, too. Default 0.
   */
  readonly equalOpen?: number | undefined;
  /** The status of the quote, for a payment with a quote. */
  readonly quoteStatus?: string | undefined;
}

/** What a table keeps of one payment: plain JSON. */
export interface PaymentHistory {
  /** In the order in which they were recorded. */
  readonly tries: readonly PaymentTry[];
  /** What the last look showed. */
  readonly looked?: Looked | undefined;
  /** When a person last said "go on", after they corrected the cause: ISO 8601 with a zone. */
  readonly continuedAt?: string | undefined;
}
