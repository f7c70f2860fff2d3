import { onMounted, onUnmounted, shallowReadonly, shallowRef } from "vue";
import type { ShallowRef } from "vue";
import type { Wallet, WalletTransactionListParams } from "payments-sdk/wallet";
import * as views from "../wallet-views.js";

/** A value of a wallet. A server renders its start, and the browser follows it after hydration. */
function useView<Value>({ start, follow }: views.View<Value>): Readonly<ShallowRef<Value>> {
  const value = shallowRef(start);
  let stop = () => {};
  onMounted(() => {
    stop = follow((now) => (value.value = now));
  });
  onUnmounted(() => stop());
  return shallowReadonly(value);
}

/** The state of the sign-in, with the stored session. */
export const useWallet = (wallet: Wallet) => useView(views.stateOf(wallet));

/** The payment that this page makes. In the status `confirm`, it has `confirm()` and `decline()`. */
export const usePayment = (wallet: Wallet) => useView(views.progressOf(wallet));

// These have `data`, `error` and `refresh`.
export const useBalance = (wallet: Wallet) => useView(views.balanceOf(wallet));
export const useTransactions = (wallet: Wallet, params?: WalletTransactionListParams) =>
  useView(views.transactionsOf(wallet, params));
export const usePendingPayments = (wallet: Wallet) => useView(views.paymentsOf(wallet));
export const useCredentials = (wallet: Wallet) => useView(views.credentialsOf(wallet));
export const useDevices = (wallet: Wallet) => useView(views.devicesOf(wallet));
