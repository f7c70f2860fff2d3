import type { WalletTransactionListParams } from "../wallet/wallet-resources";
import type { PendingPayment } from "../wallet/payment-watch";
import type { Wallet } from "../wallet/wallet";
import type { WalletRequestOptions } from "../wallet/wallet-call";
import { Loader } from "./loader";
import { PaymentFlow } from "./payment-flow";

/** By wallet: Strict Mode creates components twice. */
const stores = /* @__PURE__ */ new WeakMap<Wallet, WalletStore>();

/** The store of a wallet. */
export function storeOf(wallet: Wallet): WalletStore {
  const store = stores.get(wallet) ?? new WalletStore(wallet);
  stores.set(wallet, store);
  return store;
}

/** The state of one wallet that the components of a page share. */
class WalletStore {
  readonly balance;
  readonly pending: Loader<readonly PendingPayment[]>;
  readonly payment;
  readonly #wallet: Wallet;
  readonly #lists = new Map<string, ReturnType<typeof listOf>>();

  constructor(wallet: Wallet) {
    this.#wallet = wallet;
    this.balance = new Loader(() => wallet.balance());
    this.pending = new Loader(async () => (await wallet.pending()).map((stored) => this.#followed(stored)));
    this.payment = new PaymentFlow(wallet, (isConfirmed) => {
      if (isConfirmed) this.#reload();
      else this.pending.reload();
    });
  }

  /** The transactions with these filters, as JSON. */
  transactions(params: string) {
    const list = this.#lists.get(params) ?? listOf(this.#wallet, params);
    this.#lists.set(params, list);
    return list;
  }

  /**
   * Loads again when the cause of a failure may be gone, or when another tab has changed the payments. Returns the function that
   * ends this.
   */
  retryOnChange(): () => void {
    // A payment of this page reloads at its end.
    const reloadPending = () => {
      if (!this.payment.isOpen) this.pending.reload();
    };
    const retryFailed = () => {
      for (const loader of this.#loaders()) if (loader.current().error !== undefined) loader.reload();
    };
    const retry = () => {
      reloadPending();
      retryFailed();
    };
    const events = ["online", "focus"] as const;
    for (const event of events) globalThis.addEventListener(event, retry);
    let last = this.#wallet.state;
    let { isCurrent } = this.#wallet.payments;
    const unsubscribe = this.#wallet.subscribe((state, payments) => {
      if (isCurrent && !payments.isCurrent) reloadPending();
      ({ isCurrent } = payments);
      if (state === last) return;
      last = state;
      if (state.status !== "platform-sign-in-required") retryFailed();
    });
    return () => {
      unsubscribe();
      for (const event of events) globalThis.removeEventListener(event, retry);
    };
  }

  #loaders() {
    return [this.balance, this.pending, ...this.#lists.values()];
  }

  #reload(): void {
    for (const loader of this.#loaders()) loader.reload();
  }

  /** Reloads everything after a stored payment was finished. */
  #followed(stored: PendingPayment): PendingPayment {
    if (stored.outcome !== "unknown") return stored;
    const finish = (options?: WalletRequestOptions) => stored.finish(options).finally(() => this.#reload());
    return { ...stored, finish };
  }
}

const listOf = (wallet: Wallet, params: string) =>
  new Loader(async () => {
    const page = await wallet.transactions.list(JSON.parse(params) as WalletTransactionListParams);
    return { rows: page.data, page };
  });
