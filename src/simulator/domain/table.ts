import { savedList, recordOf, savedText } from "../runtime/saved";
import { notFound } from "./problem";
import { SortedList } from "./sorted-list";
import type { Place } from "./sorted-list";

/** The place of a record, which is looked up by the id. Its own place counts if the record is gone. */
export interface RecordPlace extends Place {
  readonly id: string;
}

/** A record in a table, with its place. */
interface Entry<T> extends RecordPlace {
  readonly record: T;
}

/** A key of records; `null` is a key like any other. */
export type Key = string | null;

export type Condition<Name extends string> = readonly [index: Name, key: Key];

/** The entries of a table by a key of their records. */
interface Index<T> {
  /** `undefined`: the record is not in the index. A list: it is found by each. */
  keyOf: (record: T) => Key | undefined | readonly Key[];
  lists: Map<Key, SortedList<Entry<T>>>;
}

/** The keys of a record in an index, each once. */
function keysOf<T>({ keyOf }: Index<T>, record: T): readonly Key[] {
  const key = keyOf(record);
  if (key === undefined) return [];
  return key === null || typeof key === "string" ? [key] : [...new Set(key)];
}

function join<T>(index: Index<T>, entry: Entry<T>, keys = keysOf(index, entry.record)): void {
  for (const key of keys) {
    const list = index.lists.get(key);
    if (list) list.add(entry);
    else index.lists.set(key, new SortedList([entry]));
  }
}

function leave<T>(index: Index<T>, entry: Entry<T>, keys = keysOf(index, entry.record)): void {
  for (const key of keys) {
    const list = index.lists.get(key);
    list?.remove(entry);
    if (list?.size === 0) index.lists.delete(key);
  }
}

export interface PageRequest<T, Name extends string> {
  where: readonly Condition<Name>[];
  /** Created at this instant or later, and at this one or earlier, in milliseconds since 1970-01-01 UTC. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** What no index knows. It costs a look at every record that meets the rest. */
  matches?: ((record: T) => boolean) | undefined;
  order: "asc" | "desc";
  /** The page begins behind this place. */
  after?: RecordPlace | undefined;
  limit: number;
}

/** The combinations of conditions that have an index of their own: those used last. */
const mostCombinations = 16;

/** The records of one kind, in the order of their creation. They are plain data, so that a snapshot is their JSON. */
export class Table<T extends { id: string }, Name extends string = never> {
  readonly #kind: string;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #sorted = new SortedList<Entry<T>>();
  readonly #indexes: ReadonlyMap<string, Index<T>>;
  readonly #combinations = new Map<string, Index<T>>();
  #count = 0;

