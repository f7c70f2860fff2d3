import type { ClientLimits } from "./types";

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

  constructor({ concurrent = Infinity, perSecond = Infinity }: ClientLimits) {
    this.#concurrent = concurrent;
    this.#perSecond = perSecond;
  }

  /** Waits for a place, and resolves to the function that gives it back, once. If `ended` aborts, the promise stays pending. */
  async place(ended: AbortSignal): Promise<() => void> {
    await new Promise<void>((start) => {
      this.#waiting.add(start);
      ended.addEventListener("abort", () => this.#waiting.delete(start), { once: true });
      this.#startNext();
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running -= 1;
      this.#startNext();
    };
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
