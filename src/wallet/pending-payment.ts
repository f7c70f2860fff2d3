import type { QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import type { WalletRequestOptions } from "./wallet-call";

/** A payment that was started before, and that nobody has dismissed. `outcome` selects the form. */
export type PendingPayment = {
  /** The id of its quote. A damaged row may have another text, or an empty one. */
  readonly quoteId: QuoteId;
  /**
   * Removes the payment from the list, in all tabs: `wallet.dismiss` with its quote.
   *
   * @throws {StoreUnavailableError} when the store may still have it.
   */
  readonly dismiss: (options?: WalletRequestOptions) => Promise<void>;
} & (
  | {
      /**
       * `executed`: the service executed the payment. `quote.status` shows its progress, or that it failed. `not-executed`:
       * no money moved, and the quote has expired.
       */
      readonly outcome: "executed" | "not-executed";
      /** The current quote. */
      readonly quote: Quote;
      /** The time of the first attempt: ISO 8601 date-time in UTC, by the service's clock. */
      readonly startedAt: string;
    }
  | {
      /** The service has not executed it yet, according to `quote.status`. */
      readonly outcome: "unknown";
      readonly quote: Quote;
      readonly startedAt: string;
      /**
       * Signs what the customer confirmed, and executes it with its first key. You can call it again: the payment is made
       * once. `wallet.pending` returns the payment until you dismiss it.
       *
       * @throws {InvalidRequestError} when another tab has dismissed the payment. Nothing was signed.
       * @throws {ConfirmationRequiredError} when the quote is not the one that the customer confirmed. Nothing was signed.
       * @throws {SessionRequiredError} when nobody is signed in.
       * @throws {ConflictError} when the quote has expired.
       */
      readonly finish: (options?: WalletRequestOptions) => Promise<Quote>;
    }
  | {
      /** The stored row is damaged, or its quote cannot be read now. The payment may have been made. */
      readonly outcome: "unreadable";
      readonly quote?: undefined;
      /** Absent if the stored row is damaged. */
      readonly startedAt?: string | undefined;
      /** The reason. */
      readonly error: unknown;
    }
);
