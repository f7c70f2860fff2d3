import { listOf, textOf } from "./saved";

/** A list that keeps its newest items. At times it keeps up to a quarter more. */
export class BoundedList<T> {
  readonly #limit: number;
  #items: T[];

  constructor(limit: number, saved: unknown = []) {
    this.#limit = limit;
    // The saved form has the items of this list.
    this.#items = listOf(saved) as T[];
  }

  /** Oldest first. */
  get list(): readonly T[] {
    return this.#items;
  }

  push(item: T): void {
    this.#items.push(item);
    // Cut in large steps: shifting one by one would move the whole list each time.
    if (this.#items.length > this.#limit * 1.25) this.#items = this.#items.slice(-this.#limit || Infinity);
  }

  toJSON(): readonly T[] {
    return this.#items;
  }
}

/** A map by text that keeps its newest entries. */
export class BoundedMap<T> {
  readonly #limit: number;
  readonly #entries = new Map<string, T>();

  constructor(limit: number, saved: unknown = []) {
    this.#limit = limit;
    for (const entry of listOf(saved)) {
      const [key, value] = listOf(entry);
      // The saved form has the values of this map.
      this.#entries.set(textOf(key), value as T);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): T | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: T): void {
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break;
      this.#entries.delete(oldest);
    }
  }

  entries(): Iterable<[string, T]> {
    return this.#entries;
  }

  toJSON(): [string, T][] {
    return [...this.#entries];
  }
}
