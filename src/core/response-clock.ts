/** Smaller differences are network delay. */
const TOLERANCE_MS = 60_000;

/**
 * The service's time, from its responses. Challenges, sessions and quotes expire by it.
 *
 * A cache or a gateway may send a wrong `Date`. While two responses disagree, the later time counts, so that nothing looks newer than
 * it is. The next response decides.
 *
 * @see RFC 9110, section 6.6.1
 */
export class ResponseClock {
  readonly #localTime: () => number;
  /** The service's time minus the local time, in milliseconds. */
  #offsetMs: number | undefined;
  /** The earlier of two offsets that disagree. Otherwise undefined. */
  #earlierMs = Number.NaN;

  /** A clock that uses the device's time until the first response. `localTime` is in milliseconds since the epoch. */
  constructor(localTime: () => number) {
    this.#localTime = localTime;
  }

  /** Milliseconds since the epoch. Before the first response, the device's time. */
  now(): number {
    return this.#localTime() + (this.#offsetMs ?? 0);
  }

  /** Milliseconds since the epoch, or `undefined` before the first response. */
  known(): number | undefined {
    return this.#offsetMs === undefined ? undefined : this.now();
  }

  /** Records the time of a response, in milliseconds since the epoch. */
  hear(serviceTimeMs: number): void {
    const offsetMs = serviceTimeMs - this.#localTime();
    const knownMs = this.#offsetMs ?? offsetMs;
    const agrees = (other: number) => Math.abs(offsetMs - other) <= TOLERANCE_MS;
    const isDecided = agrees(knownMs) || agrees(this.#earlierMs);
    this.#offsetMs = isDecided ? offsetMs : Math.max(knownMs, offsetMs);
    this.#earlierMs = isDecided ? Number.NaN : Math.min(knownMs, offsetMs);
  }
}
