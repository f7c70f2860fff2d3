import { useSyncExternalStore } from "react";
import type { AuthMethod } from "../models/auth";
import type { CurrencyAmount } from "../models/currency";
import type { Transaction } from "../models/transaction";
import type { WalletDevice } from "../wallet/devices";
import type { WalletQuoteParams } from "../wallet/requests";
import type { WalletTransactionListParams } from "../wallet/wallet-resources";
import type { PendingPayment } from "../wallet/payment-watch";
import { paymentOnServer } from "./payment-flow";
import type { PaymentState } from "./payment-flow";
import { useProvidedWallet } from "./provider";
import { loadedOnServer, storeOf } from "./store";
import type { Loader } from "./store";

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
 * Loads the balance. Loads it again after each payment in any tab, and when the page is online again or gets the focus.
 *
 * @example
 * ```ts
 * const { balance } = useBalance();
 * const text = balance && formatAmount(balance.amount, balance.currency);
 * ```
 */
export function useBalance(): BalanceView {
  const { data: balance, ...view } = useLoader(storeOf(useProvidedWallet()).balance);
  return { ...view, balance };
}

/** What {@link usePendingPayments} returns. */
export interface PendingPaymentsView extends LoadedView {
  /** The result of `wallet.pending()`: each payment stays here until you dismiss it. */
  readonly payments: readonly PendingPayment[];
  /** Removes a payment after the customer has seen it, or gives it up. Never rejects: a failure is the `error`. */
  readonly dismiss: (payment: PendingPayment) => void;
}

/**
 * Loads the payments that nobody has dismissed, also after a reload. Loads again when the page is online
 * again or gets the focus, after each payment, and after a change in another tab.
 *
 * @example
 * ```ts
 * const { payments, dismiss } = usePendingPayments();
 * ```
 */
export function usePendingPayments(): PendingPaymentsView {
  const loader = storeOf(useProvidedWallet()).pending;
  const { data: payments = NONE, ...view } = useLoader(loader);
  const dismiss = (payment: PendingPayment) => {
    const isOther = ({ quoteId }: PendingPayment) => quoteId !== payment.quoteId;
    // At once: a load in progress omits what is dismissed meanwhile.
    const done = () => loader.update({ data: loader.current().data?.filter(isOther) });
    void payment.dismiss().then(done, (error: unknown) => loader.update({ error }));
  };
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

const NONE: readonly never[] = [];

/**
 * Loads the transactions of the wallet page by page. Loads the first page again after each payment in any tab, and when the page
 * is online again or gets the focus. Components with equal filters share one load.
 *
 * @example
 * ```ts
 * const { transactions, hasMore, loadMore } = useTransactions({ limit: 20 });
 * ```
 *
 * @param params the filters of `wallet.transactions.list`. Equal ones cause no reload. New ones at each rendering never load.
 */
export function useTransactions(params: WalletTransactionListParams = {}): TransactionsView {
  const filters = JSON.stringify(params, Object.keys(params).sort());
  const wallet = useProvidedWallet();
  const loader = storeOf(wallet).transactions(filters);
  const { data, ...view } = useLoader(loader);
  const loadMore = () =>
    loader.change(async (known) => {
      if (known?.page.nextCursor === undefined) return known;
      const page = await wallet.transactions.list({ ...params, cursor: known.page.nextCursor });
      return { rows: [...known.rows, ...page.data], page };
    });
  return { ...view, transactions: data?.rows ?? NONE, hasMore: data?.page.hasMore ?? false, loadMore };
}

/** What {@link useDevices} returns. */
export interface DevicesView extends LoadedView {
  /** The result of `wallet.credentials.devices()`, the oldest first. */
  readonly devices: readonly WalletDevice[];
}

/**
 * Loads the devices that sign in with a passkey. Loads them again with the balance.
 *
 * @example
 * ```ts
 * const { devices, refresh } = useDevices();
 * const remove = (device: (typeof devices)[number]) => device.remove().finally(refresh);
 * ```
 */
export function useDevices(): DevicesView {
  const { data: devices = NONE, ...view } = useLoader(storeOf(useProvidedWallet()).devices);
  return { ...view, devices };
}

/** What {@link useCredentials} returns. */
export interface CredentialsView extends LoadedView {
  /** The credentials of the wallet, as `wallet.credentials.list()` returns them. */
  readonly credentials: readonly AuthMethod[];
}

/**
 * Loads the credentials that the customer signs in with. Loads them again with the balance.
 *
 * @example
 * ```ts
 * const { credentials } = useCredentials();
 * ```
 */
export function useCredentials(): CredentialsView {
  const { data: credentials = NONE, ...view } = useLoader(storeOf(useProvidedWallet()).credentials);
  return { ...view, credentials };
}

function useLoader<Data>(loader: Loader<Data>) {
  const loaded = useSyncExternalStore(loader.subscribe, loader.current, loadedOnServer);
  return { ...loaded, refresh: loader.load };
}

/** What {@link usePayment} returns: the state of the payment, and the functions that change it. */
export type PaymentView = PaymentState & {
  /** Starts a payment. Does nothing while another payment is in progress. Never rejects. */
  readonly pay: (params: WalletQuoteParams) => Promise<void>;
  /** Clears a finished payment, and dismisses it if its outcome is known. Call it when the customer has seen it. */
  readonly reset: () => void;
};

/**
 * Makes a payment out of the wallet, step by step. All components of a wallet share one state, also after they are mounted
 * again. It shows a payment of `wallet.pay`, too. Afterwards it reloads the balance and the transactions. If no component shows the
 * question of this hook's `pay` any more, or the page shows another wallet, the payment is declined.
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
  const state = useSyncExternalStore(payment.subscribe, payment.current, paymentOnServer);
  return { ...state, pay: payment.pay, reset: payment.reset };
}
