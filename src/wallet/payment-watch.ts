import { isPaymentsError } from "../core/error-guards";
import type { Quote } from "../models/quote";
import type { PendingPayment } from "./pending-payment";

/**
 * The progress of the payment that `wallet.pay` makes in this tab.
 *
 * - `idle`: no payment has started, or the customer declined it.
 * - `quote`: the wallet requests a quote.
 * - `confirm`: the customer is asked.
 * - `sending`: the wallet records, signs and executes the quote.
 * - `sent`: the service executed the payment.
 * - `failed`: the payment was not made. `error` says why, unless the quote failed at the service.
 * - `unknown`: the outcome is not known yet. `wallet.pending` has the payment.
 */
export type PaymentProgress =
  | { readonly status: "idle" | "quote" }
  | { readonly status: "confirm" | "sending" | "sent"; readonly quote: Quote }
  | { readonly status: "failed"; readonly quote?: Quote | undefined; readonly error?: unknown }
  | { readonly status: "unknown"; readonly quote: Quote; readonly error?: unknown };

/** The payments of a wallet. Frozen, and the same object until something changes. */
export interface WalletPayments {
  /** The last result of `wallet.pending`, without the payments that were dismissed since. */
  readonly stored: readonly PendingPayment[];
  /** False before the first `wallet.pending`, and after a change in any tab. Call `wallet.pending` again. */
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
  readonly #onChange: () => void;
  #current: WalletPayments = Object.freeze({
    stored: [],
    isCurrent: false,
    error: undefined,
    progress: { status: "idle" } as const,
    forgetsOnReload: false,
  });

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The current state. */
  get current(): WalletPayments {
    return this.#current;
  }

  /** Changes parts of the state. */
  set(changes: Partial<WalletPayments>): void {
    this.#current = Object.freeze({ ...this.#current, ...changes });
    this.#onChange();
  }

  /** Shows the progress of a payment. */
  show(progress: PaymentProgress): void {
    this.set({ progress: Object.freeze(progress) });
  }

  /** Shows a payment that the service responded to. A newer status leaves the outcome unknown. */
  end(quote: Quote): void {
    if (["FAILED", "EXPIRED", "CANCELLED"].includes(quote.status))
      return this.show({ status: "failed", quote });
    const isSent = quote.status === "PROCESSING" || quote.status === "COMPLETED";
    this.show({ status: isSent ? "sent" : "unknown", quote });
  }

  /** Shows a payment that failed. Without a quote, nothing was sent. */
  fail(error: unknown, quote: Quote | undefined): void {
    const outcome = isPaymentsError(error) ? error.outcome : "unknown";
    if (quote === undefined || outcome === "not-executed")
      return this.show({ status: "failed", quote, error });
    this.show(outcome === "executed" ? { status: "sent", quote } : { status: "unknown", quote, error });
  }
}
