/** Between two looks whether the backend is there again, in milliseconds: the first, and the longest. */
const FIRST_LOOK_MS = 1_000;
const LONGEST_LOOK_MS = 15_000;
/** How long one look may take. */
const LOOK_TIMEOUT_MS = 5_000;

/** The event that what was loaded gets when the connection is back. */
export const BACK = "back";

/** What the page knows of its connection. */
export type ConnectionState =
  | { readonly kind: "fine" | "lost" }
  | {
      /** The service has too much to do; the call is sent again by itself. */
      readonly kind: "limited";
      /** When it is sent again, by `performance.now()`. */
      readonly untilMs: number;
    };

/** Watches whether the backend can be reached, so that the page says it once and goes on by itself. */
class Connection {
  readonly #watchers = new Set<() => void>();
  #isLost = false;
  #limitedUntilMs = 0;
  #look: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Begins to listen to what the browser knows. */
  start(): void {
    window.addEventListener("offline", () => this.#lose());
    window.addEventListener("online", () => void this.isReachable());
    if (!navigator.onLine) this.#lose();
  }

  get state(): ConnectionState {
    if (this.#isLost) return { kind: "lost" };
    const untilMs = this.#limitedUntilMs;
    return untilMs > performance.now() ? { kind: "limited", untilMs } : { kind: "fine" };
  }

  /** Calls the watcher after each change. */
  watch(watcher: () => void): void {
    this.#watchers.add(watcher);
  }

  /** A call was turned away, and waits. */
  limited(delayMs: number): void {
    this.#limitedUntilMs = Math.max(this.#limitedUntilMs, performance.now() + delayMs);
    this.#tell();
    setTimeout(() => this.#tell(), delayMs + 1);
  }

  /** Looks whether the backend is there. A call may have failed for a reason of its own. */
  async isReachable(): Promise<boolean> {
    this.#look ??= look().finally(() => (this.#look = undefined));
    const isThere = await this.#look;
    if (isThere) this.#find();
    else this.#lose();
    return isThere;
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#tell();
    this.#lookLater(FIRST_LOOK_MS);
  }

  #lookLater(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.isReachable().then((isThere) => {
        if (!isThere) this.#lookLater(Math.min(LONGEST_LOOK_MS, delayMs * 2));
      });
    }, delayMs);
  }

  #find(): void {
    clearTimeout(this.#timer);
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#tell();
    // To what is on the page: a list of who waits would hold screens that were left.
    for (const element of document.querySelectorAll(".loaded")) element.dispatchEvent(new Event(BACK));
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** The browser's own word is not enough: it takes a cable for a connection. */
async function look(): Promise<boolean> {
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
  return fetch("/icon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}

export const connection = new Connection();
