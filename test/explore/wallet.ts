import type { Quote } from "payments-sdk";
import type { PasskeyCeremony, Wallet } from "payments-sdk/wallet";
import { AMOUNT, WALLET } from "./bodies";
import { Browser } from "./browser";
import type { Operation } from "./operations";
import type { Caller } from "./callers";
import { BrokenPromise } from "./properties";
import { RELAY } from "./relay";
import { later, Turns } from "./turns";
import type { Turn } from "./turns";
import type { Ended, Process, World } from "./world";

/** The result of a payment that the owner declined, because it is made already. */
const DECLINED = Symbol("declined");

/** The payment of a wallet's owner. Only an executed quote moves money. */
export const walletPay: Operation = {
  name: "wallet.pay",
  effect: "payment",
  isKeyed: false,
  mayBeEarlier: true,
  isResultOf: (result, { id }) => result === DECLINED || (result as Quote | undefined)?.id === id,
  call: () => Promise.reject(new Error("the owner pays with a wallet")),
};

/** A page with the wallet, and its process. */
export interface Page {
  readonly process: Process;
  readonly wallet: Wallet;
}

/** One owner with one or more tabs. */
export interface Owner {
  readonly world: World;
  readonly browser: Browser;
  readonly device: PasskeyCeremony | undefined;
  /** True if a tab reported the payment as made. */
  knowsOfPayment: boolean;
  /** The number of payments in progress, in all tabs. */
  paying: number;
  /** The number of payments that were begun, in all tabs. */
  begun: number;
  /** The payments that the owner has seen and dismissed. */
  readonly dismissed: Set<string>;
}

/** An owner who has signed in. */
export async function ownerIn(world: World, device?: PasskeyCeremony): Promise<Owner> {
  const browser = new Browser(world);
  // A customer with a device has no credential yet, so nobody can have signed in.
  if (device === undefined) await browser.signIn();
  return { world, browser, device, knowsOfPayment: false, paying: 0, begun: 0, dismissed: new Set() };
}

/** Opens a page. */
export function open({ world, browser, device }: Owner, name: string, turn?: Turn): Page {
  const { sources, isRelayed } = world.settings;
  const process = world.process(name, turn, browser);
  const { client, fetch } = process;
  const relay = { relay: RELAY, fetch, maxRetries: 1, retryDelay: () => 0 };
  const wallet = new sources.Wallet({
    ...(isRelayed ? relay : { client }),
    accountId: WALLET,
    environment: "sandbox",
    store: browser.storeOf(process.sender),
    passkeys: device,
    ...(world.settings.sessionKeys && { sessionKeys: world.settings.sessionKeys }),
    now: world.now,
    logLevel: "off",
  });
  return { process, wallet };
}

/** What the owner pays. */
export const PAYMENT = {
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:bob" },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: AMOUNT,
} as const;

async function pay(owner: Owner, { wallet, process }: Page): Promise<Ended> {
  const confirm = () => !owner.knowsOfPayment;
  const stored = await owner.browser.payments();
  const isFirst = owner.paying === 0;
  owner.paying += 1;
  owner.begun += 1;
  const { begun } = owner;
  const { ended } = await owner.world.record(
    process,
    undefined,
    async () => (await wallet.pay({ ...PAYMENT, confirm }, { signal: process.begin() })) ?? DECLINED,
  );
  owner.paying -= 1;
  owner.knowsOfPayment ||= ended.kind === "result";
  // Another tab may keep a payment of its own meanwhile.
  const isAlone = isFirst && owner.begun === begun;
  if (isAlone && ended.kind === "error" && ended.error.outcome === "not-executed")
    await requireGivenUp(owner, stored);
  return ended;
}

/** A payment that was not made is not open in the store, also after the last write of a slow store. `before` was stored before. */
async function requireGivenUp({ world, browser }: Owner, before: readonly string[]): Promise<void> {
  if (browser.hasFailed) return;
  await later();
  await later();
  const made = executed(world);
  const left = (await browser.openPayments()).find((id) => !before.includes(id) && !made.includes(id));
  if (left !== undefined) throw new BrokenPromise(`${left} was not made, and the store still offers it`);
}

const executed = ({ service }: World) =>
  service.effects.filter(({ kind }) => kind === "payment").map(({ id }) => id);

