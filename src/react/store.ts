import type { CurrencyAmount } from "../models/currency";
import type { PendingPayment } from "../wallet/payment-watch";
import type { Wallet } from "../wallet/wallet";
import type { WalletRequestOptions } from "../wallet/wallet-call";
import type { Page } from "../core/pagination";
import type { Transaction } from "../models/transaction";
import type { WalletTransactionListParams } from "../wallet/wallet-resources";
import { Loader } from "./loader";
import type { Watched } from "./loader";
import { PaymentFlow } from "./payment-flow";

/** The loaded transactions, and the last page. */
export interface Rows {
  readonly rows: readonly Transaction[];
  readonly page: Page<Transaction>;
}

/** The state of one wallet that the components of a page share. */
export interface WalletStore {
  readonly balance: Loader<CurrencyAmount>;
  readonly pending: Loader<readonly PendingPayment[]>;
  readonly payment: PaymentFlow;
  /** The transactions with these filters, as JSON. */
  readonly transactions: (params: string) => Loader<Rows>;
  /** The loaders that a component watches. */
  readonly watched: Set<Watched>;
  /** Loads everything that a component watches. */
  readonly reload: () => void;
}

/** By wallet: Strict Mode creates components twice. */
const stores = /* @__PURE__ */ new WeakMap<Wallet, WalletStore>();

/** The store of a wallet. */
export function storeOf(wallet: Wallet): WalletStore {
  const known = stores.get(wallet);
  if (known !== undefined) return known;
  const watched: WalletStore["watched"] = new Set();
  const reload = () => {
    for (const loader of watched) void loader.load();
  };
  const lists = new Map<string, Loader<Rows>>();
  const transactions = (params: string) => {
    const list =
      lists.get(params) ??
      new Loader<Rows>(watched, async () => {
        const page = await wallet.transactions.list(JSON.parse(params) as WalletTransactionListParams);
        return { rows: page.data, page };
      });
    lists.set(params, list);
    return list;
  };
  const payment: PaymentFlow = new PaymentFlow(wallet, (isConfirmed) => {
    if (isConfirmed) reload();
    else if (watched.has(pending)) void pending.load();
  });
  const pending: Loader<readonly PendingPayment[]> = new Loader<readonly PendingPayment[]>(
    watched,
    async () => (await wallet.pending()).map((stored) => followed(stored, payment, reload)),
  );
  const balance = new Loader(watched, () => wallet.balance());
  const store = { watched, reload, balance, pending, payment, transactions };
  stores.set(wallet, store);
  return store;
}

/** Lets the shared state follow a stored payment. Reloads everything after it is finished. */
function followed(stored: PendingPayment, payment: PaymentFlow, reload: () => void): PendingPayment {
  const dismiss = async (options?: WalletRequestOptions) => {
    await stored.dismiss(options);
    payment.settle();
  };
  if (stored.outcome !== "unknown") return { ...stored, dismiss };
  const finish = async (options?: WalletRequestOptions) => {
    try {
      const quote = await stored.finish(options);
      payment.settle();
      return quote;
    } finally {
      reload();
    }
  };
  return { ...stored, dismiss, finish };
}

/**
 * Loads again when the cause of a failure may be gone, or when another tab has changed the payments. Returns the function that
 * ends this.
 */
export function retryOnChange(wallet: Wallet): () => void {
  const { watched, pending, payment } = storeOf(wallet);
  const retry = () => {
    for (const loader of watched) {
      // A payment of this page reloads at its end.
      const isDue = loader === pending ? !payment.isOpen : loader.current().error !== undefined;
      if (isDue) void loader.load();
    }
  };
  const events = ["online", "focus"] as const;
  for (const event of events) globalThis.addEventListener(event, retry);
  let last = wallet.state;
  let { isCurrent } = wallet.payments;
  const unsubscribe = wallet.subscribe((state, payments) => {
    const isChanged = isCurrent && !payments.isCurrent;
    ({ isCurrent } = payments);
    if (isChanged && !payment.isOpen && watched.has(pending)) void pending.load();
    if (state === last) return;
    last = state;
    if (state.status === "platform-sign-in-required") return;
    for (const loader of watched) if (loader.current().error !== undefined) void loader.load();
  });
  return () => {
    unsubscribe();
    for (const event of events) globalThis.removeEventListener(event, retry);
  };
}
