import { Lease, waitAtMost } from "./lease";

const SECOND_MS = 1000;

/** In milliseconds. A place that is passed on must be taken by then: the one that waited may be gone. */
const OFFER_MS = 1000;

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

/** The leases under one limit. */
class Held {
  readonly #most: number;
  readonly #leases = new Set<Lease>();

  constructor(most: number | null | undefined) {
    this.#most = most ?? Infinity;
  }

  /** The time until a lease must have ended, in milliseconds. Zero or less: there is room. */
  waitMs(): number {
    if (this.#leases.size < this.#most) return 0;
    for (const lease of this.#leases) if (lease.leftMs <= 0) this.#leases.delete(lease);
    return this.#leases.size < this.#most ? 0 : Math.min(...[...this.#leases].map(({ leftMs }) => leftMs));
  }

  add(lease: Lease): void {
    // Without a limit, nobody removes them.
    if (this.#most < Infinity) this.#leases.add(lease);
  }

  delete(lease: Lease): void {
    this.#leases.delete(lease);
  }
}

/** A request that waits for its place, or has it. */
interface Waiting {
  /** Its share of `concurrent`, until its attempt must have ended. */
  readonly running: Lease;
  /** Its share of `perSecond`, until a second after it was sent. */
  readonly recent: Lease;
  readonly wake: () => void;
}

/** Lets requests start within the limits of a client, in order. */
export class Limiter {
  readonly #running: Held;
  readonly #recent: Held;
  /** The requests that wait, oldest first. */
  readonly #waiting = new Set<Waiting>();

  constructor({ concurrent, perSecond }: ClientLimits) {
    this.#running = new Held(concurrent);
    this.#recent = new Held(perSecond);
  }

  /**
   * Waits for a place. When `ended` aborts, the request leaves the queue or gives its place back.
   *
   * @param limitMs the time by which the attempt that gets the place must have ended
   */
  async place(limitMs: () => number, ended: AbortSignal): Promise<Slot> {
    const running = new Lease();
    const recent = new Lease();
    let isSent = false;
    let wake = () => {};
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const place: Waiting = { running, recent, wake };
    const leave = () => {
      this.#waiting.delete(place);
      this.#running.delete(running);
      if (!isSent) this.#recent.delete(recent);
      this.#passOn();
      wake();
    };
    ended.addEventListener("abort", leave, { once: true });
    this.#waiting.add(place);
    for (;;) {
      const waitMs = this.#passOn();
      if (!this.#waiting.has(place)) break;
      await waitAtMost(woken, waitMs);
    }
    running.renew(limitMs());
    const sent = () => {
      isSent = true;
      this.#running.add(running.renew(limitMs()));
      this.#recent.add(recent.renew(SECOND_MS));
    };
    return { sent, leave };
  }

  /** Gives the free places to those who wait. Returns the time until there may be another one, in milliseconds. */
  #passOn(): number {
    for (const place of this.#waiting) {
      const waitMs = Math.max(this.#running.waitMs(), this.#recent.waitMs());
      if (waitMs > 0) return waitMs;
      this.#waiting.delete(place);
      this.#running.add(place.running.renew(OFFER_MS));
      this.#recent.add(place.recent.renew(SECOND_MS));
      place.wake();
    }
    return 0;
  }
}
