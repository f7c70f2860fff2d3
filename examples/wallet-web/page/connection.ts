/** The delay before the page checks again for the backend, in milliseconds: first and maximum. */
const FIRST_LOOK_MS = 1_000;
const LONGEST_LOOK_MS = 15_000;
/** The timeout of one check. */
const LOOK_TIMEOUT_MS = 5_000;
/** The delay before the page reloads failed parts, in milliseconds: first and maximum. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** The event that reloads a part of the page. */
export const LOAD_AGAIN = "loadagain";

/** The current problem. */
export type ConnectionState =
  | { readonly kind: "fine" | "lost" }
  | {
      /** The service is rate limiting. The page retries. */
      readonly kind: "limited";
      /** The time of the next try, by `performance.now()`. */
      readonly untilMs: number;
    }
  | {
      /** Some parts of the page could not be loaded. */
      readonly kind: "failed";
      /** The causes, each once. */
      readonly text: string;
    };

/** Watches for problems that keep the page from loading. The page then shows one alert and recovers. */
class Connection {
  readonly #watchers = new Set<(isReminder: boolean) => void>();
  #isLost = false;
  #limitedUntilMs = 0;
  #look: Promise<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;

  /** Starts listening to the browser's own events. */
  start(): void {
    window.addEventListener("offline", () => this.#lose());
    window.addEventListener("online", () => void this.isReachable());
    if (!navigator.onLine) this.#lose();
  }

  get state(): ConnectionState {
    if (this.#isLost) return { kind: "lost" };
    const untilMs = this.#limitedUntilMs;
    if (untilMs > performance.now()) return { kind: "limited", untilMs };
    // Read from the page, because a list of failed parts would keep screens that the user has left.
    const text = [...new Set([...failedParts()].map(({ dataset }) => dataset["problem"]))].join(" ").trim();
    return text === "" ? { kind: "fine" } : { kind: "failed", text };
  }

  /** Calls the watcher after each change. `true` means that it should announce the problem again. */
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

  /** Checks whether the backend is reachable. A call can also fail for other reasons. */
  async isReachable(): Promise<boolean> {
    this.#look ??= look().finally(() => (this.#look = undefined));
    const isThere = await this.#look;
    if (isThere) this.#find();
    else this.#lose();
    return isThere;
  }

  /** Whether the page already shows why an action failed. If so, screen readers announce it again. */
  async isKnown(text: string, isUnreachable: boolean): Promise<boolean> {
    const { state } = this;
    const isKnown =
      (isUnreachable && !(await this.isReachable())) ||
      (state.kind === "failed" && state.text.includes(text));
    if (isKnown) this.#tell(true);
    return isKnown;
  }

  /** Called when another view is shown. Its own calls show whether the service still asks to wait. */
  viewChanged(): void {
    this.#limitedUntilMs = 0;
    this.partsChanged();
  }

  /** Called when a part fails or loads. */
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

  /** Reloads the failed parts. */
  retry(): void {
    for (const part of failedParts()) part.dispatchEvent(new Event(LOAD_AGAIN));
  }

  /** Reloads failed and possibly outdated parts. */
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

/** `navigator.onLine` is not enough: it is true for a cable without internet. */
async function look(): Promise<boolean> {
  const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
  return fetch("/icon.svg", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    () => false,
  );
}

export const connection = new Connection();
