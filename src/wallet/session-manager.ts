import { LONGEST_TIMER_MS } from "../options/kinds";
import { fieldOf, textOf } from "../core/fields";
import type { WalletBase } from "./resolve-options";
import type { Rows } from "./rows";
import type { WalletSession } from "./wallet-session";

/** The shortest timer. It prevents a busy loop when the clock stands still or was wrong. */
const SHORTEST_TIMER_MS = 1_000;
/** The longest timer while two times of the service disagree. */
const LOOK_AGAIN_MS = 60_000;

/** The options, and what most parts need. */
export interface SessionContext extends WalletBase {
  readonly rows: Rows;
  readonly sessionManager: SessionManager;
}

/**
 * The sessions of one wallet on this device. Sessions in memory sign. The store restores them after a reload. If the store
 * fails or hangs, the sessions in memory stay usable.
 */
export class SessionManager {
  readonly #context: WalletBase & { readonly rows: Rows };
  /** Sessions by id. */
  readonly #held = new Map<string, WalletSession>();
  /** Ids that are known to be in the store, also those of damaged rows. */
  readonly #stored = new Set<string>();
  /** Ids of sessions that this wallet has removed: a row that was read meanwhile brings none back. */
  readonly #removed = new Set<string>();
  /** True if the last session expired rather than being signed out. */
  hasEnded = false;
  /** The sessions that another tab has taken out of the store, if none was left. */
  takenElsewhere: readonly string[] = [];
  /** The latest sign-out, until it has ended. */
  signingOut: Promise<void> | undefined;
  /** Whether the sessions of an earlier visit are known. */
  isRestored: boolean;
  /** Makes a session of a row of the store, if it can. Absent until the code for that is loaded. */
  revive: ((entry: unknown) => WalletSession | undefined) | undefined;
  readonly #loadRevive: () => Promise<unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `loadRevive` loads what a session needs, and sets `revive`. */
  constructor(context: WalletBase & { readonly rows: Rows }, loadRevive: () => Promise<unknown>) {
    this.#context = context;
    this.#loadRevive = loadRevive;
    this.isRestored = !context.hasStore;
  }

  /** Whether a session ends soon. */
  isExpiring(session: WalletSession): boolean {
    return this.#noticeAtMs(session) <= this.#context.clock.now(true);
  }

