/** What a page shows of a wallet, for Vue and Svelte. `payments-sdk/react` has the same as hooks. */
import type { AuthMethod, CurrencyAmount, Transaction } from "payments-sdk";
import type {
  PaymentProgress,
  PendingPayment,
  Wallet,
  WalletDevice,
  WalletPayments,
  WalletState,
  WalletTransactionListParams,
} from "payments-sdk/wallet";

/** A value that changes. `follow` passes it on now and after each change, and returns the function that ends this. */
export interface View<Value> {
  /** What a server renders. */
  readonly start: Value;
  readonly follow: (show: (value: Value) => void) => () => void;
}

/** Something that the page reads. Earlier data stay when a read fails. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  /** The error of the last read. */
  readonly error: unknown;
  /** Reads again. Never rejects. */
  readonly refresh: () => Promise<void>;
}

/** The state of the sign-in, with the stored session. */
export function stateOf(wallet: Wallet): View<WalletState> {
  const follow = (show: (state: WalletState) => void) => {
    const stop = wallet.subscribe(show);
    show(wallet.state);
    void wallet.restore();
    return stop;
  };
  return { start: { status: "restoring" }, follow };
}

/** The payment that this page makes. In the status `confirm`, it has `confirm()` and `decline()`. */
export function progressOf(wallet: Wallet): View<PaymentProgress> {
  const follow = (show: (progress: PaymentProgress) => void) => {
    const stop = wallet.subscribe((_, { progress }) => show(progress));
    show(wallet.payments.progress);
    return stop;
  };
  return { start: { status: "idle" }, follow };
}

export const balanceOf = (wallet: Wallet): View<Loaded<CurrencyAmount>> =>
  readings(wallet, () => wallet.balance());

export const transactionsOf = (
  wallet: Wallet,
  params?: WalletTransactionListParams,
): View<Loaded<Transaction[]>> => readings(wallet, async () => (await wallet.transactions.list(params)).data);

/** The payments that the customer has not dismissed, in any tab. */
export const paymentsOf = (wallet: Wallet): View<Loaded<PendingPayment[]>> =>
  readings(wallet, () => wallet.pending());

export const credentialsOf = (wallet: Wallet): View<Loaded<AuthMethod[]>> =>
  readings(wallet, async () => (await wallet.credentials.list()).data);

export const devicesOf = (wallet: Wallet): View<Loaded<WalletDevice[]>> =>
  readings(wallet, () => wallet.credentials.devices());

/** Reads now, after each sign-in, after each payment in any tab, at the focus, and when the network is back. */
function readings<Data>(wallet: Wallet, read: () => Promise<Data>): View<Loaded<Data>> {
  const start: Loaded<Data> = { data: undefined, error: undefined, refresh: async () => {} };
  const follow = (show: (loaded: Loaded<Data>) => void) => {
    let loaded = start;
    let isDue = false;
    let reading: Promise<void> | undefined;
    const readAll = async () => {
      // A change during a read may be missing in its result.
      for (; isDue; show(loaded)) {
        isDue = false;
        await read().then(
          (data) => (loaded = { data, error: undefined, refresh }),
          (error: unknown) => (loaded = { ...loaded, error, refresh }),
        );
      }
    };
    const refresh = () => {
      isDue = true;
      reading ??= readAll().finally(() => (reading = undefined));
      return reading;
    };
    let { state: lastState, payments: lastPayments } = wallet;
    const stop = wallet.subscribe((state, payments) => {
      const isOtherState = state.status !== lastState.status && !isLocked(state);
      if (isOtherState || (payments !== lastPayments && isChanged(payments))) void refresh();
      [lastState, lastPayments] = [state, payments];
    });
    for (const event of EVENTS) addEventListener(event, refresh);
    void refresh();
    return () => {
      stop();
      for (const event of EVENTS) removeEventListener(event, refresh);
    };
  };
  return { start, follow };
}

const EVENTS = ["online", "focus"] as const;

/** A read would fail again. */
const isLocked = ({ status }: WalletState) =>
  status === "platform-sign-in-required" || status === "other-user";

/** A payment of this page is read when it has ended. After an error, the next event reads again. */
const isChanged = ({ isCurrent, error, progress }: WalletPayments) =>
  !isCurrent && error === undefined && !["quote", "confirm", "sending"].includes(progress.status);
