import { isPaymentsError } from "../core/error-guards";
import type { Quote } from "../models/quote";
import type { WalletQuoteParams } from "../wallet/money";
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
 * - `unknown`: the outcome is not known yet. `usePendingPayments` has the payment. Do not start it again.
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
  | { readonly status: "sending" | "sent"; readonly quote: Quote }
  | { readonly status: "failed"; readonly quote?: Quote | undefined; readonly error?: unknown }
  | { readonly status: "unknown"; readonly quote: Quote; readonly error?: unknown };

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

  /** `ended` is called after each payment. */
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
      const paid = await this.#wallet.pay({ ...params, confirm });
      this.#set(paid === undefined ? IDLE : endOf(paid));
    } catch (error) {
      this.#set(failureOf(error, confirmed));
    }
    this.#isOpen = false;
    this.#ended(confirmed !== undefined);
  };

  /** Clears a finished payment. */
  readonly reset = (): void => {
    if (!this.#isOpen) this.#set(IDLE);
  };

  /** Follows a stored payment that was finished, or dismissed if `quote` is absent. */
  settle(quoteId: string, quote?: Quote): void {
    const state = this.#state;
    if (state.status === "unknown" && state.quote.id === quoteId) this.#set(quote ? endOf(quote) : IDLE);
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

/** A newer status leaves the outcome unknown. */
function endOf(quote: Quote): PaymentState {
  if (["FAILED", "EXPIRED", "CANCELLED"].includes(quote.status)) return { status: "failed", quote };
  const isSent = quote.status === "PROCESSING" || quote.status === "COMPLETED";
  return { status: isSent ? "sent" : "unknown", quote };
}

/** Nothing is sent before the customer confirms. */
function failureOf(error: unknown, quote: Quote | undefined): PaymentState {
  const outcome = isPaymentsError(error) ? error.outcome : "unknown";
  if (quote === undefined || outcome === "not-executed") return { status: "failed", quote, error };
  return outcome === "executed" ? { status: "sent", quote } : { status: "unknown", quote, error };
}
