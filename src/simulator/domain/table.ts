import { savedList, recordOf, savedText } from "../runtime/saved";
import { notFound } from "./problem";

/** The place of a record in sorted lists. It is looked up by the id, and counts itself if the record is gone. */
export interface RecordPlace {
  readonly id: string;
  readonly at: string;
  /** The order of creation, which breaks ties. */
  readonly order: number;
}

/** A record in a table, with its place. */
interface Entry<T> extends RecordPlace {
  readonly record: T;
}

/** A key of records; `null` is a key like any other. */
export type Key = string | null;

export type Condition<Name extends string> = readonly [index: Name, key: Key];

/** The entries of a table by a key of their records, sorted by their places. */
interface Index<T> {
  /** `undefined`: the record is not in the index. A list: it is found by each. */
  keyOf: (record: T) => Key | undefined | readonly Key[];
  lists: Map<Key, Entry<T>[]>;
}

/** How many of the sorted entries are before a place. */
function countBefore(entries: readonly RecordPlace[], { at, order }: Omit<RecordPlace, "id">): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry && (entry.at < at || (entry.at === at && entry.order < order))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Most entries are new or newly changed, so they come and go near the end. */
function insert<T>(entries: Entry<T>[], entry: Entry<T>): void {
  entries.splice(countBefore(entries, entry), 0, entry);
}

function take<T>(entries: Entry<T>[], entry: Entry<T>): void {
  entries.splice(countBefore(entries, entry), 1);
}

/** The keys of a record in an index, each once. */
function keysOf<T>({ keyOf }: Index<T>, record: T): readonly Key[] {
  const key = keyOf(record);
  if (key === undefined) return [];
  return key === null || typeof key === "string" ? [key] : [...new Set(key)];
}

function join<T>(index: Index<T>, entry: Entry<T>, keys = keysOf(index, entry.record)): void {
  for (const key of keys) {
    const entries = index.lists.get(key);
    if (entries) insert(entries, entry);
    else index.lists.set(key, [entry]);
  }
}

function leave<T>(index: Index<T>, entry: Entry<T>, keys = keysOf(index, entry.record)): void {
  for (const key of keys) {
    const entries = index.lists.get(key) ?? [];
    take(entries, entry);
    if (entries.length === 0) index.lists.delete(key);
  }
}

export interface PageRequest<T, Name extends string> {
  where: readonly Condition<Name>[];
  /** Created at this instant or later, and at this one or earlier: ISO 8601 in UTC. */
  from?: string | undefined;
  to?: string | undefined;
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
  readonly #sorted: Entry<T>[] = [];
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
    insert(this.#sorted, entry);
    for (const index of this.#everyIndex()) join(index, entry);
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    for (const index of this.#everyIndex()) leave(index, entry);
    take(this.#sorted, entry);
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
    const entries = this.#index(index).lists.get(key) ?? [];
    return entries.toSorted((left, right) => left.order - right.order).map(({ record }) => record);
  }

  /** One page. Only `matches` and the first page of a combination cost more with more records. */
  page({ where, matches, from, to, order, after: given, limit }: PageRequest<T, Name>) {
    const after = given && (this.#entries.get(given.id) ?? given);
    const met = this.#meeting(where);
    const list = matches ? met.filter(({ record }) => matches(record)) : met;
    const first = from === undefined ? 0 : countBefore(list, { at: from, order: 0 });
    const end = to === undefined ? list.length : countBefore(list, { at: to, order: Infinity });
    // One more than the page, to know whether another follows.
    const most = limit + 1;
    const isUp = order === "asc";
    // Behind a record and before the next.
    const start =
      after && isUp ? Math.max(first, countBefore(list, { ...after, order: after.order + 0.5 })) : first;
    const stop = after && !isUp ? Math.min(end, countBefore(list, after)) : end;
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
    return this.#sorted[0]?.record;
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
  #meeting(where: readonly Condition<Name>[]): readonly Entry<T>[] {
    const lists = where.map(([name, key]) => this.#index(name).lists.get(key) ?? []);
    const [smallest = this.#sorted] = lists.sort((left, right) => left.length - right.length);
    if (where.length < 2) return smallest;
    const id = JSON.stringify([...where].sort());
    let combination = this.#combinations.get(id);
    if (!combination) {
      const meets = (record: T) =>
        where.every(([name, key]) => keysOf(this.#index(name), record).includes(key));
      combination = { keyOf: (record) => (meets(record) ? id : undefined), lists: new Map() };
      for (const entry of smallest) join(combination, entry);
    }
    // The one used last is the newest.
    this.#combinations.delete(id);
    this.#combinations.set(id, combination);
    for (const old of [...this.#combinations.keys()].slice(0, -mostCombinations))
      this.#combinations.delete(old);
    return combination.lists.get(id) ?? [];
  }
}

/** What records are sorted by: the time that a task is due, and the creation of anything else. */
function timeOf(record: object): string {
  const { dueMs, createdAt }: { dueMs?: unknown; createdAt?: unknown } = record;
  // Digits of one length, so that texts sort like the times. Dates begin at -8.64e15.
  if (typeof dueMs === "number") return String(dueMs + 8.64e15).padStart(17, "0");
  return typeof createdAt === "string" ? createdAt : "";
}
