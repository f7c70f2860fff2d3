import { LONGEST_TIMER_MS } from "../options/kinds";
import { fieldOf } from "../core/fields";
import type { CoreConfig } from "../core/types";
import { SessionKey } from "./crypto";
import { within } from "../core/time-limit";
import type { WalletEnvironment } from "./sandbox";
import type { ServiceClock } from "./service-clock";
import type { SessionStore, StoredSession } from "./stores/session-store";
import { WalletSession } from "./wallet-session";

/** Between two looks at a clock that stands still or was wrong. */
const SHORTEST_TIMER_MS = 1_000;
/** How long a call of the session store is waited for. Named in the documentation of the option `store`. */
const STORE_TIMEOUT_MS = 3_000;

/** What a session manager works with. */
export interface SessionManagerOptions {
  readonly accountId: string;
  readonly environment: WalletEnvironment;
  readonly store: SessionStore;
  /** Whether the store may have sessions of an earlier visit. */
  readonly hasStore: boolean;
  /** How long before its end a session counts as expiring. */
  readonly expiryNoticeMs: number;
  readonly clock: ServiceClock;
  readonly log: CoreConfig["log"];
  /** The state may have changed. */
  readonly onChange: () => void;
  /** The store has changed, or the reason why it has no session. */
  readonly onStored: () => void;
}

/**
 * The sessions of one wallet on this device: in memory, where they sign, and in the store, from where they come back. The
 * store is a convenience: when it fails or hangs, the sessions in memory stay usable.
 */