/** Reads the stored payments. `undefined` if that failed, or the page is gone. */
async function look(owner: Owner, { wallet, process }: Page) {
  const { world, dismissed } = owner;
  const { choices, settings } = world;
  const made = executed(world);
  const looking = wallet.pending({ signal: process.begin() }).catch((error: unknown) => {
    if (!settings.sources.isPaymentsError(error)) throw error;
    choices.log.push(`pending() rejects: ${error.name}`);
  });
  const pending = await Promise.race([looking, process.crash]);
  if (process.sender.isGone || !Array.isArray(pending)) return undefined;
  for (const { quoteId, outcome } of pending) choices.log.push(`pending() tells of ${quoteId}: ${outcome}`);
  const hidden = made.find((id) => !dismissed.has(id) && !pending.some(({ quoteId }) => quoteId === id));
  if (hidden !== undefined && settings.assumptions.has("kept payments"))
    throw new BrokenPromise(`pending() hides ${hidden}, which was made and which nobody dismissed`);
  owner.knowsOfPayment ||= pending.some(({ outcome }) => outcome === "executed");
  return pending;
}

type Listed = NonNullable<Awaited<ReturnType<typeof look>>>;

/** Finishes the open payments of a list, which may be old. */
async function finish(owner: Owner, { process }: Page, listed: Listed): Promise<void> {
  for (const payment of listed) {
    if (payment.outcome !== "unknown" || process.sender.isGone) continue;
    const work = () => payment.finish({ signal: process.begin() });
    const { ended } = await owner.world.record(process, undefined, work);
    if (ended.kind === "result" && (ended.value as Quote).status !== "PENDING") owner.knowsOfPayment = true;
  }
}

/** Dismisses what the owner has seen in a list: payments that were made, and those that never will be. */
async function dismissKnown(owner: Owner, { wallet, process }: Page, listed: Listed): Promise<void> {
  const { world, dismissed } = owner;
  for (const { quoteId, outcome } of listed) {
    if ((outcome !== "executed" && outcome !== "not-executed") || process.sender.isGone) continue;
    dismissed.add(quoteId);
    const dismissing = wallet.dismiss(quoteId, { signal: process.begin() }).then(
      () => true,
      (error: unknown) => world.choices.log.push(`dismiss() rejects: ${String(error)}`) === 0,
    );
    const isDone = await Promise.race([dismissing, process.crash]);
    // A slow store goes on with what it was told.
    if (isDone !== true) {
      await later();
      await later();
    }
    if (isDone === true && (await owner.browser.payments()).includes(quoteId))
      throw new BrokenPromise(`${quoteId} is dismissed, and the store still has it`);
  }
}

/** Reads the stored payments, and finishes those that are not made yet. Resolves to whether one may be open. */
async function settle(owner: Owner, page: Page): Promise<boolean> {
  const listed = await look(owner, page);
  if (listed === undefined) return true;
  await finish(owner, page, listed);
  return listed.some(({ outcome }) => outcome === "unknown" || outcome === "unreadable");
}

/** The owner pays. If the outcome is unknown, the owner finishes open payments, perhaps on a new page. If none is open, the owner pays again. */
async function payUntilDone(owner: Owner, name: string, turn?: Turn): Promise<void> {
  const { world, browser } = owner;
  const { choices, network, service } = world;
  let page = open(owner, name, turn);
  let mayBeOpen = false;
  let isStuck = false;
  let isRefused = false;
  for (;;) {
    // After a sign-out, the owner signs in again.
    await browser.signIn();
    const before = choices.disturbances;
    const wasStuck = isStuck;
    const wasRefused = isRefused;
    isRefused = false;
    if (mayBeOpen) {
      network.beforeNextCall(name);
      if (choices.happens("the quote expires")) service.expireQuotes();
      if (page.process.sender.isGone || choices.happens("the page is loaded anew"))
        page = open(owner, name, turn);
      isStuck = mayBeOpen = await settle(owner, page);
    } else {
      const ended = await pay(owner, page);
      const refusal = ended.kind === "error" && ended.error.outcome === "not-executed" && ended.error;
      isStuck = ended.kind !== "result" && !refusal;
      mayBeOpen = isStuck || (refusal && refusal.code === "PAYMENT_OPEN");
      isRefused = refusal !== false && !mayBeOpen;
    }
    if (browser.database?.isBlocked)
      throw new BrokenPromise("a page keeps a later release from its database");
    // Meanwhile the owner may look at another tab.
    if (isRefused) await turn?.({ isResting: true });
    if (isRefused || isStuck) browser.closeFrozen();
    if (owner.knowsOfPayment) break;
    isStuck &&= choices.disturbances === before;
    isRefused &&= choices.disturbances === before;
    if (isStuck && wasStuck) throw new BrokenPromise("a payment stays open for ever");
    if (isRefused && wasRefused) throw new BrokenPromise("a payment is refused for ever");
    // A store that cannot be opened works again on a new page.
    if (browser.isBroken || page.process.sender.isGone) page = open(owner, name, turn);
  }
  await acknowledge(owner, page.process.sender.isGone ? open(owner, name, turn) : page);
}

