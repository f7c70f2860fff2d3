/** Smaller differences are network delay. */
const TOLERANCE_MS = 60_000;

/**
 * The service's time, from its responses. Challenges, sessions and quotes expire by it.
 *
 * A cache or a gateway may send a wrong `Date`. While two responses disagree, the later time counts, so that nothing looks newer than
 * it is. The next response decides. Nothing is certain to be over because one response says so.
 *
 * @see RFC 9110, section 6.6.1
 */
export class ResponseClock {
  readonly #localTime: () => number;
  /** The service's time minus the local time, in milliseconds. */
  #offsetMs: number | undefined;
  /** The earlier of two offsets that disagree, or the same offset. At first, that of the device's own clock. */
  #earlierMs = 0;

  /** A clock that uses the device's time until the first response. `localTime` is in milliseconds since the epoch. */
  constructor(localTime: () => number) {
    this.#localTime = localTime;
  }

  /**
   * Milliseconds since the epoch. Before the first response, the device's time.
   *
   * @param isCertain the time that has certainly passed: two responses, or one and the device's clock, agree on it
   */
  now(isCertain?: boolean): number {
    return this.#localTime() + ((isCertain ? this.#earlierMs : this.#offsetMs) ?? 0);
  }

  /** The same, or `undefined` before the first response. */
  known(isCertain?: boolean): number | undefined {
    return this.#offsetMs === undefined ? undefined : this.now(isCertain);
  }

  /** Records the time of a response, in milliseconds since the epoch. */
  hear(serviceTimeMs: number): void {
    const offsetMs = serviceTimeMs - this.#localTime();
    const agrees = (other = Number.NaN) => Math.abs(offsetMs - other) <= TOLERANCE_MS;
    const isDecided = agrees(this.#offsetMs) || agrees(this.#earlierMs);
    this.#earlierMs = isDecided ? offsetMs : Math.min(this.#offsetMs ?? 0, offsetMs);
    this.#offsetMs = isDecided ? offsetMs : Math.max(this.#offsetMs ?? offsetMs, offsetMs);
  }
}