  /** @throws {TypeError} when `rows`, the saved form, is none */
  constructor(kind: string, indexes: Readonly<Record<Name, Index<T>["keyOf"]>>, rows: unknown = []) {
    this.#kind = kind;
    const named = Object.entries<Index<T>["keyOf"]>(indexes);
    this.#indexes = new Map(named.map(([name, keyOf]) => [name, { keyOf, lists: new Map() }]));
    for (const row of savedList(rows)) {
      savedText(recordOf(row)["id"]);
      // A row of the saved form was a record of this table.
      this.add(row as T);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  find(id: string): T | undefined {
    return this.#entries.get(id)?.record;
  }

  get(id: string): T {
    return this.#entry(id).record;
  }

  /** Adds a record with a new id. */
  add(record: T): void {
    this.#count += 1;
    const entry = { id: record.id, at: timeOf(record), order: this.#count, record };
    this.#entries.set(entry.id, entry);
    this.#sorted.add(entry);
    for (const index of this.#everyIndex()) join(index, entry);
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    for (const index of this.#everyIndex()) leave(index, entry);
    this.#sorted.remove(entry);
    this.#entries.delete(id);
  }

  /** Changes a record in place. What an index looks at must be changed in here. */
  change(id: string, change: (record: T) => void): void {
    const entry = this.#entry(id);
    const before = this.#everyIndex().map((index) => ({ index, keys: keysOf(index, entry.record) }));
    try {
      change(entry.record);
    } finally {
      // Most changes concern one index.
      for (const { index, keys } of before) {
        const now = keysOf(index, entry.record);
        if (now.length === keys.length && now.every((key, place) => key === keys[place])) continue;
        leave(index, entry, keys);
        join(index, entry, now);
      }
    }
  }

  /** Every record, in the order of creation. It costs as much as there are: `page` and `by` do not. */
  all(): T[] {
    return Array.from(this.#entries.values(), ({ record }) => record);
  }

  /** The records with this key in the index, in the order of creation. */
  by(index: Name, key: Key): T[] {
    const entries = this.#index(index).lists.get(key)?.all() ?? [];
    return entries.sort((left, right) => left.order - right.order).map(({ record }) => record);
  }

  /** One page. Only `matches` and the first page of a combination cost more with more records. */
  page({ where, matches, fromMs, toMs, order, after: given, limit }: PageRequest<T, Name>) {
    const after = given && (this.#entries.get(given.id) ?? given);
    const met = this.#meeting(where);
    const list = matches ? new SortedList(met.all().filter(({ record }) => matches(record))) : met;
    const first = fromMs === undefined ? 0 : list.countBefore({ at: fromMs, order: 0 });
    const end = toMs === undefined ? list.size : list.countBefore({ at: toMs, order: Infinity });
    // One more than the page, to know whether another follows.
    const most = limit + 1;
    const isUp = order === "asc";
    const start = after && isUp ? Math.max(first, list.countBefore(behind(after))) : first;
    const stop = after && !isUp ? Math.min(end, list.countBefore(after)) : end;
    const entries = isUp
      ? list.slice(start, Math.min(start + most, stop))
      : list.slice(Math.max(stop - most, start), stop).reverse();
    const shown = entries.slice(0, limit);
    return {
      records: shown.map(({ record }) => record),
      last: shown.at(-1),
      hasMore: entries.length > limit,
      // Whatever the page.
      totalCount: Math.max(end - first, 0),
    };
  }

  first(): T | undefined {
    return this.#sorted.first?.record;
  }

  toJSON(): T[] {
    return this.all();
  }

  #entry(id: string): Entry<T> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw notFound(this.#kind, id);
    return entry;
  }

  #index(name: string): Index<T> {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`the table ${this.#kind} has no index ${name}`);
    return index;
  }

  #everyIndex(): Index<T>[] {
    return [...this.#indexes.values(), ...this.#combinations.values()];
  }

  /** The records that meet all conditions. A combination gets an index, which follows the changes from then on. */
  #meeting(where: readonly Condition<Name>[]): SortedList<Entry<T>> {
    const lists = where.map(([name, key]) => this.#index(name).lists.get(key) ?? new SortedList<Entry<T>>());
    const [smallest = this.#sorted] = lists.toSorted((left, right) => left.size - right.size);
    if (where.length < 2) return smallest;
    const id = JSON.stringify([...where].sort());
    let combination = this.#combinations.get(id);
    if (!combination) {
      const meets = (record: T) =>
        where.every(([name, key]) => keysOf(this.#index(name), record).includes(key));
      combination = { keyOf: (record) => (meets(record) ? id : undefined), lists: new Map() };
      for (const entry of smallest.all()) join(combination, entry);
    }
    // The one used last is the newest.
    this.#combinations.delete(id);
    this.#combinations.set(id, combination);
    for (const old of [...this.#combinations.keys()].slice(0, -mostCombinations))
      this.#combinations.delete(old);
    return combination.lists.get(id) ?? new SortedList();
  }
}

/** The place behind a record and before the next. */
const behind = ({ at, order }: Place): Place => ({ at, order: order + 0.5 });

/** What records are sorted by: the time that a task is due, and the creation of anything else. */
function timeOf(record: object): number {
  const { dueMs, createdAt }: { dueMs?: unknown; createdAt?: unknown } = record;
  return Number(dueMs ?? Date.parse(String(createdAt))) || 0;
}