/** The owner looks once more, and dismisses what is over, unless another tab still pays. */
async function acknowledge(owner: Owner, page: Page): Promise<void> {
  await requireStored(owner);
  if (owner.world.settings.isRelayed && owner.paying === 0)
    await dismissKnown(owner, page, (await look(owner, page)) ?? []);
}

/** Every payment that was made is in the store, until somebody dismisses it. */
export async function requireStored({ world, browser, dismissed }: Owner): Promise<void> {
  if (!world.settings.assumptions.has("kept payments")) return;
  const stored = await browser.payments();
  const lost = executed(world).find((id) => !stored.includes(id) && !dismissed.has(id));
  if (lost !== undefined)
    throw new BrokenPromise(`the store has forgotten ${lost}, which was made and which nobody dismissed`);
}

export const onePage: Caller = async (world) => payUntilDone(await ownerIn(world), "the page");

/** A second tab, and what its visitor does there at any moment. */
const besides =
  (act: (owner: Owner, turn: Turn) => Promise<void>): Caller =>
  async (world) => {
    const owner = await ownerIn(world);
    await new Turns(world.choices).run({
      "tab A": (turn) => payUntilDone(owner, "tab A", turn),
      "tab B": (turn) => act(owner, turn),
    });
  };

/** One tab pays while another reads the open payments. It finishes them later, from its old list. */
export const twoTabs: Caller = besides(async (owner, turn) => {
  const page = open(owner, "tab B", turn);
  const listed = await look(owner, page);
  if (listed === undefined) return;
  await turn({ isResting: true });
  await finish(owner, page, listed);
  await dismissKnown(owner, page, listed);
});

/** Another tab finishes what it finds. */
export const finishMeanwhile: Caller = besides(async (owner, turn) => {
  await settle(owner, open(owner, "tab B", turn));
});

/** The same payment is started in another tab, too. */
export const payTwice: Caller = besides(async (owner, turn) => {
  if (!owner.knowsOfPayment) await pay(owner, open(owner, "tab B", turn));
});

/** Another tab signs out. */
export const signOutMeanwhile: Caller = besides(async (owner, turn) => {
  const { wallet, process } = open(owner, "tab B", turn);
  const signingOut = wallet.signOut({ signal: process.begin() }).then(
    () => true,
    () => false,
  );
  const isOut = await Promise.race([signingOut, process.crash]);
  if (isOut === true) requireEnded(owner.world);
});

function requireEnded({ service }: World): void {
  if (service.sessions.has("Session:here")) throw new BrokenPromise("signed out, and the session lives");
}

/** The owner signs out: the first step of everything that ends a session. */
export const walletSignOut: Operation = {
  ...walletPay,
  name: "wallet.signOut",
  effect: "deletion",
  isResultOf: () => true,
};

/** Signs out until that is done. */
export const signsOut: Caller = async (world) => {
  const owner = await ownerIn(world);
  const { browser } = owner;
  let page = open(owner, "the page");
  let isStuck = false;
  for (;;) {
    browser.visitor = "the owner";
    const { wallet, process } = page;
    const before = world.choices.disturbances;
    const { ended } = await world.record(process, undefined, () =>
      wallet.signOut({ signal: process.begin() }),
    );
    if (ended.kind === "result") {
      if (await browser.hasSession()) throw new BrokenPromise("signed out, and the store has a session");
      requireEnded(world);
      return;
    }
    // The error says that the session may live at the service.
    if (!(await browser.hasSession())) return;
    if (world.choices.disturbances === before && isStuck) throw new BrokenPromise("a sign-out never ends");
    isStuck = world.choices.disturbances === before;
    if (process.sender.isGone || ended.kind === "error") page = open(owner, "the page");
  }
};
