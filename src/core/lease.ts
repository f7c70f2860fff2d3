/** How often a waiter looks at least, in milliseconds. A lease can become shorter, and its holder may never say that it ended. */
const LOOK_MS = 1_000;

/**
 * What a holder has until a moment, by which it must have ended. The runtime may have stopped it: a worker whose request has ended
 * never runs again. So after that moment it counts no more, and whoever waits takes over. A holder that ends later does no harm.
 *
 * The moment of a place in `limits`, and of a call of `credentials`, is the end of its attempt or of its call. Two things have no timeout of
 * their own: a part of the package that loads has 30 seconds, and a place that was passed on and not yet taken has one second.
 */
export class Lease {
  #untilMs = -Infinity;

  /** The time until the moment, in milliseconds. */
  get leftMs(): number {
    return this.#untilMs - performance.now();
  }

  /** Sets the moment, from now. */
  renew(ms: number): this {
    this.#untilMs = performance.now() + ms;
    return this;
  }

  /** The holder ended. */
  end(): void {
    this.#untilMs = -Infinity;
  }
}

/** Waits for a change, at most `ms`. The timer is the waiter's own: one that the holder started may never run. */
export async function waitAtMost(change: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise((resolve) => (timer = setTimeout(resolve, Math.min(ms, LOOK_MS))));
  await Promise.race([change, elapsed]).finally(() => clearTimeout(timer));
}

interface Running<T> {
  readonly result: Promise<T>;
  readonly lease: Lease;
  isSettled: boolean;
}

/** Work that is done once for all who need it at the same time. The one who starts it holds a lease. */
export class SharedWork<T> {
  #running: Running<T> | undefined;

  /**
   * Starts the work, or waits for the running one.
   *
   * @param ms the time after which the next one starts anew
   * @param ended aborts when this caller gives up
   */
  async join(work: () => Promise<T>, ms: number, ended?: AbortSignal): Promise<T> {
    for (;;) {
      const running = this.#running;
      if (running === undefined || running.lease.leftMs <= 0) return this.#start(work, ms, ended);
      await waitAtMost(
        running.result.catch(() => {}),
        running.lease.leftMs,
      );
      if (running.isSettled) return running.result;
    }
  }

  #start(work: () => Promise<T>, ms: number, ended: AbortSignal | undefined): Promise<T> {
    const running: Running<T> = { result: work(), lease: new Lease().renew(ms), isSettled: false };
    this.#running = running;
    const settle = () => {
      running.isSettled = true;
      if (this.#running === running) this.#running = undefined;
    };
    running.result.then(settle, settle);
    ended?.addEventListener("abort", () => running.lease.end(), { once: true });
    return running.result;
  }
}
