import type { CurrencyAmount } from "../models/currency";
import type { PendingPayment } from "../wallet/pending-payment";
import type { Wallet } from "../wallet/wallet";
import type { WalletRequestOptions } from "../wallet/wallet-call";
import { Loader } from "./loader";
import type { Watched } from "./loader";

/** The state of one wallet that the components of a page share. */
export interface WalletStore {
  readonly balance: Loader<CurrencyAmount>;
  readonly pending: Loader<readonly PendingPayment[]>;
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
  const store = {
    watched,
    reload,
    balance: new Loader(watched, () => wallet.balance()),
    pending: new Loader<readonly PendingPayment[]>(watched, async () =>
      (await wallet.pending()).map((payment) => reloadingAfter(payment, reload)),
    ),
  };
  stores.set(wallet, store);
  return store;
}

/** Reloads everything after the payment is finished. */
function reloadingAfter(payment: PendingPayment, reload: () => void): PendingPayment {
  if (payment.outcome !== "unknown") return payment;
  return {
    ...payment,
    finish: async (options?: WalletRequestOptions) => {
      try {
        return await payment.finish(options);
      } finally {
        reload();
      }
    },
  };
}

/** Retries failed loads when the cause may be gone. Returns the function that ends this. */
export function retryOnChange(wallet: Wallet): () => void {
  const { watched } = storeOf(wallet);
  let last = wallet.state;
  return wallet.subscribe((state) => {
    if (state === last) return;
    last = state;
    if (wallet.state.status === "platform-sign-in-required") return;
    for (const loader of watched) if (loader.current().error !== undefined) void loader.load();
  });
}
