/**
 * React hooks for a wallet page: the state, the balance, transactions and payments.
 *
 * @module payments-sdk/react
 */
"use client";

export {
  useBalance,
  useCredentials,
  useDevices,
  usePayment,
  usePendingPayments,
  useTransactions,
} from "./hooks";
export type {
  BalanceView,
  CredentialsView,
  DevicesView,
  LoadedView,
  PaymentView,
  PendingPaymentsView,
  TransactionsView,
} from "./hooks";
export type { PaymentState } from "./payment-flow";
export { useWallet, WalletProvider } from "./provider";
export type { WalletProviderProps, WalletView } from "./provider";
