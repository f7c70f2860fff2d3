import { useMemo, useSyncExternalStore } from "react";
import type { Page } from "../core/pagination";
import type { CurrencyAmount } from "../models/currency";
import type { Transaction } from "../models/transaction";
import type { WalletTransactionListParams } from "../wallet/money";
import type { PendingPayment } from "../wallet/pending-payment";
import { loadedOnServer, Loader } from "./loader";
import { useWallet } from "./provider";
import { storeOf } from "./store";

/** What all loading hooks return. */
export interface LoadedView {
  /** The error of the last load, or `undefined`. The next successful load clears it. */
  readonly error: unknown;
  /** Whether a load is in progress. Earlier data stay visible. */
  readonly isLoading: boolean;
  /** Loads again. Never rejects. */
  readonly refresh: () => Promise<void>;
}

/** What {@link useBalance} returns. */
export interface BalanceView extends LoadedView {
  /** The balance. `undefined` until it has loaded. */
  readonly balance: CurrencyAmount | undefined;
}

/**
 * Loads the balance. Reloads it after each payment of this page.
 *
 * @example
 * ```ts
 * const { balance } = useBalance();
 * const text = balance && formatAmount(balance.amount, balance.currency);
 * ```
 */
export function useBalance(): BalanceView {
  const { data: balance, ...view } = useLoader(storeOf(useWallet().wallet).balance);
  return { ...view, balance };
}

/** What {@link usePendingPayments} returns. */
export interface PendingPaymentsView extends LoadedView {
  /** The result of `wallet.pending()`. A settled payment stays here until you dismiss it. */
  readonly payments: readonly PendingPayment[];
  /** Removes a settled payment after the customer has seen it. */
  readonly dismiss: (payment: PendingPayment) => void;
}

/**
 * Loads the payments with an unknown outcome, for example after a reload during a payment.
 *
 * @example
 * ```ts
 * const { payments, dismiss } = usePendingPayments();
 * ```
 */
export function usePendingPayments(): PendingPaymentsView {
  const loader = storeOf(useWallet().wallet).pending;
  const { data: payments = NONE, ...view } = useLoader(loader);
  const dismiss = (payment: PendingPayment) =>
    void loader.change(async (known = NONE) => {
      await payment.dismiss();
      return known.filter(({ quoteId }) => quoteId !== payment.quoteId);
    });
  return { ...view, payments, dismiss };
}

/** What {@link useTransactions} returns. */
export interface TransactionsView extends LoadedView {
  /** All loaded rows, newest first unless you choose another order. */
  readonly transactions: readonly Transaction[];
  /** Whether the service has more rows. */
  readonly hasMore: boolean;
  /** Loads the next page. Never rejects. */
  readonly loadMore: () => Promise<void>;
}

interface Rows {
  readonly rows: readonly Transaction[];
  readonly page: Page<Transaction>;
}

const NONE: readonly never[] = [];

/**
 * Loads the transactions of the wallet page by page. Reloads the first page after each payment of this page.
 *
 * @example
 * ```ts
 * const { transactions, hasMore, loadMore } = useTransactions({ limit: 20 });
 * ```
 *
 * @param params the filters of `wallet.transactions.list`. An equal object causes no reload.
 */
export function useTransactions(params: WalletTransactionListParams = {}): TransactionsView {
  const { wallet } = useWallet();
  const key = JSON.stringify(params);
  const loader = useMemo(
    () =>
      new Loader<Rows>(storeOf(wallet).watched, async () => {
        const page = await wallet.transactions.list(JSON.parse(key) as WalletTransactionListParams);
        return { rows: page.data, page };
      }),
    [wallet, key],
  );
  const { data, ...view } = useLoader(loader);
  const loadMore = () =>
    loader.change(async (known) => {
      const page = await known?.page.nextPage();
      return known && page ? { rows: [...known.rows, ...page.data], page } : known;
    });
  return { ...view, transactions: data?.rows ?? NONE, hasMore: data?.page.hasMore ?? false, loadMore };
}

function useLoader<Data>(loader: Loader<Data>) {
  const loaded = useSyncExternalStore(loader.subscribe, loader.current, loadedOnServer);
  return { ...loaded, refresh: loader.load };
}
