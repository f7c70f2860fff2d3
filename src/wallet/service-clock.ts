/**
 * The service's time, by which sessions and challenges expire: as its responses tell it, and before the first one the device's
 * clock, corrected by what it was off when a session was stored. A wrong clock must not sign anybody out after a reload.
 */
export class ServiceClock {
  readonly #knownTime: () => number | undefined;
  #storedOffset = 0;

  constructor(knownTime: () => number | undefined) {
    this.#knownTime = knownTime;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#knownTime() ?? Date.now() + this.#storedOffset;
  }

  /** How far the service's time is ahead of the device's, in milliseconds. */
  get offset(): number {
    return this.now() - Date.now();
  }

  /** Takes the offset that was stored with a session, in milliseconds. */
  recall(offset: number): void {
    this.#storedOffset = offset;
  }
}
