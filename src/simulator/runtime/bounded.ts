import { savedList, savedText } from "./saved";

/** The weights of items, and the most that a list keeps. */
interface ListWeight<T> {
  readonly of: (item: T) => number;
  readonly most: number;
}

/** A list that keeps its newest items. At times it keeps up to a quarter more. */
export class BoundedList<T> {
  readonly #limit: number;
  readonly #weight: ListWeight<T>;
  #items: T[];
  #count = 0;
  #total = 0;

  /** @param weight no weights: the list limits only the number of its items */
  constructor(limit: number, saved: unknown = [], weight: ListWeight<T> = { of: () => 0, most: 0 }) {
    this.#limit = limit;
    this.#weight = weight;
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
    this.#total += this.#weight.of(item);
    this.#items.push(item);
    // Cut in large steps: shifting one by one would move the whole list each time.
    const { length } = this.#items;
    if (length > this.#limit * 1.25) this.#forget(length - this.#limit);
    if (this.#total > this.#weight.most * 1.25) this.#forget(this.#tooHeavy());
  }

  /** How many of the oldest items are above the weight. The newest one always stays. */
  #tooHeavy(): number {
    let total = this.#total;
    const from = this.#items.findIndex((item) => (total -= this.#weight.of(item)) <= this.#weight.most);
    return Math.min(from + 1, this.#items.length - 1);
  }

  #forget(oldest: number): void {
    for (const item of this.#items.slice(0, oldest)) this.#total -= this.#weight.of(item);
    this.#items = this.#items.slice(oldest);
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
