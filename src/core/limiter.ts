const SECOND_MS = 1000;

/** Limits on the requests that a client sends. Every attempt counts, including retries. */
export interface ClientLimits {
  /** The most requests at the same time. Default: no limit. */
  concurrent?: number | undefined;
  /**
   * The most requests that the client passes to `fetch` within any second. The service may receive more, because
   * connections delay some of them. Default: no limit.
   */
  perSecond?: number | undefined;
}

/** The place of one request within the limits. */
export interface Slot {
  /** The request goes out now. */
  readonly sent: () => void;
  /** The request is over, or it will never go out. */
  readonly leave: () => void;
}

/** Lets requests start within the limits of a client, in order. */
export class Limiter {
  readonly #concurrent: number;
  readonly #perSecond: number;
  /** The requests that wait, oldest first. */
  readonly #waiting = new Set<() => void>();
  /** When each request was sent: those of the last second, and `Infinity` for those that are about to be sent. */
  readonly #recent = new Map<Slot, number>();
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ concurrent, perSecond }: ClientLimits) {
    this.#concurrent = concurrent ?? Infinity;
    this.#perSecond = perSecond ?? Infinity;
  }

  /** Waits for a place. When `ended` aborts, the request leaves the queue or gives its place back. */
  place(ended: AbortSignal): Promise<Slot> {
    return new Promise((resolve) => {
      let isHeld = false;
      const start = () => {
        isHeld = true;
        this.#running += 1;
        // Without a rate, nobody reads them: they would cost every call a walk over the last second.
        if (this.#perSecond < Infinity) this.#recent.set(place, Infinity);
        resolve(place);
      };
      const place: Slot = {
        sent: () => {
          if (!this.#recent.has(place)) return;
          this.#recent.set(place, performance.now());
          this.#startNext();
        },
        leave: () => {
          this.#waiting.delete(start);
          if (!isHeld) return;
          isHeld = false;
          this.#running -= 1;
          if (this.#recent.get(place) === Infinity) this.#recent.delete(place);
          this.#startNext();
        },
      };
      this.#waiting.add(start);
      ended.addEventListener("abort", place.leave, { once: true });
      this.#startNext();
    });
  }

  #startNext(): void {
    const nowMs = performance.now();
    for (const [place, sentMs] of this.#recent) if (sentMs <= nowMs - SECOND_MS) this.#recent.delete(place);
    for (const start of this.#waiting) {
      if (this.#recent.size >= this.#perSecond) {
        const oldestMs = Math.min(...this.#recent.values());
        clearTimeout(this.#timer);
        if (oldestMs < Infinity)
          this.#timer = setTimeout(() => this.#startNext(), oldestMs + SECOND_MS - nowMs);
        return;
      }
      if (this.#running >= this.#concurrent) return;
      this.#waiting.delete(start);
      start();
    }
  }
}
