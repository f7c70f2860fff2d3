import type { CoreConfig } from "../core/types";
import { SessionKey } from "./crypto";
import type { WalletEnvironment } from "./sandbox";
import type { ServiceClock } from "./service-clock";
import type { SessionStore, StoredSession } from "./stores/session-store";
import { WalletSession } from "./wallet-session";

/** A longer timer would overflow and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Between looks at a clock that stands still or was wrong. */
const SHORTEST_TIMER_MS = 1_000;

/** What a session keeper works with. */
export interface SessionKeeperOptions {
  readonly accountId: string;
  readonly environment: WalletEnvironment;
  readonly store: SessionStore;
  readonly clock: ServiceClock;
  readonly log: CoreConfig["log"];
}

/**
 * The sessions of one wallet on this device: in memory, where they sign, and in the store, from where they come back. The
 * store is a convenience: whatever it fails at, the sessions in memory go on.
 */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions;
  /** By id. */
  readonly #held = new Map<string, WalletSession>();
  /** Those that are known to be in the store. */
  readonly #stored = new Set<string>();
  #hasEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
  }

  /** Whether the last session ended by itself, so that "expired" is the truer word than "none". */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Those that can sign, the newest last. What has expired is wiped, here and in the store. */
  active(): WalletSession[] {
    for (const session of this.#held.values()) {
      if (!session.isActive) this.#end(session.id);
    }
    return [...this.#held.values()].sort(byExpiry);
  }

  /**
   * The newest session that can sign and fits. One that another tab removed from the store is dropped; when none is left,
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

  /** Takes what the store has. */
  async restore(): Promise<void> {
    const { store, accountId } = this.#options;
    let entries: StoredSession[];
    try {
      entries = await store.list(accountId);
    } catch (error) {
      this.#storeFailed("list", error);
      return;
    }
    for (const entry of entries) {
      if (this.#held.has(entry.id) || entry.accountId !== accountId) continue;
      const session = this.#revive(entry);
      if (session === undefined) continue;
      this.#stored.add(entry.id);
      this.#hold(session);
    }
  }

  /** Keeps a new session; resolves when the store has it, or has failed. */
  async add(session: WalletSession): Promise<void> {
    this.#hold(session);
    const entry = session.stored();
    if (entry === undefined) return;
    try {
      await this.#options.store.put({ ...entry, clockOffset: this.#options.clock.offset });
      this.#stored.add(session.id);
    } catch (error) {
      this.#storeFailed("put", error);
    }
  }

  /** Wipes the sessions that fit, here and in the store; resolves when the store is done, or has failed. */
  async forget(fits: (session: WalletSession) => boolean): Promise<void> {
    this.#hasEnded = false;
    await Promise.all([...this.#held.values()].filter(fits).map(({ id }) => this.#remove(id)));
  }

  /** Wipes a session that the service no longer knows. */
  async end(id: string): Promise<void> {
    this.#hasEnded = true;
    await this.#remove(id);
  }

  #end(id: string): void {
    // The removal from the store goes on by itself; it never rejects.
    void this.end(id);
  }

  #hold(session: WalletSession): void {
    this.#held.set(session.id, session);
    this.#hasEnded = false;
    this.#watch();
  }

  #drop(id: string): void {
    this.#held.get(id)?.wipe();
    this.#held.delete(id);
    this.#stored.delete(id);
  }

  async #remove(id: string): Promise<void> {
    this.#drop(id);
    try {
      await this.#options.store.delete(id);
    } catch (error) {
      this.#storeFailed("delete", error);
    }
  }

  async #wasRemoved(id: string): Promise<boolean> {
    if (!this.#stored.has(id)) return false;
    try {
      return (await this.#options.store.get(id)) === undefined;
    } catch (error) {
      this.#storeFailed("get", error);
      return false;
    }
  }

  #revive(entry: StoredSession): WalletSession | undefined {
    const { environment, clock, log } = this.#options;
    const now = () => clock.now();
    if (typeof entry.clockOffset === "number") clock.recall(entry.clockOffset);
    if (environment === "sandbox") return new WalletSession(entry, undefined, now);
    try {
      if (entry.key !== undefined) return new WalletSession(entry, SessionKey.fromCryptoKey(entry.key), now);
    } catch {
      // Left out like one without a key.
    }
    log("warn", "the session store has a session without a usable key: it was left out");
    return undefined;
  }

  /** Names the call and the error's class, and not its message, which could hold what was stored. */
  #storeFailed(call: keyof SessionStore, error: unknown): void {
    const name = error instanceof Error ? error.name : typeof error;
    this.#options.log("warn", `the session store failed at \`${call}\` (${name}): sessions go on in memory`);
  }

  /** Wakes up when the next session expires, so that its key is wiped also when nothing is signed any more. */
  #watch(): void {
    clearTimeout(this.#timer);
    const [next] = this.active();
    if (next === undefined) return;
    const delay = Date.parse(next.expiresAt) - this.#options.clock.now();
    if (Number.isNaN(delay)) return;
    this.#timer = setTimeout(
      () => this.#watch(),
      Math.min(LONGEST_TIMER_MS, Math.max(SHORTEST_TIMER_MS, delay)),
    );
    // A timer must not keep a program alive. Where it cannot be told so (Deno), the key is wiped at its next use instead.
    if (typeof this.#timer === "object") this.#timer.unref();
    else if (typeof document === "undefined") clearTimeout(this.#timer);
  }
}

/** The one that expires last counts as the newest. */
function byExpiry(one: { expiresAt: string }, other: { expiresAt: string }): number {
  return Date.parse(one.expiresAt) - Date.parse(other.expiresAt);
}
