import { useCallback, useEffect, useRef, useState } from "react";
import { isPaymentsError } from "../core/error-guards";
import type { Quote } from "../models/quote";
import type { WalletQuoteParams } from "../wallet/money";
import type { Wallet } from "../wallet/wallet";
import { useWallet } from "./provider";
import { storeOf } from "./store";

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

/** What {@link usePayment} returns: the state of the payment, and the functions that change it. */
export type PaymentView = PaymentState & {
  /** Starts a payment. Does nothing while another payment is in progress. Never rejects. */
  readonly pay: (params: WalletQuoteParams) => Promise<void>;
  /** Clears a finished payment. */
  readonly reset: () => void;
};

const IDLE: PaymentState = { status: "idle" };

/**
 * Makes a payment out of the wallet, step by step. Afterwards it reloads the balance and the transactions. If the component
 * unmounts or gets another wallet before confirmation, the payment is declined.
 *
 * @example
 * ```ts
 * const payment = usePayment();
 * const send = () =>
 *   payment.pay({
 *     destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
 *     lockedCurrencySide: "SENDING",
 *     lockedCurrencyAmount: 1_000_000, // 1 USDC
 *   });
 * ```
 */
export function usePayment(): PaymentView {
  const { wallet } = useWallet();
  const [state, setState] = useState(IDLE);
  const isOpen = useRef(false);
  /** The wallet that the mounted component shows. */
  const shown = useRef<Wallet>(undefined);
  const decline = useRef<() => void>(undefined);
  useEffect(() => {
    shown.current = wallet;
    return () => {
      shown.current = undefined;
      decline.current?.();
    };
  }, [wallet]);

  const pay = useCallback(
    async (params: WalletQuoteParams): Promise<void> => {
      if (isOpen.current) return;
      isOpen.current = true;
      let confirmed: Quote | undefined;
      const ask = (quote: Quote) =>
        new Promise<boolean>((resolve) => {
          const no = () => respond(false);
          /** Only the customer's first response to this quote counts. */
          const respond = (isConfirmed: boolean) => {
            if (decline.current !== no) return;
            decline.current = undefined;
            if (isConfirmed) {
              confirmed = quote;
              setState({ status: "sending", quote });
            }
            resolve(isConfirmed);
          };
          if (shown.current !== wallet) return resolve(false);
          decline.current = no;
          setState({ status: "confirm", quote, confirm: () => respond(true), decline: no });
        });
      setState({ status: "quote" });
      try {
        const paid = await wallet.pay({ ...params, confirm: ask });
        setState(paid === undefined ? IDLE : endOf(paid));
      } catch (error) {
        setState(failureOf(error, confirmed));
      }
      isOpen.current = false;
      if (confirmed !== undefined) storeOf(wallet).reload();
    },
    [wallet],
  );
  const reset = useCallback(() => {
    if (!isOpen.current) setState(IDLE);
  }, []);
  return { ...state, pay, reset };
}

/** A newer status leaves the outcome unknown. */
function endOf(quote: Quote): PaymentState {
  if (quote.status === "FAILED" || quote.status === "EXPIRED") return { status: "failed", quote };
  const isSent = quote.status === "PROCESSING" || quote.status === "COMPLETED";
  return { status: isSent ? "sent" : "unknown", quote };
}

/** Nothing is sent before the customer confirms. */
function failureOf(error: unknown, quote: Quote | undefined): PaymentState {
  const outcome = isPaymentsError(error) ? error.outcome : "unknown";
  if (quote === undefined || outcome === "not-executed") return { status: "failed", quote, error };
  return outcome === "executed" ? { status: "sent", quote } : { status: "unknown", quote, error };
}
