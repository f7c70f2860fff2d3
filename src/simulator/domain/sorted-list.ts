/** A record in a table, with what lists are sorted by. */
export interface Entry<T> {
  readonly id: string;
  /** The record's creation, ISO 8601 in UTC. */
  readonly at: string;
  /** The place in the order of creation. */
  readonly order: number;
  readonly record: T;
}

/** A place in a sorted list: an instant, and an id that breaks ties. It need not be that of an entry. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

const mostInChunk = 512;

const isBefore = (left: Place, right: Place): boolean =>
  left.at < right.at || (left.at === right.at && left.id < right.id);

/** How many of the sorted items come before the place. */
function countBefore(items: readonly Place[], place: Place): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item && isBefore(item, place)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Entries sorted by creation and id, in chunks: adding and removing move one chunk, not the whole list, wherever in the list
 * they take place.
 */
export class SortedList<T> {
  readonly #chunks: Entry<T>[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  first(): Entry<T> | undefined {
    return this.#chunks[0]?.[0];
  }

  /** Adds an entry; one that is there already stays. */
  add(entry: Entry<T>): void {
    const index = Math.min(this.#chunkOf(entry), Math.max(this.#chunks.length - 1, 0));
    const chunk = this.#chunks[index];
    if (!chunk) {
      this.#chunks.push([entry]);
      this.#size = 1;
      return;
    }
    const place = countBefore(chunk, entry);
    if (chunk[place]?.id === entry.id) return;
    this.#size += 1;
    if (chunk.length < mostInChunk) {
      chunk.splice(place, 0, entry);
    } else if (place === chunk.length) {
      // New entries mostly go to the end: the chunks there stay full.
      this.#chunks.splice(index + 1, 0, [entry]);
    } else {
      const rest = chunk.splice(mostInChunk / 2);
      this.#chunks.splice(index + 1, 0, rest);
      if (place <= chunk.length) chunk.splice(place, 0, entry);
      else rest.splice(place - chunk.length, 0, entry);
    }
  }

  /** Removes an entry, if it is there. */
  remove(entry: Entry<T>): void {
    const index = this.#chunkOf(entry);
    const chunk = this.#chunks[index];
    if (!chunk) return;
    const place = countBefore(chunk, entry);
    if (chunk[place]?.id !== entry.id) return;
    this.#size -= 1;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** How many entries come before the place. */
  rank(place: Place): number {
    const index = this.#chunkOf(place);
    let rank = countBefore(this.#chunks[index] ?? [], place);
    for (let before = 0; before < index; before += 1) rank += this.#chunks[before]?.length ?? 0;
    return rank;
  }

  /** The entries from the rank `from` to before the rank `to`, in order. */
  slice(from: number, to: number): Entry<T>[] {
    const found: Entry<T>[] = [];
    let start = 0;
    for (const chunk of this.#chunks) {
      if (start >= to) break;
      if (start + chunk.length > from) found.push(...chunk.slice(Math.max(from - start, 0), to - start));
      start += chunk.length;
    }
    return found;
  }

  /** The first chunk that does not end before the place; behind the last chunk when all do. */
  #chunkOf(place: Place): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#chunks[middle]?.at(-1);
      if (last && isBefore(last, place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
