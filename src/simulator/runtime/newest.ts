/** A log that forgets what is old: it keeps the newest entries. */
export class Newest<T> {
  readonly #limit: number;
  #entries: T[] = [];

  /** @param limit how many are kept at least; now and then it is a quarter more. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Oldest first. */
  get list(): readonly T[] {
    return this.#entries;
  }

  push(entry: T): void {
    this.#entries.push(entry);
    // Cut in large steps: shifting one by one would move the whole log each time.
    if (this.#entries.length > this.#limit * 1.25) this.replace(this.#entries);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Takes over entries, the newest of them. */
  replace(entries: readonly T[]): void {
    this.#entries = entries.slice(Math.max(entries.length - this.#limit, 0));
  }
}
