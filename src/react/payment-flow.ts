import type { Quote } from "../models/quote";
import type { WalletQuoteParams } from "../wallet/wallet-resources";
import type { PaymentEnd } from "../wallet/payment-watch";
import type { Wallet } from "../wallet/wallet";

/**
 * The progress of a payment.
 *
 * - `idle`: no payment has started, or the customer declined it.
 * - `quote`: the wallet requests a quote.
 * - `confirm`: show the quote to the customer, and call `confirm` or `decline`.
 * - `sending`: the wallet signs and executes the quote.
 * - `sent`: the service executed the payment.
 * - `failed`: the payment was not made. `error` says why, unless the quote failed at the service.
 * - `unknown`: the outcome is not known yet. Do not start it again.
 *
 * `usePendingPayments` has a payment from `sending` on, until it is dismissed.
 */
export type PaymentState =
  | { readonly status: "idle" | "quote" }
  | {
      readonly status: "confirm";
      readonly quote: Quote;
      /** Signs and executes the quote. */
      readonly confirm: () => void;
      /** Declines the quote. No money moves. */
      readonly decline: () => void;
    }
  | { readonly status: "sending"; readonly quote: Quote }
  | PaymentEnd;

/** The state before a payment. */
export const IDLE: PaymentState = { status: "idle" };

/** The payment of one wallet that the components of a page share. */
export class PaymentFlow {
  readonly #wallet: Wallet;
  readonly #ended: (isConfirmed: boolean) => void;
  readonly #listeners = new Set<() => void>();
  #state = IDLE;
  #isOpen = false;
  #decline: (() => void) | undefined;

  /** `ended` is called after each payment, and after one was dismissed. */
  constructor(wallet: Wallet, ended: (isConfirmed: boolean) => void) {
    this.#wallet = wallet;
    this.#ended = ended;
  }

  /** Whether a payment is in progress. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The current state. */
  readonly current = (): PaymentState => this.#state;

  /** Calls a listener after each change. Without listeners, nobody sees the question: it is declined. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#decline?.();
    };
  };

  /** Makes a payment. Never rejects. */
  readonly pay = async (params: WalletQuoteParams): Promise<void> => {
    if (this.#isOpen) return;
    this.#isOpen = true;
    let confirmed: Quote | undefined;
    this.#set({ status: "quote" });
    try {
      const confirm = async (quote: Quote) => {
        if (await this.#ask(quote)) confirmed = quote;
        return confirmed !== undefined;
      };
      await this.#wallet.pay({ ...params, confirm });
    } catch {
      // The wallet keeps the error in its progress.
    }
    this.#isOpen = false;
    this.#follow();
    this.#ended(confirmed !== undefined);
  };

  /** Clears a finished payment. The customer has seen its outcome, so a known one is dismissed. */
  readonly reset = (): void => {
    if (this.#isOpen) return;
    const ended = this.#state;
    this.#set(IDLE);
    const isKnown = ended.status === "sent" || (ended.status === "failed" && ended.error === undefined);
    if (!isKnown || ended.quote === undefined) return;
    // If the store fails, `usePendingPayments` still shows the payment.
    const looked = () => this.#ended(false);
    void this.#wallet.dismiss(ended.quote.id).then(looked, looked);
  };

  /** Follows the wallet after a stored payment was finished or dismissed. */
  settle(): void {
    if (!this.#isOpen && this.#state !== IDLE) this.#follow();
  }

  /** Shows how the wallet's own payment ended. */
  #follow(): void {
    const { progress } = this.#wallet.payments;
    if (progress.status !== "confirm") this.#set(progress);
  }

  #ask(quote: Quote): Promise<boolean> {
    return new Promise((resolve) => {
      const no = () => respond(false);
      /** Only the customer's first response to this quote counts. */
      const respond = (isConfirmed: boolean) => {
        if (this.#decline !== no) return;
        this.#decline = undefined;
        if (isConfirmed) this.#set({ status: "sending", quote });
        resolve(isConfirmed);
      };
      if (this.#listeners.size === 0) return resolve(false);
      this.#decline = no;
      this.#set({ status: "confirm", quote, confirm: () => respond(true), decline: no });
    });
  }

  #set(state: PaymentState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
