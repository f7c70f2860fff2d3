import { indexedDbStore } from "payments-sdk/wallet";
import type { StoredSession, WalletStore } from "payments-sdk/wallet";
import { bodies, WALLET } from "./bodies";
import { Database } from "./database";
import type { Sender, Visitor } from "./network";
import { later } from "./turns";
import type { World } from "./world";

/** A session of the sandbox, as stored. */
const STORED = { ...bodies.session("Session:here"), credentialId: "AuthMethod:email" };

/** One customer's browser: the cookie and the store that its tabs share. */
export class Browser {
  /** The person whom the relay knows. */
  visitor: Visitor = "the owner";
  readonly #world: World;
  readonly #payloads: WalletStore;
  readonly #frozen: Sender[] = [];
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
    this.database = mayUpgradeStore ? new Database() : undefined;
  }

  /** What the tabs share, by a connection of its own. */
  get #shared(): WalletStore {
    const { name } = this.database ?? {};
    return name === undefined ? this.#payloads : indexedDbStore({ name });
  }

  /** The owner signs in to the platform and to the wallet. */
  async signIn(): Promise<void> {
    this.visitor = "the owner";
    await this.#shared.put("sessions", "Session:here", STORED as unknown as StoredSession);
  }

  /** Whether the store has a session. */
  async hasSession(): Promise<boolean> {
    return (await this.#shared.list("sessions", WALLET)).length > 0;
  }

  /** The quotes of the stored payments. */
  async payments(): Promise<string[]> {
    return (await this.#shared.list("payments", WALLET)).map(({ quoteId }) => quoteId);
  }

  /** The quotes of the payments that the store offers to finish. */
  async openPayments(): Promise<string[]> {
    const rows = await this.#shared.list("payments", WALLET);
    return rows.filter(({ isRefused }) => isRefused !== true).map(({ quoteId }) => quoteId);
  }

  /** The customer closes the pages that the system has frozen, which gives back their locks. */
  closeFrozen(): void {
    for (const sender of this.#frozen) sender.isFrozen = false;
  }

  /** The store of a new page. At each use, another tab may continue, and the store may fail. A closed page writes nothing. */
  storeOf(sender: Sender): WalletStore {
    this.isBroken = false;
    const { sources } = this.#world.settings;
    const shared = this.database ? sources.indexedDbStore({ name: this.database.name }) : this.#shared;
    const use = async <T>(
      method: string,
      table: string,
      work: (store: WalletStore) => Promise<T>,
    ): Promise<T | undefined> => {
      // What was seen before is not explored.
      if (table === "payloads") return work(this.#payloads);
      if (!sender.isGone && !sender.isSettling) await sender.turn?.();
      if (sender.isGone) return undefined;
      return this.#disturb(`${method} ${table}`, sender, () => work(shared));
    };
    return {
      get: (table, key) => use("get", table, (rows) => rows.get(table, key)),
      put: async (table, key, row, condition) =>
        (await use("put", table, (rows) => rows.put(table, key, row, condition))) ?? true,
      delete: async (table, key, condition) =>
        (await use("delete", table, (rows) => rows.delete(table, key, condition))) ?? true,
      list: async (table, accountId) =>
        (await use("list", table, (rows) => rows.list(table, accountId))) ?? [],
      lock: (name, work, signal) => this.#lock(name, sender, work, signal),
    };
  }

  async #disturb<T>(name: string, sender: Sender, work: () => Promise<T>): Promise<T | undefined> {
    const { choices, settings } = this.#world;
    const isKept = name !== "put payments" || settings.assumptions.has("kept payments");
    if (!isKept && choices.happens("the store loses the payment")) return undefined;
    if (this.database !== undefined) this.#disturbDatabase(name, this.database);
    if (settings.mayDelayStore) return this.#delay(name, sender, work);
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

  /** The call settles after the page has given up on it, or the page is frozen. */
  async #delay<T>(name: string, sender: Sender, work: () => Promise<T>): Promise<T | undefined> {
    const { choices } = this.#world;
    if (sender.isSettling) return work();
    const event = choices.choose(`the store at ${name}`, [
      "works",
      "settles late",
      "freezes the page",
    ] as const);
    if (event !== "works") choices.log.push(`the store at ${name} ${event}`);
    const result = await work();
    if (event === "freezes the page") {
      sender.isFrozen = true;
      this.#frozen.push(sender);
      sender.crash();
    }
    if (event !== "settles late") return result;
    return new Promise((settle) => {
      this.hasFailed = true;
      // The page also gives up on calls that wait for this one.
      void this.#passTime(3);
      void sender.turn?.aside?.(`a late call of ${sender.caller}`, async () => {
        choices.log.push(`the late ${name} settles`);
        sender.isSettling = true;
        settle(result);
        await later();
        sender.isSettling = false;
      });
    });
  }

  /** Each time that the page waits, the limit of its store ends. */
  async #passTime(times: number): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      await later();
      this.#world.choices.passTime(STORE_LIMIT_MS);
    }
  }

  #disturbDatabase(name: string, database: Database): void {
    const { choices } = this.#world;
    const event = choices.choose(`the database at ${name}`, DATABASE_EVENTS);
    if (event !== "works") choices.log.push(`the database at ${name}: ${event}`);
    if (event === "a later release upgrades it") database.upgrade();
    if (event === "the browser closes it") database.closeAll();
    if (event === "the system kills its handle") database.killAll();
    if (event === "its handle dies during the call") database.diesSoon = true;
    if (event === "opening it is not answered") {
      database.killAll();
      database.unanswered = () => void this.#passTime(3);
    }
  }

  async #lock(thing: string, sender: Sender, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const name = this.#world.settings.hasOwnLocks === true ? `${thing} of ${sender.caller}` : thing;
    const isReady = () => {
      const holder = this.#locks.get(name);
      return holder === undefined || (holder.isGone && !holder.isFrozen);
    };
    if (!sender.isGone) await sender.turn?.({ isReady, signal });
    while (!isReady() && !sender.turn) await later();
    signal.throwIfAborted();
    if (!isReady()) throw new Error("the lock is not given back");
    if (sender.isGone) return;
    this.#locks.set(name, sender);
    try {
      await work();
    } finally {
      if (this.#locks.get(name) === sender && !sender.isFrozen) this.#locks.delete(name);
    }
  }
}

type StoreEvent =
  | "works"
  | "fails"
  | "fails until a page is loaded anew"
  | "is slow, and the customer gives up"
  | "works, and the page is closed";

const DATABASE_EVENTS = [
  "works",
  "a later release upgrades it",
  "the browser closes it",
  "the system kills its handle",
  "its handle dies during the call",
  "opening it is not answered",
] as const;

/** Longer than the wallet waits for its store. */
const STORE_LIMIT_MS = 4_000;

const eventsFor = ({ mayAbort, mayCrash }: World["settings"]): [StoreEvent, ...StoreEvent[]] => [
  "works",
  "fails",
  "fails until a page is loaded anew",
  ...(mayAbort ? (["is slow, and the customer gives up"] as const) : []),
  ...(mayCrash ? (["works, and the page is closed"] as const) : []),
];
