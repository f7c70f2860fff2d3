import { readable } from "svelte/store";
import type { Readable } from "svelte/store";
import type { Wallet, WalletTransactionListParams } from "payments-sdk/wallet";
import * as views from "../wallet-views.js";

/** A value of a wallet. A server renders its start, and the browser follows it. */
const storeOf = <Value>({ start, follow }: views.View<Value>): Readable<Value> =>
  readable(start, typeof window === "undefined" ? undefined : follow);

/** The state of the sign-in, with the stored session. */
export const walletState = (wallet: Wallet) => storeOf(views.stateOf(wallet));

/** The payment that this page makes. In the status `confirm`, it has `confirm()` and `decline()`. */
export const paymentProgress = (wallet: Wallet) => storeOf(views.progressOf(wallet));

// These have `data`, `error` and `refresh`.
export const balance = (wallet: Wallet) => storeOf(views.balanceOf(wallet));
export const transactions = (wallet: Wallet, params?: WalletTransactionListParams) =>
  storeOf(views.transactionsOf(wallet, params));
export const pendingPayments = (wallet: Wallet) => storeOf(views.paymentsOf(wallet));
export const credentials = (wallet: Wallet) => storeOf(views.credentialsOf(wallet));
export const devices = (wallet: Wallet) => storeOf(views.devicesOf(wallet));