  /** The sessions that can sign, newest last. Wipes expired ones, in memory and in the store. */
  active(): WalletSession[] {
    for (const session of this.#held.values()) {
      // Not awaited: the removal from the store never rejects.
      if (!session.isActive) void this.end(session.id);
    }
    return [...this.#held.values()].sort(byExpiry);
  }

  /** Finds the newest matching session that can sign, also one of another tab. */
  async find(fits: (session: WalletSession) => boolean): Promise<WalletSession | undefined> {
    await this.restore();
    return this.active().findLast(fits);
  }

  /**
   * Follows the store, as one change: drops the sessions that another tab removed, and takes those that it has and this wallet
   * does not. Resolves when the store has responded, to whether it could be read.
   *
   * @param hasEnded why the store has no session, according to another tab
   * @throws {ConnectionError} when the store has a session, and its code cannot be loaded. Then nothing has changed
   */
  async restore(hasEnded?: boolean): Promise<boolean> {
    // A session that is stored during the read may be missing.
    const known = [...this.#stored];
    const { rows } = this.#context;
    const read = () => rows.use("list", () => rows.list("sessions"));
    let entries = await read();
    if (this.revive === undefined && entries?.some((entry) => this.#isNew(entry))) {
      await this.#loadRevive();
      // Another tab may have signed out meanwhile.
      entries = await read();
    }
    const ids = entries?.map((entry) => fieldOf(entry, "id"));
    const taken = known.filter((id) => ids?.includes(id) === false);
    for (const id of taken) this.#drop(id);
    this.hasEnded = hasEnded ?? this.hasEnded;
    for (const entry of entries ?? []) this.#take(entry);
    const elsewhere = taken.filter((id) => !this.#removed.has(id));
    if (elsewhere.length > 0 && this.#held.size === 0) this.takenElsewhere = elsewhere;
    this.isRestored = true;
    this.#context.state.changed();
    return entries !== undefined;
  }

  /** Keeps a new session. Resolves when the store has it, or has failed. */
  async add(session: WalletSession): Promise<void> {
    this.#hold(session);
    const entry = session.stored();
    if (entry === undefined) return;
    const { id } = session;
    const { clock, rows, store } = this.#context;
    const stored = { ...entry, clockOffset: clock.offset, storedAt: Date.now() };
    await rows.use("put", async () => {
      await store.put("sessions", id, stored);
      if (this.#held.has(id)) this.#stored.add(id);
      // The store was slow, and the session has ended since.
      else await rows.delete("sessions", id);
      this.#announce();
    });
  }

  /** Wipes the matching sessions: in memory at once, then in the store. Resolves when the store is done. */
  async forget(fits: (session: WalletSession) => boolean): Promise<void> {
    const { sessions, removed } = this.release(fits);
    for (const session of sessions) session.wipe();
    await removed;
  }

  /**
   * Takes the matching sessions out of memory at once, and out of the store. They keep their keys, so that they can sign their
   * own end. `removed` resolves when the store is done, to whether it no longer has them.
   *
   * @param fits default: all, with every other row of this wallet in the store
   */
  release(fits?: (session: WalletSession) => boolean) {
    const sessions = [...this.#held.values()].filter(fits ?? Boolean);
    const ids = sessions.map(({ id }) => id);
    for (const id of ids) this.#held.delete(id);
    this.hasEnded = false;
    return { sessions, removed: this.#remove(fits ? ids : [...new Set([...ids, ...this.#stored])]) };
  }

  /** Whether a session was signed out or revoked, in any tab. The end of its time does not count. */
  async isSignedOut({ id, expiresAt }: WalletSession): Promise<boolean> {
    if (this.#context.clock.now(true) >= Date.parse(expiresAt)) return false;
    await this.restore();
    return !this.#held.has(id);
  }

  /** Wipes a session that the service no longer knows. One that was signed out meanwhile has not expired. */
  async end(id: string): Promise<void> {
    if (!this.#held.has(id)) return;
    this.hasEnded = true;
    await this.#remove([id]);
  }

  /** Whether a row of the store is of this wallet, and not known. */
  #isNew(entry: unknown): boolean {
    const { accountId } = this.#context;
    const id = idOf(entry);
    const isKnown = this.#held.has(id) || this.#stored.has(id);
    return !isKnown && (textOf(entry, "accountId") ?? accountId) === accountId;
  }

  /** Takes a row of the store, unless it is known. */
  #take(entry: unknown): void {
    if (!this.#isNew(entry)) return;
    const id = idOf(entry);
    // Nothing can remove a row without an id.
    if (id != null) this.#stored.add(id);
    const session = this.#removed.has(id) ? undefined : this.revive?.(entry);
    if (session !== undefined) this.#hold(session);
  }

  #hold(session: WalletSession): void {
    this.#held.set(session.id, session);
    this.isRestored = true;
    this.hasEnded = false;
    this.#wake();
  }

  #drop(id: string): void {
    this.#held.get(id)?.wipe();
    this.#held.delete(id);
    this.#stored.delete(id);
    this.#wake();
  }

  /** Removes sessions, first in memory and then in the store. Notifies the other tabs once. */
  async #remove(ids: readonly string[]): Promise<boolean> {
    for (const id of ids) {
      this.#drop(id);
      this.#removed.add(id);
    }
    this.#context.state.changed();
    const { rows } = this.#context;
    const removal = async (id: string) => {
      const isRemoved = await rows.use("delete", () => rows.delete("sessions", id));
      // A later sign-out finds the row, and ends its session.
      if (!isRemoved) this.#removed.delete(id);
      return isRemoved;
    };
    const removed = await Promise.all(ids.map(removal));
    this.#announce();
    return removed.every(Boolean);
  }

  /** Tells the other tabs that the store has changed, or why it has no session. */
  #announce(): void {
    this.#context.state.announce({ event: "sessions-stored", hasEnded: this.hasEnded });
  }

  /** When a session begins to expire: not in the first half of its life, or each new one would be expiring. */
  #noticeAtMs({ createdAt, expiresAt }: WalletSession): number {
    const endMs = Date.parse(expiresAt);
    // The first half of an unknown life has passed.
    return Math.max(endMs - this.#context.expiryNoticeMs, (Date.parse(createdAt) + endMs) / 2 || 0);
  }

  readonly #wake = (): void => {
    this.#context.state.changed();
    this.#watch();
  };

  /**
   * Wakes up when the next session is about to expire, or expires. Then wipes its key, even if nothing is signed again. Also
   * wakes up when the page is shown, because timers stop while a device sleeps.
   */
  #watch(): void {
    // Without a session, the timer and the page would keep the wallet in memory.
    clearTimeout(this.#timer);
    globalThis.document?.removeEventListener?.("visibilitychange", this.#wake);
    const { clock } = this.#context;
    const nowMs = clock.now(true);
    const changesMs = this.active().flatMap((one) => [this.#noticeAtMs(one), Date.parse(one.expiresAt)]);
    const changeMs = Math.min(...changesMs.filter((oneMs) => oneMs > nowMs));
    if (changeMs === Infinity) return;
    // The next response may tell a later time.
    const isLater = clock.now() - nowMs > SHORTEST_TIMER_MS;
    const delayMs = Math.min(changeMs - nowMs, isLater ? LOOK_AGAIN_MS : LONGEST_TIMER_MS);
    globalThis.document?.addEventListener?.("visibilitychange", this.#wake);
    this.#timer = setTimeout(this.#wake, Math.max(SHORTEST_TIMER_MS, delayMs));
    // A timer must not keep a program alive. Where that is not possible (Deno), the next use wipes the key instead.
    if (typeof this.#timer === "object") this.#timer.unref();
    else if (typeof document === "undefined") clearTimeout(this.#timer);
  }
}

/** The session that expires last counts as the newest. */
function byExpiry(one: { expiresAt: string }, other: { expiresAt: string }): number {
  return Date.parse(one.expiresAt) - Date.parse(other.expiresAt);
}

/** A damaged row may have no id, or one of another type. */
const idOf = (entry: unknown) => fieldOf(entry, "id") as string;
