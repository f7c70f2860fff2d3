import type { Quote } from "../models/quote";
import type { PaymentEnd } from "./payment-end";
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
  | { readonly status: "confirm"; readonly quote: Quote }
  | { readonly status: "sending"; readonly quote: Quote }
  | PaymentEnd;

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

  /** Shows the end of a stored payment, if it is the one that ended last here. `undefined`: it was dismissed. */
  settle(quoteId: string, end?: PaymentEnd): void {
    const { progress } = this.#current;
    const isOver = ["sent", "failed", "unknown"].includes(progress.status);
    if (isOver && "quote" in progress && progress.quote?.id === quoteId) this.show(end ?? { status: "idle" });
  }
}
