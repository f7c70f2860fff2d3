/**
 * The service's time, from its responses. Sessions and challenges expire by it. Before the first response, it is the device's
 * time plus the stored offset. So a wrong clock signs nobody out after a reload.
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

  /** Sets the offset that was stored with a session, in milliseconds. */
  recall(offset: number): void {
    this.#storedOffset = offset;
  }
}
