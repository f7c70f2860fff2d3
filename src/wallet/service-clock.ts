/**
 * The service's time, from its responses. Sessions and challenges expire by it. Before the first response, it is the device's
 * time plus the stored offset. So a wrong clock signs nobody out after a reload.
 */
export class ServiceClock {
  readonly #knownTime: (isCertain?: boolean) => number | undefined;
  #storedOffset: number | undefined;

  constructor(knownTime: (isCertain?: boolean) => number | undefined) {
    this.#knownTime = knownTime;
  }

  /**
   * Milliseconds since the epoch.
   *
   * @param isCertain the latest time that has certainly passed: one response alone may be wrong, unless the stored offset agrees.
   * Whatever ends a session or deletes something asks for it
   */
  now(isCertain?: boolean): number {
    const storedMs = Date.now() + (this.#storedOffset ?? 0);
    const latestMs = this.#knownTime() ?? storedMs;
    if (!isCertain) return latestMs;
    const agreedMs = this.#storedOffset === undefined ? -Infinity : Math.min(latestMs, storedMs);
    return Math.max(this.#knownTime(true) ?? storedMs, agreedMs);
  }

  /** How far the service's time is certainly ahead of the device's, in milliseconds. */
  get offset(): number {
    return this.now(true) - Date.now();
  }

  /** Sets the offset that was stored with a session, in milliseconds. The smallest counts: another one could end a session early. */
  recall(offset: number): void {
    this.#storedOffset = Math.min(offset, this.#storedOffset ?? offset);
  }
}
