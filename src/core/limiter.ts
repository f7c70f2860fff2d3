const SECOND_MS = 1000;

/** Lets requests start within the limits of a client, in order. */
export class Limiter {
  readonly #concurrent: number;
  readonly #perSecond: number;
  /** The requests that wait, oldest first. */
  readonly #waiting = new Set<() => void>();
  /** When the requests of the last second started, oldest first. */
  #startsMs: number[] = [];
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(concurrent = Infinity, perSecond = Infinity) {
    this.#concurrent = concurrent;
    this.#perSecond = perSecond;
  }

  /**
   * Waits for a place, and resolves to the function that gives it back, once. When `ended` aborts, the request leaves the queue or
   * gives its place back.
   */
  place(ended: AbortSignal): Promise<() => void> {
    return new Promise((resolve) => {
      let isHeld = false;
      const start = () => {
        isHeld = true;
        resolve(leave);
      };
      const leave = () => {
        this.#waiting.delete(start);
        if (!isHeld) return;
        isHeld = false;
        this.#running -= 1;
        this.#startNext();
      };
      this.#waiting.add(start);
      ended.addEventListener("abort", leave, { once: true });
      this.#startNext();
    });
  }

  #startNext(): void {
    const nowMs = performance.now();
    this.#startsMs = this.#startsMs.filter((startMs) => startMs > nowMs - SECOND_MS);
    for (const start of this.#waiting) {
      const [oldestMs] = this.#startsMs;
      if (oldestMs !== undefined && this.#startsMs.length >= this.#perSecond) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#startNext(), oldestMs + SECOND_MS - nowMs);
        return;
      }
      if (this.#running >= this.#concurrent) return;
      this.#waiting.delete(start);
      this.#running += 1;
      if (this.#perSecond < Infinity) this.#startsMs.push(nowMs);
      start();
    }
  }
}
