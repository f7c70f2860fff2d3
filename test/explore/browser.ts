import { indexedDbStore } from "payments-sdk/wallet";
import type { SessionStore } from "payments-sdk/wallet";
import { bodies, WALLET } from "./bodies";
import { Database } from "./database";
import type { Sender, Visitor } from "./network";
import type { World } from "./world";

/** A session of the sandbox, as stored. */
const STORED = { ...bodies.session("Session:here"), credentialId: "AuthMethod:email" };

/** One customer's browser: the cookie and the store that its tabs share. */
export class Browser {
  /** The person whom the relay knows. */
  visitor: Visitor = "the owner";
  readonly #world: World;
  /** What the tabs share. */
  readonly #shared: SessionStore;
  readonly #payloads: SessionStore;
  /** The store's database, if its events are explored. */
  readonly database: Database | undefined;
  /** The page that holds each lock. A browser frees the locks of a closed page. */
  readonly #locks = new Map<string, Sender>();
  /** Every call fails until a page is loaded anew. */
  isBroken = false;
  /** A call has failed. So the store may have kept what it should remove. */
  hasFailed = false;

  constructor(world: World) {
    this.#world = world;
    const { sources, mayUpgradeStore } = world.settings;
    this.#payloads = sources.memoryStore();
    const { name } = (this.database = mayUpgradeStore ? new Database() : undefined) ?? {};
    this.#shared = name === undefined ? this.#payloads : indexedDbStore({ name });
  }

  /** The owner signs in to the platform and to the wallet. */
  async signIn(): Promise<void> {
    this.visitor = "the owner";
    await this.#shared.put(STORED as unknown as Parameters<SessionStore["put"]>[0]);
  }

  /** Whether the store has a session. */
  async hasSession(): Promise<boolean> {
    return (await this.#shared.list(WALLET)).length > 0;
  }

  /** The quotes of the stored payments. */
  async payments(): Promise<string[]> {
    return ((await this.#shared.listPayments?.(WALLET)) ?? []).map(({ quoteId }) => quoteId);
  }

  /** The store of a new page. At each use, another tab may continue, and the store may fail. A closed page writes nothing. */
  storeOf(sender: Sender): SessionStore {
    this.isBroken = false;
    const { sources } = this.#world.settings;
    const shared = this.database ? sources.indexedDbStore({ name: this.database.name }) : this.#shared;
    const use = async <T>(name: string, work: () => Promise<T> | undefined): Promise<T | undefined> => {
      if (!sender.isGone) await sender.turn?.();
      if (sender.isGone) return undefined;
      return this.#disturb(name, sender, work);
    };
    return {
      put: async (session) => use("put", () => shared.put(session)),
      delete: async (id) => use("delete", () => shared.delete(id)),
      list: async (accountId) => (await use("list", () => shared.list(accountId))) ?? [],
      putPayment: async (payment) => use("putPayment", () => shared.putPayment?.(payment)),
      deletePayment: async (quoteId) => use("deletePayment", () => shared.deletePayment?.(quoteId)),
      listPayments: async (accountId) =>
        (await use("listPayments", () => shared.listPayments?.(accountId))) ?? [],
      claimPayload: async (hash, purpose) => (await this.#payloads.claimPayload?.(hash, purpose)) ?? purpose,
      alone: (name, work) => this.#alone(name, sender, work),
    };
  }

  async #disturb<T>(
    name: string,
    sender: Sender,
    work: () => Promise<T> | undefined,
  ): Promise<T | undefined> {
    const { choices, settings } = this.#world;
    const isKept = name !== "putPayment" || settings.assumptions.has("kept payments");
    if (!isKept && choices.happens("the store loses the payment")) return undefined;
    if (this.database !== undefined) this.#disturbDatabase(name, this.database);
    if (!settings.mayFailStore) return work();
    if (this.isBroken) throw new Error("the store cannot be opened");
    const event = choices.choose(`the store at ${name}`, eventsFor(settings));
    if (event !== "works") choices.log.push(`the store at ${name}: ${event}`);
    if (event === "fails" || event === "fails until a page is loaded anew") {
      this.isBroken = event !== "fails";
      this.hasFailed = true;
      throw new Error("the store is full, or cannot be opened");
    }
    if (event === "is slow, and the customer gives up") {
      sender.abort();
      await later();
    }
    if (event !== "works, and the page is closed") return work();
    await work();
    sender.crash();
    return undefined;
  }

  #disturbDatabase(name: string, database: Database): void {
    const { choices } = this.#world;
    const event = choices.choose(`the database at ${name}`, DATABASE_EVENTS);
    if (event !== "works") choices.log.push(`the database at ${name}: ${event}`);
    if (event === "a later release upgrades it") database.upgrade();
    if (event === "the browser closes it") database.closeAll();
  }

  async #alone(name: string, sender: Sender, work: () => Promise<void>): Promise<void> {
    const isReady = () => this.#locks.get(name)?.isGone ?? true;
    if (!sender.isGone) await sender.turn?.({ isReady });
    while (!isReady()) await later();
    if (sender.isGone) return;
    this.#locks.set(name, sender);
    try {
      await work();
    } finally {
      if (this.#locks.get(name) === sender) this.#locks.delete(name);
    }
  }
}

type StoreEvent =
  | "works"
  | "fails"
  | "fails until a page is loaded anew"
  | "is slow, and the customer gives up"
  | "works, and the page is closed";

const DATABASE_EVENTS = ["works", "a later release upgrades it", "the browser closes it"] as const;

const eventsFor = ({ mayAbort, mayCrash }: World["settings"]): [StoreEvent, ...StoreEvent[]] => [
  "works",
  "fails",
  "fails until a page is loaded anew",
  ...(mayAbort ? (["is slow, and the customer gives up"] as const) : []),
  ...(mayCrash ? (["works, and the page is closed"] as const) : []),
];

/** Longer than any work that waits for nothing. */
export async function later(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
}
