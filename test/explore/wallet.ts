import type { Quote } from "payments-sdk";
import type { SessionStore, Wallet } from "payments-sdk/wallet";
import { AMOUNT, bodies, WALLET } from "./bodies";
import type { Operation } from "./operations";
import type { Caller } from "./callers";
import { BrokenPromise } from "./properties";
import { Turns } from "./turns";
import type { Process, World } from "./world";

/** The payment of a wallet's owner. Only an executed quote moves money. */
export const walletPay: Operation = {
  name: "wallet.pay",
  effect: "payment",
  isKeyed: false,
  mayBeEarlier: true,
  isResultOf: (result, { id }) => (result as Quote | undefined)?.id === id,
  call: () => Promise.reject(new Error("the owner pays with a wallet")),
};

/** A session of the sandbox, as stored. */
const STORED = { ...bodies.session("Session:here"), credentialId: "AuthMethod:email" };

/** A page with the wallet: its process, and the browser's shared store. */
interface Page {
  readonly process: Process;
  readonly wallet: Wallet;
}

/** The store of a page. If the page is gone, it writes nothing. At each use, another tab may continue. */
function storeOf(shared: SessionStore, process: Process, world: World): SessionStore {
  const { sender } = process;
  const use = async <T>(name: string, work: () => Promise<T> | undefined): Promise<T | undefined> => {
    if (!sender.isGone) await sender.turn?.();
    if (sender.isGone) return undefined;
    const isKept = name !== "putPayment" || world.settings.assumptions.has("kept payments");
    if (!isKept && world.choices.happens("the store loses the payment")) return undefined;
    return work();
  };
  return {
    get: (id) => use("get", () => shared.get(id)),
    put: async (session) => use("put", () => shared.put(session)),
    delete: async (id) => use("delete", () => shared.delete(id)),
    list: async (accountId) => (await use("list", () => shared.list(accountId))) ?? [],
    putPayment: async (payment) => use("putPayment", () => shared.putPayment?.(payment)),
    deletePayment: async (quoteId) => use("deletePayment", () => shared.deletePayment?.(quoteId)),
    listPayments: async (accountId) =>
      (await use("listPayments", () => shared.listPayments?.(accountId))) ?? [],
  };
}

function open(world: World, shared: SessionStore, name: string, turn?: () => Promise<void>): Page {
  const { Wallet: AnyWallet } = world.settings.sources;
  const process = world.process(name, turn);
  const wallet = new AnyWallet({
    client: process.client,
    accountId: WALLET,
    environment: "sandbox",
    store: storeOf(shared, process, world),
    now: world.now,
    logLevel: "off",
  });
  return { process, wallet };
}

async function sharedStore(world: World): Promise<SessionStore> {
  const store = world.settings.sources.memoryStore();
  await signIn(store);
  return store;
}

const signIn = (store: SessionStore) => store.put(STORED as unknown as Parameters<SessionStore["put"]>[0]);

const pay = (world: World, { wallet, process }: Page) =>
  world.record(process, undefined, () =>
    wallet.pay(
      {
        destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:bob" },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: AMOUNT,
        confirm: () => true,
      },
      { signal: process.begin() },
    ),
  );

/** One owner with one or more tabs. */
interface Owner {
  /** True if a tab reported the payment as made. */
  knowsOfPayment: boolean;
}

/** Reads the open payments, and finishes those that are not made yet. Resolves to false if none were open. */
async function settle(world: World, { wallet, process }: Page, owner: Owner): Promise<boolean> {
  let isAny = false;
  const looking = wallet.pending({ signal: process.begin() }).catch((error: unknown) => {
    if (!world.settings.sources.isPaymentsError(error)) throw error;
    world.choices.log.push(`pending() rejects: ${error.name}`);
    isAny = true;
    return [];
  });
  const pending = await Promise.race([looking, process.crash]);
  if (!Array.isArray(pending)) return true;
  for (const payment of pending) {
    world.choices.log.push(`pending() tells of ${payment.quoteId}: ${payment.outcome}`);
    if (payment.outcome === "executed") owner.knowsOfPayment = true;
    if (payment.outcome !== "unknown") continue;
    isAny = true;
    const finish = () => payment.finish({ signal: process.begin() });
    const { ended } = await world.record(process, undefined, finish);
    if (ended.kind === "result" && (ended.value as Quote).status !== "PENDING") owner.knowsOfPayment = true;
  }
  return isAny;
}

/** The owner pays. If the outcome is unknown, the owner finishes open payments, perhaps on a new page. If none is open, the owner pays again. */
async function payUntilDone(
  world: World,
  shared: SessionStore,
  owner: Owner,
  name: string,
  turn?: () => Promise<void>,
) {
  const { choices, network, service } = world;
  let page = open(world, shared, name, turn);
  let mayBeOpen = false;
  for (;;) {
    // After a sign-out, the owner signs in again.
    await signIn(shared);
    const before = choices.disturbances;
    if (mayBeOpen) {
      network.beforeNextCall(name);
      if (choices.happens("the quote expires")) service.expireQuotes();
      if (page.process.sender.isGone || choices.happens("the page is loaded anew"))
        page = open(world, shared, name, turn);
      mayBeOpen = await settle(world, page, owner);
    } else {
      const { ended } = await pay(world, page);
      mayBeOpen =
        ended.kind === "crashed" || (ended.kind === "error" && ended.error.outcome !== "not-executed");
      owner.knowsOfPayment ||= ended.kind === "result";
    }
    if (owner.knowsOfPayment) return;
    if (choices.disturbances === before && mayBeOpen)
      throw new BrokenPromise("a payment stays open for ever");
  }
}

export const onePage: Caller = async (world) =>
  payUntilDone(world, await sharedStore(world), { knowsOfPayment: false }, "the page");

/** One tab pays while another reads the open payments and finishes them. */
export const twoTabs: Caller = async (world) => {
  const shared = await sharedStore(world);
  const owner = { knowsOfPayment: false };
  await new Turns(world.choices).run({
    "tab A": (turn) => payUntilDone(world, shared, owner, "tab A", turn),
    "tab B": async (turn) => {
      await settle(world, open(world, shared, "tab B", turn), owner);
    },
  });
};
