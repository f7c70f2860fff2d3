/** Two responses that differ by less tell the same time: they were on their way for some seconds. */
const TOLERANCE_MS = 60_000;

/**
 * The service's time as its responses tell it: challenges, sessions and quotes expire by it.
 *
 * One response may carry a wrong `Date`, because a cache or a gateway made it. While two disagree, the later time counts, so that
 * nothing looks newer than it is; the next response decides.
 *
 * @see RFC 9110, section 6.6.1
 */
export class ResponseClock {
  readonly #localTime: () => number;
  /** The service's time minus the local time, in milliseconds. */
  #offsetMs: number | undefined;
  /** The earlier of two offsets that disagree; else no number. */
  #earlierMs = Number.NaN;

  /** A clock that follows the device's until a response tells the time. `localTime`: in milliseconds since the epoch. */
  constructor(localTime: () => number) {
    this.#localTime = localTime;
  }

  /** Milliseconds since the epoch, by the device's clock before a response has told the service's time. */
  now(): number {
    return this.#localTime() + (this.#offsetMs ?? 0);
  }

  /** Milliseconds since the epoch, or `undefined` before a response has told them. */
  known(): number | undefined {
    return this.#offsetMs === undefined ? undefined : this.now();
  }

  /** Takes the time of a response, in milliseconds since the epoch. */
  hear(serviceTimeMs: number): void {
    const offsetMs = serviceTimeMs - this.#localTime();
    const knownMs = this.#offsetMs ?? offsetMs;
    const agrees = (other: number) => Math.abs(offsetMs - other) <= TOLERANCE_MS;
    const isDecided = agrees(knownMs) || agrees(this.#earlierMs);
    this.#offsetMs = isDecided ? offsetMs : Math.max(knownMs, offsetMs);
    this.#earlierMs = isDecided ? Number.NaN : Math.min(knownMs, offsetMs);
  }
}
