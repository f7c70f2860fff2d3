/**
 * React hooks for a wallet page: the state, the balance, transactions and payments.
 *
 * @module payments-sdk/react
 */
"use client";

export { useBalance, usePendingPayments, useTransactions } from "./data";
export type { BalanceView, LoadedView, PendingPaymentsView, TransactionsView } from "./data";
export { usePayment } from "./payment";
export type { PaymentView } from "./payment";
export type { PaymentState } from "./payment-flow";
export { useWallet, WalletProvider } from "./provider";
export type { WalletProviderProps, WalletView } from "./provider";
