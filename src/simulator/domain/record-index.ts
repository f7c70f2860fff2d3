import { SortedList } from "./sorted-list";
import type { Entry } from "./sorted-list";

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

  /** The entries with the key, sorted. */
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
