import { StrictMode, version } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import {
  useBalance,
  useCredentials,
  useDevices,
  usePayment,
  usePendingPayments,
  useTransactions,
  useWallet,
  WalletProvider,
} from "payments-sdk/react";
import type { BalanceView, PaymentView, PendingPaymentsView, TransactionsView } from "payments-sdk/react";
import { browserPasskeys, indexedDbStore, memoryStore, Wallet } from "payments-sdk/wallet";
import { WalletPage } from "../../../examples/wallet-frameworks/react/wallet-page";
import type { PlatformUser } from "../../../examples/wallet-frameworks/wallet-basics";

const element = document.body.appendChild(document.createElement("div"));
/** The states that a component rendered. */
const seen: string[] = [];

function Watched() {
  const { status } = useWallet().state;
  if (seen.at(-1) !== status) seen.push(status);
  return null;
}

/** Two rows a page. */
function Activity() {
  const { transactions, hasMore, loadMore, isLoading } = useTransactions({ limit: 2 });
  return (
    <section>
      <p data-rows={transactions.length}>{isLoading ? "Loading" : "Loaded"}</p>
      {hasMore && <button onClick={loadMore}>More</button>}
    </section>
  );
}

/** The names of the devices, and the ways to sign in. */
function Access() {
  const devices = useDevices();
  const credentials = useCredentials();
  if (devices.isLoading || credentials.isLoading) return <p data-access>Loading</p>;
  const names = devices.devices.map(({ name }) => name).join(", ") || "none";
  const types = credentials.credentials.map(({ type }) => type).join(", ") || "none";
  return <p data-access>{`devices: ${names}; credentials: ${types}`}</p>;
}

const pageOf = (user: PlatformUser) => (
  <StrictMode>
    <WalletPage user={user}>
      <Watched />
      <Activity />
    </WalletPage>
  </StrictMode>
);

let root: Root | undefined;
let payment: PaymentView | undefined;
let balance: BalanceView | undefined;

/** Shows a payment, and lets the test keep what a handler of an earlier rendering kept. */
function Payment() {
  payment = usePayment();
  balance = useBalance();
  return <p data-payment>{payment.status}</p>;
}

