import { savedList, savedText } from "./saved";

/** A list that keeps its newest items. At times it keeps up to a quarter more. */
export class BoundedList<T> {
  readonly #limit: number;
  #items: T[];
  #count = 0;

  constructor(limit: number, saved: unknown = []) {
    this.#limit = limit;
    // The saved form has the items of this list.
    this.#items = savedList(saved) as T[];
  }

  /** Oldest first. */
  get list(): readonly T[] {
    return this.#items;
  }

  /** How many items there were so far, those that went included. */
  get count(): number {
    return this.#count;
  }

  /** The items that are newer than a count. */
  since(count: number): readonly T[] {
    return this.#count > count ? this.#items.slice(count - this.#count) : [];
  }

  push(item: T): void {
    this.#count += 1;
    this.#items.push(item);
    // Cut in large steps: shifting one by one would move the whole list each time.
    if (this.#items.length > this.#limit * 1.25) this.#items = this.#items.slice(-this.#limit || Infinity);
  }

  toJSON(): readonly T[] {
    return this.#items;
  }
}

/** A map by text that keeps its newest entries. */
export class BoundedMap<T> extends Map<string, T> {
  readonly #limit: number;

  constructor(limit: number, saved: unknown = []) {
    super();
    this.#limit = limit;
    for (const entry of savedList(saved)) {
      const [key, value] = savedList(entry);
      // The saved form has the values of this map.
      super.set(savedText(key), value as T);
    }
  }

  override set(key: string, value: T): this {
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#limit) break;
      this.delete(oldest);
    }
    return this;
  }

  toJSON(): [string, T][] {
    return [...this];
  }
}
