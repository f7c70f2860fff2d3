/** The wait before the page looks again whether the backend is there, in milliseconds: the first, and the longest. */
const FIRST_LOOK_MS = 1_000;
const LONGEST_LOOK_MS = 15_000;
/** The timeout of one look. */
const LOOK_TIMEOUT_MS = 5_000;
/** The wait before the page loads again what failed, in milliseconds: the first, and the longest. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** The event that makes a part of the page load again. */
export const LOAD_AGAIN = "loadagain";

/** What is wrong at the moment. */
export type ConnectionState =
  | { readonly kind: "fine" | "lost" }
  | {
      /** The service has too much to do. The page repeats the call. */
      readonly kind: "limited";
      /** The time of the next try, by `performance.now()`. */
      readonly untilMs: number;
    }
  | {
      /** Some parts of the page could not be loaded. */
      readonly kind: "failed";
      /** Why, each cause once. */
      readonly text: string;
    };

/** Watches what keeps the page from loading, so that the page shows one alarm for it and recovers. */
class Connection {
  readonly #watchers = new Set<(isReminder: boolean) => void>();
  #isLost = false;
  #limitedUntilMs = 0;
  #look: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;

  /** Begins to listen to the browser's own events. */
  start(): void {
    window.addEventListener("offline", () => this.#lose());
    window.addEventListener("online", () => void this.isReachable());
    if (!navigator.onLine) this.#lose();
  }

  get state(): ConnectionState {
    if (this.#isLost) return { kind: "lost" };
    const untilMs = this.#limitedUntilMs;
    if (untilMs > performance.now()) return { kind: "limited", untilMs };
    // From the page itself: a list of failed parts would hold screens that were left.
    const text = [...new Set([...failedParts()].map(({ dataset }) => dataset["problem"]))].join(" ").trim();
    return text === "" ? { kind: "fine" } : { kind: "failed", text };
  }

  /** Calls the watcher after each change, and with `true` to say the same again. */
  watch(watcher: (isReminder: boolean) => void): void {
    this.#watchers.add(watcher);
  }

  /** The service asked to wait. */
  limited(delayMs: number): void {
    this.#limitedUntilMs = Math.max(this.#limitedUntilMs, performance.now() + delayMs);
    this.#tell();
    setTimeout(() => {
      this.#tell();
      if (this.state.kind !== "limited") this.retry();
    }, delayMs + 1);
  }

  /** Looks whether the backend is there. A call can also fail for a reason of its own. */
  async isReachable(): Promise<boolean> {
    this.#look ??= look().finally(() => (this.#look = undefined));
    const isThere = await this.#look;
    if (isThere) this.#find();
    else this.#lose();
    return isThere;
  }

  /** Whether the page already shows why an action failed. If so, screen readers say it again. */
  async isKnown(text: string, isUnreachable: boolean): Promise<boolean> {
    const { state } = this;
    const isKnown =
      (isUnreachable && !(await this.isReachable())) ||
      (state.kind === "failed" && state.text.includes(text));
    if (isKnown) this.#tell(true);
    return isKnown;
  }

  /** Another view is shown. Its own calls say whether the service still asks to wait. */
  viewChanged(): void {
    this.#limitedUntilMs = 0;
    this.partsChanged();
  }

  /** A part failed or was loaded. */
  partsChanged(): void {
    if (this.state.kind === "failed") {
      this.#retryTimer ??= setTimeout(() => {
        this.#retryTimer = undefined;
        this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
        this.retry();
      }, this.#retryMs);
    } else {
      clearTimeout(this.#retryTimer);
      this.#retryTimer = undefined;
      this.#retryMs = FIRST_RETRY_MS;
    }
    this.#tell();
  }

  /** Loads the failed parts again. */
  retry(): void {
    for (const part of failedParts()) part.dispatchEvent(new Event(LOAD_AGAIN));
  }

  /** Loads again what failed, and what may be old. */
  loadAgain(): void {
    for (const part of document.querySelectorAll(".loaded")) part.dispatchEvent(new Event(LOAD_AGAIN));
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
    this.loadAgain();
  }

  #tell(isReminder = false): void {
    for (const watcher of this.#watchers) watcher(isReminder);
  }
}

function failedParts(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>("[data-problem]");
}

/** `navigator.onLine` is not enough: it takes a cable for a connection. */
async function look(): Promise<boolean> {
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
  return fetch("/icon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}

export const connection = new Connection();
