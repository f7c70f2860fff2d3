import type { Quote } from "../models/quote";
import type { WalletQuoteParams } from "../wallet/wallet-resources";
import type { PaymentProgress } from "../wallet/payment-watch";
import type { Wallet } from "../wallet/wallet";

/**
 * The progress of a payment, as `wallet.payments.progress` has it. In the status `confirm`, show the quote to the customer, and
 * call `confirm` or `decline`. After `unknown`, do not start the payment again.
 *
 * `usePendingPayments` has a payment from `sending` on, until it is dismissed.
 */
export type PaymentState =
  | Exclude<PaymentProgress, { readonly status: "confirm" }>
  | {
      readonly status: "confirm";
      readonly quote: Quote;
      /** Signs and executes the quote. */
      readonly confirm: () => void;
      /** Declines the quote. No money moves. */
      readonly decline: () => void;
    };

const IDLE: PaymentState = { status: "idle" };
const QUOTE: PaymentState = { status: "quote" };

/** The state for server rendering and for hydration. */
export const paymentOnServer = (): PaymentState => IDLE;

/** The wallet's payment, with the question to the customer. The components of a page share it. */
export class PaymentFlow {
  readonly #wallet: Wallet;
  readonly #dismissed: () => void;
  readonly #listeners = new Set<() => void>();
  #isOpen = false;
  /** Shown while the wallet waits for the customer. */
  #asked = QUOTE;
  #decline: (() => void) | undefined;
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
    // A payment of `wallet.pay` may start and end while the customer is asked.
    if (this.#decline !== undefined || progress.status === "confirm") return this.#asked;
    return progress === this.#cleared || progress.status === "idle" ? IDLE : progress;
  };

  /** Calls a listener after each change. If none is left after a rendering, nobody sees the question: it is declined. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#wallet.subscribe(listener);
    this.#listeners.add(listener);
    return () => {
      unsubscribe();
      this.#listeners.delete(listener);
      queueMicrotask(() => {
        if (this.#listeners.size === 0) this.#decline?.();
      });
    };
  };

  /** Makes a payment. Never rejects. */
  readonly pay = async (params: WalletQuoteParams): Promise<void> => {
    const { status } = this.#wallet.payments.progress;
    if (this.#isOpen || status === "quote" || status === "confirm" || status === "sending") return;
    this.#isOpen = true;
    // The wallet keeps an error in its progress.
    await this.#wallet.pay({ ...params, confirm: (quote) => this.#ask(quote) }).catch(() => {});
    this.#isOpen = false;
    this.#asked = QUOTE;
  };

  /** Clears a finished payment. The customer has seen its outcome, so a known one is dismissed. */
  readonly reset = (): void => {
    const ended = this.current();
    if (ended.status !== "sent" && ended.status !== "failed" && ended.status !== "unknown") return;
    this.#cleared = ended;
    this.#tell();
    const isKnown = ended.status === "sent" || (ended.status === "failed" && ended.error === undefined);
    if (!isKnown || ended.quote === undefined) return;
    // A list that was being loaded still has the payment. If the store fails, `usePendingPayments` shows it.
    void this.#wallet.dismiss(ended.quote.id).then(this.#dismissed, this.#dismissed);
  };

  #ask(quote: Quote): Promise<boolean> {
    return new Promise((resolve) => {
      const no = () => respond(false);
      /** Only the customer's first response to this quote counts. */
      const respond = (isConfirmed: boolean) => {
        if (this.#decline !== no) return;
        this.#decline = undefined;
        resolve(isConfirmed);
      };
      this.#decline = no;
      if (this.#listeners.size === 0) return no();
      this.#asked = { status: "confirm", quote, confirm: () => respond(true), decline: no };
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
