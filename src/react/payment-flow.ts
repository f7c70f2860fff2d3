import type { WalletQuoteParams } from "../wallet/requests";
import type { PaymentProgress } from "../wallet/payment-watch";
import type { Wallet } from "../wallet/wallet";

/**
 * The progress of a payment: `wallet.payments.progress`. In the status `confirm`, show the quote to the customer, and call
 * `confirm` or `decline`. After `unknown`, do not start the payment again.
 *
 * `usePendingPayments` has a payment from `sending` on, until it is dismissed.
 */
export type PaymentState = PaymentProgress;

const IDLE: PaymentState = { status: "idle" };

/** The state for server rendering and for hydration. */
export const paymentOnServer = (): PaymentState => IDLE;

/** Shows the wallet's payment to the components of a page, until the page has cleared its end. */
export class PaymentFlow {
  readonly #wallet: Wallet;
  readonly #dismissed: () => void;
  readonly #listeners = new Set<() => void>();
  #isOpen = false;
  /** The end that the page has cleared. */
  #cleared: unknown;

  /** `dismissed` is called after a payment was dismissed, or could not be. */
  constructor(wallet: Wallet, dismissed: () => void) {
    this.#wallet = wallet;
    this.#dismissed = dismissed;
  }

  /** The current state. */
  readonly current = (): PaymentState => {
    const { progress } = this.#wallet.payments;
    return progress === this.#cleared || progress.status === "idle" ? IDLE : progress;
  };

  /** Calls a listener after each change. If none is left after a rendering, nobody sees the question: it is declined. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#wallet.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      unsubscribe();
      this.#listeners.delete(listener);
      queueMicrotask(() => this.#declineUnseen());
    };
  };

  /** Makes a payment. Never rejects. */
  readonly pay = async (params: WalletQuoteParams): Promise<void> => {
    const { status } = this.#wallet.payments.progress;
    if (this.#isOpen || status === "quote" || status === "confirm" || status === "sending") return;
    this.#isOpen = true;
    // A quote that comes when no component is left is declined, too.
    const unsubscribe = this.#wallet.subscribe(() => this.#declineUnseen());
    // The wallet keeps an error in its progress.
    await this.#wallet.pay(params).catch(() => {});
    unsubscribe();
    this.#isOpen = false;
  };

  /** Clears a finished payment. The customer has seen its outcome, so a known one is dismissed. */
  readonly reset = (): void => {
    const ended = this.current();
    if (ended.status !== "sent" && ended.status !== "failed" && ended.status !== "unknown") return;
    this.#cleared = ended;
    for (const listener of this.#listeners) listener();
    const isKnown = ended.status === "sent" || (ended.status === "failed" && ended.error === undefined);
    if (!isKnown || ended.quote === undefined) return;
    // A list that was being loaded still has the payment. If the store fails, `usePendingPayments` shows it.
    void this.#wallet.dismiss(ended.quote.id).then(this.#dismissed, this.#dismissed);
  };

  #declineUnseen(): void {
    const { progress } = this.#wallet.payments;
    if (this.#isOpen && this.#listeners.size === 0 && progress.status === "confirm") progress.decline();
  }
}