export class SessionManager {
  readonly #options: SessionManagerOptions;
  /** By id. */
  readonly #held = new Map<string, WalletSession>();
  /** The ids of those that are known to be in the store. */
  readonly #stored = new Set<string>();
  #hasEnded = false;
  #isRestored: boolean;
  /** The store did not respond in time, and has not responded since. */
  #isStoreStalled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SessionManagerOptions) {
    this.#options = options;
    this.#isRestored = !options.hasStore;
  }

  /** True if the last session expired rather than being signed out. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Whether the sessions of an earlier visit are known. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** Whether a session ends soon. */
  isExpiring({ expiresAt }: WalletSession): boolean {
    return Date.parse(expiresAt) - this.#options.clock.now() <= this.#options.expiryNoticeMs;
  }

  /** Those that can sign, the newest last. Expired ones are wiped, here and in the store. */
  active(): WalletSession[] {
    for (const session of this.#held.values()) {
      // The removal from the store goes on by itself; it never rejects.
      if (!session.isActive) void this.end(session.id);
    }
    return [...this.#held.values()].sort(byExpiry);
  }

  /**
   * The newest session that can sign and fits. One that another tab removed from the store is dropped. When none is left,
   * the store is read again, as another tab may have signed in.
   */
  async find(fits: (session: WalletSession) => boolean): Promise<WalletSession | undefined> {
    for (let session = this.active().findLast(fits); session; session = this.active().findLast(fits)) {
      if (!(await this.#wasRemoved(session.id))) return session;
      this.#drop(session.id);
    }
    await this.restore();
    return this.active().findLast(fits);
  }

  /** Takes what the store has; resolves when the store has responded, or has failed. */
  async restore(): Promise<void> {
    this.#take(await this.#list());
  }

  /** Follows what another tab did to the store: drops what it removed, takes what it added. All at once, as one change. */
  async follow(hasEnded: boolean): Promise<void> {
    const removed: string[] = [];
    for (const { id } of this.active()) {
      if (await this.#wasRemoved(id)) removed.push(id);
    }
    const entries = await this.#list();
    for (const id of removed) this.#drop(id);
    this.#hasEnded = hasEnded;
    this.#take(entries);
  }

  /** Keeps a new session; resolves when the store has it, or has failed. */
  async add(session: WalletSession): Promise<void> {
    this.#hold(session);
    const entry = session.stored();
    if (entry === undefined) return;
    const { id } = session;
    const stored = { ...entry, clockOffset: this.#options.clock.offset };
    await this.useStore(
      "put",
      async (store) => {
        await store.put(stored);
        if (this.#held.has(id)) this.#stored.add(id);
        // The store was slow, and the session ended meanwhile.
        else await store.delete(id);
        this.#options.onStored();
      },
      undefined,
    );
  }

  /** Wipes the sessions that fit, here at once and in the store; resolves when the store is done, or has failed. */
  async forget(fits: (session: WalletSession) => boolean): Promise<void> {
    this.#hasEnded = false;
    await this.#remove([...this.#held.values()].filter(fits).map(({ id }) => id));
  }

  /** Wipes a session that the service no longer knows. */
  async end(id: string): Promise<void> {
    this.#hasEnded = true;
    await this.#remove([id]);
  }

  async #list(): Promise<unknown[]> {
    const { accountId } = this.#options;
    const entries: unknown = await this.useStore("list", (store) => store.list(accountId), []);
    if (Array.isArray(entries)) return entries;
    this.#storeFailed("list", "not an array");
    return [];
  }

  #take(entries: readonly unknown[]): void {
    for (const entry of entries) {
      if (!isStoredSession(entry)) {
        this.#options.log("warn", "the session store has an entry that is not a session: it was left out");
        continue;
      }
      if (this.#held.has(entry.id) || entry.accountId !== this.#options.accountId) continue;
      const session = this.#revive(entry);
      if (session === undefined) continue;
      this.#stored.add(entry.id);
      this.#hold(session);
    }
    this.#isRestored = true;
    this.#options.onChange();
  }

  #hold(session: WalletSession): void {
    this.#held.set(session.id, session);
    this.#isRestored = true;
    this.#hasEnded = false;
    this.#watch();
    this.#options.onChange();
  }

  #drop(id: string): void {
    this.#held.get(id)?.wipe();
    this.#held.delete(id);
    this.#stored.delete(id);
    // It would hold the wallet until the session had expired.
    if (this.#held.size === 0) clearTimeout(this.#timer);
    this.#options.onChange();
  }

  /** Removes sessions here at once and in the store, and tells the other tabs once. */
  async #remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#drop(id);
    this.#options.onChange();
    await Promise.all(ids.map((id) => this.useStore("delete", (store) => store.delete(id), undefined)));
    this.#options.onStored();
  }

  async #wasRemoved(id: string): Promise<boolean> {
    if (!this.#stored.has(id)) return false;
    return this.useStore("get", async (store) => isAbsent(await store.get(id)), false);
  }

  #revive(entry: StoredSession): WalletSession | undefined {
    const { environment, clock, log } = this.#options;
    const now = () => clock.now();
    if (Number.isFinite(entry.clockOffset)) clock.recall(Number(entry.clockOffset));
    if (environment === "sandbox") return new WalletSession(entry, undefined, now);
    try {
      if (entry.key !== undefined) return new WalletSession(entry, SessionKey.fromCryptoKey(entry.key), now);
    } catch {
      // Left out like one without a key.
    }
    log("warn", "the session store has a session without a usable key: it was left out");
    return undefined;
  }

  /**
   * Makes one call to the store. When it fails, or does not respond in time, a warning is logged and `otherwise` stands for
   * the result. A store that hangs is not waited for again before it has responded.
   */
  async useStore<Result>(
    call: keyof SessionStore,
    action: (store: SessionStore) => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> {
    const respond = async (): Promise<Result> => {
      try {
        return await action(this.#options.store);
      } finally {
        this.#isStoreStalled = false;
      }
    };
    const timeoutError = () => {
      this.#isStoreStalled = true;
      // Not a DOMException: React Native has none.
      return Object.assign(new Error("The session store did not respond in time."), { name: "TimeoutError" });
    };
    try {
      const timeoutMs = this.#isStoreStalled ? 0 : STORE_TIMEOUT_MS;
      return await within({ timeoutMs, timeoutError, isBackground: true }, respond);
    } catch (error) {
      this.#storeFailed(call, error instanceof Error ? error.name : typeof error);
      return otherwise;
    }
  }

  /** Names the call and the error's class. The error's message could hold what was stored. */
  #storeFailed(call: keyof SessionStore, problem: string): void {
    this.#options.log(
      "warn",
      `the session store failed at \`${call}\` (${problem}): what is in memory stays usable`,
    );
  }

  /** Wakes up when the next session is about to expire or expires. Wipes its key then, also when nothing is signed any more. */
  #watch(): void {
    clearTimeout(this.#timer);
    const { clock, expiryNoticeMs } = this.#options;
    const nowMs = clock.now();
    const endsMs = this.active().map(({ expiresAt }) => Date.parse(expiresAt));
    const changesMs = endsMs.flatMap((endMs) => [endMs - expiryNoticeMs, endMs]);
    const delayMs = Math.min(...changesMs.filter((changeMs) => changeMs > nowMs)) - nowMs;
    if (delayMs === Infinity) return;
    this.#timer = setTimeout(
      () => {
        this.#options.onChange();
        this.#watch();
      },
      Math.min(LONGEST_TIMER_MS, Math.max(SHORTEST_TIMER_MS, delayMs)),
    );
    // A timer must not keep a program alive. Where it cannot be told so (Deno), the key is wiped at its next use instead.
    if (typeof this.#timer === "object") this.#timer.unref();
    else if (typeof document === "undefined") clearTimeout(this.#timer);
  }
}

/** The session that expires last counts as the newest. */
function byExpiry(one: { expiresAt: string }, other: { expiresAt: string }): number {
  return Date.parse(one.expiresAt) - Date.parse(other.expiresAt);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Whether a store's entry has what a session needs. Stores are written by others, and read from disks. */
function isStoredSession(entry: unknown): entry is StoredSession {
  const names = ["id", "accountId", "credentialId", "type", "nickname", "createdAt", "expiresAt"];
  return names.every((name) => typeof fieldOf(entry, name) === "string");
}
