import { isSameText } from "../core/fields";
import type { QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import type { WalletRequestOptions } from "./wallet-call";

/**
 * The progress of the payment that `wallet.pay` makes in this tab. While one is being sent, no other is shown.
 *
 * - `idle`: no payment has started, or the customer declined it.
 * - `quote`: the wallet requests a quote.
 * - `confirm`: the customer is asked. Show the quote, and call `confirm` or `decline`.
 * - `sending`: the wallet records, signs and executes the quote.
 * - `sent`: the service executed the payment.
 * - `failed`: the payment was not made. `error` says why, unless the quote failed at the service.
 * - `unknown`: the outcome is not known yet. `wallet.pending` has the payment.
 */
export type PaymentProgress =
  | { readonly status: "idle" | "quote" }
  | {
      readonly status: "confirm";
      readonly quote: Quote;
      /** Signs and executes the quote, if `pay` has no `confirm` that was faster. */
      readonly confirm: () => void;
      /** Declines the quote. No money moves. */
      readonly decline: () => void;
    }
  | { readonly status: "sending"; readonly quote: Quote }
  | PaymentEnd;

/** The payments of a wallet. Frozen, and the same object until something changes. */
export interface WalletPayments {
  /** The last result of `wallet.pending`, without the payments that were dismissed since. */
  readonly stored: readonly PendingPayment[];
  /** False before the first `wallet.pending`, and after a change in any tab. Call that again, in a listener only without `error`. */
  readonly isCurrent: boolean;
  /** The error of the last `wallet.pending`, or `undefined`. */
  readonly error: unknown;
  /** The payment in progress in this tab. */
  readonly progress: PaymentProgress;
  /** Whether a reload forgets a payment, because the store could not record it (`allowUnrecordedPayments`). */
  readonly forgetsOnReload: boolean;
}

/** The one state of a wallet's payments. */
export class PaymentWatch {
  /** How often the stored payments have changed, in any tab. */
  changes = 0;
  /** The number of the last load, and of the one that is shown. */
  #load = 0;
  #shownLoad = 0;
  /** The payment that the customer is asked about, or that is being sent. */
  #sending: object | undefined;
  readonly #context: { readonly state: { changed(): void } };
  /** The current state. */
  current: WalletPayments = Object.freeze({
    stored: [],
    isCurrent: false,
    error: undefined,
    progress: { status: "idle" } as const,
    forgetsOnReload: false,
  });

  constructor(context: { readonly state: { changed(): void } }) {
    this.#context = context;
  }

  /** Changes parts of the state. */
  set(changes: Partial<WalletPayments>): void {
    this.current = Object.freeze({ ...this.current, ...changes });
    if (changes.isCurrent === false) this.changes += 1;
    this.#context.state.changed();
  }

  /** Begins a load of the stored payments. The function shows its result, unless a later load was faster. */
  load(): (result: Partial<WalletPayments>) => void {
    const load = (this.#load += 1);
    return (result) => {
      if (load < this.#shownLoad) return;
      this.#shownLoad = load;
      this.set(result);
    };
  }

  /** Shows the progress of a payment, but nothing of others while one is being sent. */
  show(payment: object, progress: PaymentProgress): void {
    if ((this.#sending ?? payment) !== payment) return;
    const isHeld = progress.status === "confirm" || progress.status === "sending";
    this.#sending = isHeld ? payment : undefined;
    this.set({ progress: Object.freeze(progress) });
  }

  /** Shows the end of a stored payment, if it is the one that ended last here. `undefined`: it was dismissed. */
  settle(quoteId: string, end?: PaymentEnd): void {
    const { progress } = this.current;
    if (progress.status !== "confirm" && "quote" in progress && isSameText(progress.quote?.id, quoteId))
      this.show(this, end ?? { status: "idle" });
  }
}

/** How a payment ended, as a page shows it. */
export type PaymentEnd =
  | { readonly status: "sent"; readonly quote: Quote }
  | { readonly status: "failed"; readonly quote?: Quote | undefined; readonly error?: unknown }
  | { readonly status: "unknown"; readonly quote: Quote; readonly error?: unknown };

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
       * no money moved. The quote has expired, or the service refused the payment, and `pay` has said so.
       */
      readonly outcome: "executed" | "not-executed";
      /** The current quote. If it cannot be read now, or has a final status, the quote as it was last read. */
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
      /** The quote as it was last read, if the row has it. It may have changed since. */
      readonly quote?: Quote | undefined;
      /** Absent if the stored row is damaged. */
      readonly startedAt?: string | undefined;
      /** The reason. */
      readonly error: unknown;
    }
);
