/** A place in a sorted list: an instant, and the order of creation, which breaks ties. It need not be that of an item. */
export interface Place {
  /** In milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly order: number;
}

/** The longest chunk of a list. */
const mostInChunk = 512;

const isBefore = (left: Place, right: Place): boolean =>
  left.at < right.at || (left.at === right.at && left.order < right.order);

/** How many of the sorted items are before a place, by a question about each. */
function countWhile<Item>(items: readonly Item[], isItemBefore: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isItemBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Items in the order of their places. Chunks keep adding and removing cheap, wherever they take place. */
export class SortedList<Item extends Place> {
  readonly #chunks: Item[][] = [];

  constructor(items: readonly Item[] = []) {
    for (const item of items) this.add(item);
  }

  get size(): number {
    return this.#chunks.reduce((size, chunk) => size + chunk.length, 0);
  }

  get first(): Item | undefined {
    return this.#chunks[0]?.[0];
  }

  all(): Item[] {
    return this.#chunks.flat();
  }

  add(item: Item): void {
    const newest = this.#chunks.at(-1);
    const last = newest?.at(-1);
    if (!newest || !last || isBefore(last, item)) {
      // New items mostly go to the end. The chunks before it stay full.
      if (newest && newest.length < mostInChunk) newest.push(item);
      else this.#chunks.push([item]);
      return;
    }
    const { index, chunk, before } = this.#find(item);
    chunk.splice(before, 0, item);
    if (chunk.length > mostInChunk) this.#chunks.splice(index + 1, 0, chunk.splice(mostInChunk / 2));
  }

  remove(item: Item): void {
    const { index, chunk, before } = this.#find(item);
    chunk.splice(before, 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** How many items are before a place. */
  countBefore(place: Place): number {
    const { index, before } = this.#find(place);
    return this.#chunks.slice(0, index).reduce((count, chunk) => count + chunk.length, before);
  }

  slice(from: number, to: number): Item[] {
    const found: Item[] = [];
    let start = 0;
    for (const chunk of this.#chunks) {
      if (start >= to) break;
      if (start + chunk.length > from) found.push(...chunk.slice(Math.max(from - start, 0), to - start));
      start += chunk.length;
    }
    return found;
  }

  /** The chunk that has a place, or the number of chunks if it is behind all, and the items before it in that chunk. */
  #find(place: Place): { index: number; chunk: Item[]; before: number } {
    const index = countWhile(this.#chunks, (chunk) => {
      const last = chunk.at(-1);
      return last !== undefined && isBefore(last, place);
    });
    const chunk = this.#chunks[index] ?? [];
    return { index, chunk, before: countWhile(chunk, (item) => isBefore(item, place)) };
  }
}