async function paymentIn(status: PaymentView["status"]): Promise<PaymentView> {
  for (let looks = 0; looks < 500; looks += 1) {
    if (payment?.status === status) return payment;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the payment is ${payment?.status ?? "not there"}, not ${status}`);
}

const walletOf = ({ accountId }: PlatformUser) => new Wallet({ relay: "/wallet", accountId });

let payer: Wallet | undefined;

/** Signs in and shows a component that pays. */
async function paying(user: PlatformUser & { otp: string }): Promise<Wallet> {
  const wallet = walletOf(user);
  await wallet.signIn({ type: "EMAIL_OTP", otp: user.otp });
  createRoot(element).render(
    <WalletProvider wallet={wallet}>
      <Payment />
    </WalletProvider>,
  );
  return wallet;
}

async function questionFor({ payeeId }: PlatformUser, amount: number) {
  const { pay } = await paymentIn("idle");
  void pay({
    destination: { destinationType: "ACCOUNT", accountId: payeeId },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: amount,
  });
  const asked = await paymentIn("confirm");
  if (asked.status !== "confirm") throw new Error("the state changed meanwhile");
  return asked;
}

/** How often each component has rendered. */
const rendered: Record<string, number> = {};
const count = (name: string) => (rendered[name] = (rendered[name] ?? 0) + 1);
let rows: TransactionsView | undefined;

/** One component for each hook, and two with equal filters. */
const eachHook = [
  function State() {
    useWallet();
    count("state");
    return null;
  },
  function Balance() {
    balance = useBalance();
    count("balance");
    return null;
  },
  function Pending() {
    usePendingPayments();
    count("pending");
    return null;
  },
  function One() {
    rows = useTransactions({ limit: 2, sortOrder: "desc" });
    count("one list");
    return null;
  },
  function Other() {
    useTransactions({ sortOrder: "desc", limit: 2 });
    count("other list");
    return null;
  },
  function Paying() {
    usePayment();
    count("payment");
    return null;
  },
];

/** The components that render because of an action. */
async function renderedBy(action: () => unknown): Promise<string[]> {
  const before = { ...rendered };
  await action();
  await settled();
  return Object.keys(rendered).filter((name) => rendered[name] !== before[name]);
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "none");
const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

/** What the tests of the hooks do in a page. */
export const program = {
  version: () => version,
  /** Opens the page of the guide. A second time, it is mounted anew, with another wallet object. */
  open: (user: PlatformUser) => {
    root?.unmount();
    root = createRoot(element);
    root.render(pageOf(user));
  },
  /** Opens the page of the guide, with the devices and the credentials. */
  openWithAccess: (user: PlatformUser) => {
    createRoot(element).render(
      <WalletPage user={user}>
        <Access />
      </WalletPage>,
    );
  },
  /** Hydrates the server's page. Returns React's warnings about differences. */
  hydrate: async (markup: string, user: PlatformUser) => {
    const problems: string[] = [];
    // Only the test's page does this. A real page gets its markup from the server.
    element.append(...new DOMParser().parseFromString(markup, "text/html").body.childNodes);
    hydrateRoot(element, <WalletPage user={user} />, {
      onRecoverableError: (error) => void problems.push(String(error)),
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return problems;
  },
  seen: () => seen,
  /** Confirms a payment that was declined, while the page asks about another one. Returns the states after that and after a decline. */
  confirmTooLate: async (user: PlatformUser & { otp: string }) => {
    await paying(user);
    const first = await questionFor(user, 1_000_000);
    first.decline();
    const second = await questionFor(user, 2_000_000);
    first.confirm();
    await settled();
    const afterConfirm = payment?.status;
    second.decline();
    await settled();
    return [afterConfirm, payment?.status];
  },
  startPaying: async (user: PlatformUser & { otp: string }) => {
    payer = await paying(user);
  },
  /** Pays, gives up the payment, and returns the state at its end. */
  payAtOnce: async (user: PlatformUser) => {
    (await questionFor(user, 1_000_000)).confirm();
    while (payment?.status === "confirm" || payment?.status === "sending") await settled();
    const ended = payment;
    ended?.reset();
    // A payment without a known outcome would refuse the next one.
    for (const stored of (await payer?.pending()) ?? []) await stored.dismiss();
    return ended?.status;
  },
  /**
   * Clears a failed payment, and one that the store cannot dismiss. Returns the state after that, the error of the stored
   * payments, and their error after a dismissal of what the page still knows.
   */
  clearWithoutStore: async (user: PlatformUser & { otp: string }) => {
    const store = memoryStore();
    let fails = false;
    const listRows: typeof store.list = async (table, accountId) => {
      if (fails && table === "payments") throw new Error("the disk is full");
      return store.list(table, accountId);
    };
    const wallet = new Wallet({
      relay: "/wallet",
      accountId: user.accountId,
      store: { ...store, list: listRows },
    });
    await wallet.signIn({ type: "EMAIL_OTP", otp: user.otp });
    let list: PendingPaymentsView | undefined;
    function List() {
      list = usePendingPayments();
      return null;
    }
    createRoot(element).render(
      <WalletProvider wallet={wallet}>
        <Payment />
        <List />
      </WalletProvider>,
    );
    void questionFor(user, -1).catch(() => {});
    const failed = await paymentIn("failed");
    while (list?.isLoading !== false || balance?.isLoading !== false) await settled();
    failed.reset();
    (await questionFor(user, 1_000_000)).confirm();
    const ended = await paymentIn("sent");
    while (list.isLoading) await settled();
    fails = true;
    ended.reset();
    const { status } = await paymentIn("idle");
    while (list.error === undefined) await settled();
    const errors = [nameOf(list.error)];
    // Another tab has changed the payments, and this one cannot read them.
    const otherTab = new BroadcastChannel(`payments-sdk wallet ${user.accountId}`);
    otherTab.postMessage({ event: "payments-stored" });
    while (wallet.payments.isCurrent || list.isLoading) await settled();
    fails = false;
    for (const stored of list.payments) list.dismiss(stored);
    while (list.payments.length > 0) await settled();
    return [status, ...errors, nameOf(list.error)];
  },
  /** Pays by `wallet.pay`. Returns the states of the hook while the customer is asked, at the end, and after `reset`, and the balance. */
  payWithoutHook: async (user: PlatformUser & { otp: string }) => {
    const wallet = await paying(user);
    await paymentIn("idle");
    let asked: string | undefined;
    await wallet.pay({
      destination: { destinationType: "ACCOUNT", accountId: user.payeeId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1_000_000,
      confirm: async () => {
        await settled();
        asked = payment?.status;
        return true;
      },
    });
    const ended = await paymentIn("sent");
    ended.reset();
    await paymentIn("idle");
    while (balance?.isLoading !== false) await settled();
    return [asked, ended.status, payment?.status, balance.balance?.amount];
  },
  /** Pays with the hook while `wallet.pay` asks, then the other way round. Returns what the hook showed the second time. */
  payTwice: async (user: PlatformUser & { otp: string }) => {
    const wallet = await paying(user);
    const { pay } = await paymentIn("idle");
    const destination = { destinationType: "ACCOUNT", accountId: user.payeeId } as const;
    const wanted = { destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 1_000_000 } as const;
    await wallet.pay({ ...wanted, confirm: () => pay(wanted).then(() => false) });
    const question = await questionFor(user, 1_000_000);
    await wallet.pay({ ...wanted, lockedCurrencyAmount: -1, confirm: () => true }).catch(() => {});
    await settled();
    const shown = payment?.status;
    question.confirm();
    return [shown, (await paymentIn("sent")).status];
  },
  /**
   * Declines a payment, makes one, and clears it while the stored payments are loaded. Returns the state of each rendering, and
   * the stored payments after that.
   */
  everyState: async (user: PlatformUser & { otp: string }) => {
    const store = memoryStore();
    const listSlowly: typeof store.list = async (table, accountId) => {
      if (table === "payments") await new Promise((resolve) => setTimeout(resolve, 500));
      return store.list(table, accountId);
    };
    const wallet = new Wallet({
      relay: "/wallet",
      accountId: user.accountId,
      store: { ...store, list: listSlowly },
    });
    await wallet.signIn({ type: "EMAIL_OTP", otp: user.otp });
    const states: string[] = [];
    let list: PendingPaymentsView | undefined;
    function Each() {
      payment = usePayment();
      states.push(payment.status);
      return null;
    }
    function List() {
      list = usePendingPayments();
      return null;
    }
    createRoot(element).render(
      <WalletProvider wallet={wallet}>
        <Each />
        <List />
      </WalletProvider>,
    );
    (await questionFor(user, 1_000_000)).decline();
    const asked = await questionFor(user, 1_000_000);
    asked.reset();
    asked.confirm();
    const ended = await paymentIn("sent");
    const wasLoading = list?.isLoading;
    ended.reset();
    await settled();
    while (list?.isLoading !== false) await settled();
    return { states, wasLoading, stored: list.payments };
  },
  /** Shows another wallet while the page asks about a payment of the first. Returns the states before and after. */
  changeWallet: async (user: PlatformUser & { otp: string }) => {
    const first = walletOf(user);
    await first.signIn({ type: "EMAIL_OTP", otp: user.otp });
    const root = createRoot(element);
    const show = (wallet: Wallet) =>
      root.render(
        <StrictMode>
          <WalletProvider wallet={wallet}>
            <Payment />
          </WalletProvider>
        </StrictMode>,
      );
    show(first);
    const { status, confirm } = await questionFor(user, 1_000_000);
    show(walletOf(user));
    await paymentIn("idle");
    confirm();
    await settled();
    return [status, payment?.status];
  },
  /**
   * Asks in another component of the same rendering, as a layout for another width does, then in none. Returns the states after
   * each.
   */
  moveQuestion: async (user: PlatformUser & { otp: string }) => {
    const wallet = walletOf(user);
    await wallet.signIn({ type: "EMAIL_OTP", otp: user.otp });
    const root = createRoot(element);
    const show = (layout: string) =>
      root.render(
        <WalletProvider wallet={wallet}>
          <Payment key={layout} />
        </WalletProvider>,
      );
    show("narrow");
    await questionFor(user, 1_000_000);
    show("wide");
    await settled();
    const moved = payment?.status;
    root.unmount();
    await settled();
    return [moved, wallet.payments.progress.status];
  },
  /** Mounts the page anew while the payment is sent, and pays again. Returns the status after that. */
  remountWhileSending: async (user: PlatformUser & { otp: string }) => {
    const wallet = walletOf(user);
    await wallet.signIn({ type: "EMAIL_OTP", otp: user.otp });
    const show = () => {
      const root = createRoot(element);
      root.render(
        <StrictMode>
          <WalletProvider wallet={wallet}>
            <Payment />
          </WalletProvider>
        </StrictMode>,
      );
      return root;
    };
    const root = show();
    (await questionFor(user, 1_000_000)).confirm();
    await paymentIn("sending");
    root.unmount();
    payment = undefined;
    show();
    const again = await paymentIn("sending");
    await again.pay({
      destination: { destinationType: "ACCOUNT", accountId: user.payeeId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1_000_000,
    });
    return (await paymentIn("sending")).status;
  },
  /** Which components render when only one thing changes. */
  renders: async (user: PlatformUser & { otp: string }) => {
    const wallet = walletOf(user);
    await wallet.signIn({ type: "EMAIL_OTP", otp: user.otp });
    createRoot(element).render(
      <WalletProvider wallet={wallet}>
        {eachHook.map((Component) => (
          <Component key={Component.name} />
        ))}
      </WalletProvider>,
    );
    while (rows?.isLoading !== false || balance?.isLoading !== false) await settled();
    await settled();
    return {
      list: await renderedBy(() => rows?.loadMore()),
      balance: await renderedBy(() => balance?.refresh()),
      state: await renderedBy(() => wallet.signOut()),
    };
  },
  paymentStatus: () => payment?.status,
  /** Does to the page what a translating browser does to its text. */
  translate: () => {
    const texts: Node[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const font = document.createElement("font");
      text.parentNode?.replaceChild(font, text);
      font.append(text.textContent ?? "");
    }
  },
  /** Another wallet of the page, in the same store. */
  signOutElsewhere: async ({ accountId }: PlatformUser) => {
    const wallet = new Wallet({
      relay: "/wallet",
      accountId,
      passkeys: browserPasskeys(),
      store: indexedDbStore(),
    });
    await wallet.signOut();
  },
};

export type ReactProgram = typeof program;
Object.assign(globalThis, { program });
