import type { WalletTransactionListParams } from "../wallet/wallet-resources";
import type { PaymentProgress, PendingPayment } from "../wallet/payment-watch";
import type { Wallet } from "../wallet/wallet";
import type { WalletRequestOptions } from "../wallet/wallet-call";
import { PaymentFlow } from "./payment-flow";

/** The current result of a loader. A new object after each change. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

const START = { data: undefined, error: undefined, isLoading: true };

/** The state for server rendering and for hydration. */
export const loadedOnServer = (): Loaded<never> => START;

/**
 * A value that a call loads and components watch. It starts with the first watcher. Loads run one after the other, so no
 * result is lost and no older one replaces a newer one.
 */
export class Loader<Data> {
  readonly #read: () => Promise<Data>;
  readonly #listeners = new Set<() => void>();
  #current: Loaded<Data> = START;
  #last: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(read: () => Promise<Data>) {
    this.#read = read;
  }

  /** The current result. */
  readonly current = (): Loaded<Data> => this.#current;

  /** Calls a listener after each change. Returns the function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.load();
    return () => this.#listeners.delete(listener);
  };

  /** Whether a component watches. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Loads again if a component watches. */
  reload(): void {
    if (this.isWatched) void this.load();
  }

  /** Loads again. A load that has not started yet also serves this call. Never rejects. */
  readonly load = (): Promise<void> => {
    this.#waiting ??= this.change(() => {
      this.#waiting = undefined;
      return this.#read();
    });
    return this.#waiting;
  };

  /** Replaces the data after all earlier loads. Never rejects. */
  change(action: (data: Data | undefined) => Promise<Data | undefined>): Promise<void> {
    this.#last = this.#last.then(async () => {
      this.update({ isLoading: true });
      try {
        this.update({ data: await action(this.#current.data), error: undefined, isLoading: false });
      } catch (error) {
        this.update({ error, isLoading: false });
      }
    });
    return this.#last;
  }

  /** Changes parts of the result at once. */
  update(changes: Partial<Loaded<Data>>): void {
    this.#current = { ...this.#current, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

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
  readonly credentials;
  readonly devices;
  readonly payment;
  readonly #wallet: Wallet;
  readonly #lists = new Map<string, ReturnType<typeof listOf>>();

  constructor(wallet: Wallet) {
    this.#wallet = wallet;
    this.balance = new Loader(() => wallet.balance());
    this.credentials = new Loader(async () => (await wallet.credentials.list()).data);
    this.devices = new Loader(() => wallet.credentials.devices());
    this.pending = new Loader(async () => {
      const list = await wallet.pending();
      // A change during the load may be missing.
      if (!wallet.payments.isCurrent) this.#reloadPending();
      return list.map((stored) => this.#followed(stored));
    });
    this.payment = new PaymentFlow(wallet, () => this.pending.reload());
  }

  /** The transactions with these filters, as JSON. */
  transactions(params: string) {
    const list = this.#lists.get(params) ?? listOf(this.#wallet, params);
    this.#lists.set(params, list);
    return list;
  }

  /**
   * Loads again when the page is online again or gets the focus, when a tab has changed the payments, and when the cause of a
   * failure may be gone. Returns the function that ends this.
   */
  retryOnChange(): () => void {
    const retryFailed = () => {
      for (const loader of this.#loaders()) if (loader.current().error !== undefined) loader.reload();
    };
    const reload = () => this.#reload();
    const events = ["online", "focus"] as const;
    for (const event of events) globalThis.addEventListener(event, reload);
    let { state: last, payments: known } = this.#wallet;
    const unsubscribe = this.#wallet.subscribe((state, payments) => {
      // Each load of the pending payments is a change, too.
      const isChanged = !payments.isCurrent && (known.isCurrent || !this.pending.isWatched);
      if (isChanged && known !== payments) this.#reload();
      if (known.progress !== payments.progress && isEnd(payments.progress)) this.#reload();
      known = payments;
      if (state === last) return;
      last = state;
      if (state.status !== "platform-sign-in-required") retryFailed();
    });
    return () => {
      unsubscribe();
      for (const event of events) globalThis.removeEventListener(event, reload);
    };
  }

  #loaders() {
    return [this.balance, this.pending, this.credentials, this.devices, ...this.#lists.values()];
  }

  /** A payment of this page reloads at its end. */
  #reloadPending(): void {
    if (this.#wallet.payments.progress.status !== "sending") this.pending.reload();
  }

  #reload(): void {
    if (this.#wallet.payments.progress.status === "sending") return;
    for (const loader of this.#loaders()) loader.reload();
  }

  /** Reloads everything after a stored payment was finished. */
  #followed(stored: PendingPayment): PendingPayment {
    if (stored.outcome !== "unknown") return stored;
    const finish = (options?: WalletRequestOptions) => stored.finish(options).finally(() => this.#reload());
    return { ...stored, finish };
  }
}

/** Whether a payment has ended, so that money may have moved. */
const isEnd = ({ status }: PaymentProgress) => ["sent", "failed", "unknown"].includes(status);

const listOf = (wallet: Wallet, params: string) =>
  new Loader(async () => {
    const page = await wallet.transactions.list(JSON.parse(params) as WalletTransactionListParams);
    return { rows: page.data, page };
  });
