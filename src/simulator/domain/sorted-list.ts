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

/** Entries sorted by creation and id. Chunks keep adding and removing cheap, wherever they take place. */
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
    const newest = this.#chunks.at(-1);
    const last = newest?.at(-1);
    if (!newest || !last || isBefore(last, entry)) {
      // New entries mostly go to the end. The chunks before it stay full.
      if (newest && newest.length < mostInChunk) newest.push(entry);
      else this.#chunks.push([entry]);
      this.#size += 1;
      return;
    }
    const index = this.#chunkOf(entry);
    const chunk = this.#chunks[index] ?? newest;
    const place = countBefore(chunk, entry);
    if (chunk[place]?.id === entry.id) return;
    chunk.splice(place, 0, entry);
    if (chunk.length > mostInChunk) this.#chunks.splice(index + 1, 0, chunk.splice(mostInChunk / 2));
    this.#size += 1;
  }

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

  rank(place: Place): number {
    const index = this.#chunkOf(place);
    let rank = countBefore(this.#chunks[index] ?? [], place);
    for (let before = 0; before < index; before += 1) rank += this.#chunks[before]?.length ?? 0;
    return rank;
  }

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

/** A key of records; `null` is a key like any other. */
export type Key = string | null;

/** What records are found by; `undefined`: the record is not in the index; a list: it is found by each. */
export type IndexKey = Key | undefined | readonly Key[];

/** The keys of a record in an index, each once. */
export function keysOf(key: IndexKey): readonly Key[] {
  if (key === undefined) return [];
  return key === null || typeof key === "string" ? [key] : [...new Set(key)];
}

const empty = new SortedList<never>();

/** The entries of a table by a key of their records. */
export class RecordIndex<T> {
  readonly keysOf: (record: T) => readonly Key[];
  /** Most keys of some indexes have one entry, which needs no list. */
  readonly #found = new Map<Key, Entry<T> | SortedList<T>>();

  constructor(keysOfRecord: (record: T) => readonly Key[]) {
    this.keysOf = keysOfRecord;
  }

  get(key: Key): SortedList<T> {
    const found = this.#found.get(key);
    if (found === undefined) return empty;
    return found instanceof SortedList ? found : listOf(found);
  }

  add(entry: Entry<T>, keys: readonly Key[]): void {
    for (const key of keys) {
      const found = this.#found.get(key);
      if (found === undefined) {
        this.#found.set(key, entry);
      } else {
        const list = found instanceof SortedList ? found : listOf(found);
        list.add(entry);
        this.#found.set(key, list);
      }
    }
  }

  remove(entry: Entry<T>, keys: readonly Key[]): void {
    for (const key of keys) {
      const found = this.#found.get(key);
      if (found instanceof SortedList) found.remove(entry);
      const isEmpty = found instanceof SortedList ? found.size === 0 : found?.id === entry.id;
      if (isEmpty) this.#found.delete(key);
    }
  }
}

function listOf<T>(entry: Entry<T>): SortedList<T> {
  const list = new SortedList<T>();
  list.add(entry);
  return list;
}
