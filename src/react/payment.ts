import { useSyncExternalStore } from "react";
import type { WalletQuoteParams } from "../wallet/wallet-resources";
import { IDLE } from "./payment-flow";
import type { PaymentState } from "./payment-flow";
import { useProvidedWallet } from "./provider";
import { storeOf } from "./store";

/** What {@link usePayment} returns: the state of the payment, and the functions that change it. */
export type PaymentView = PaymentState & {
  /** Starts a payment. Does nothing while another payment is in progress. Never rejects. */
  readonly pay: (params: WalletQuoteParams) => Promise<void>;
  /** Clears a finished payment, and dismisses it if its outcome is known. Call it when the customer has seen it. */
  readonly reset: () => void;
};

const idleOnServer = (): PaymentState => IDLE;

/**
 * Makes a payment out of the wallet, step by step. All components of a wallet share one state, also after they are mounted
 * again. Afterwards it reloads the balance and the transactions. If no component shows the question any more, or the page
 * shows another wallet, the payment is declined.
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
  const { payment } = storeOf(useProvidedWallet());
  const state = useSyncExternalStore(payment.subscribe, payment.current, idleOnServer);
  return { ...state, pay: payment.pay, reset: payment.reset };
}
