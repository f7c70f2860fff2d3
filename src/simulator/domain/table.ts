import { listOf, recordOf, textOf } from "../runtime/saved";
import { notFound } from "./problem";
import { keysOf, RecordIndex, SortedList } from "./sorted-list";
import type { Entry, IndexKey, Key, Place } from "./sorted-list";

/** The indexes of a table by name, each with the key of a record. */
export type Indexes<T, Name extends string> = Readonly<Record<Name, (record: T) => IndexKey>>;

export type Condition<Name extends string> = readonly [index: Name, key: Key];

export interface PageRequest<T, Name extends string> {
  where: readonly Condition<Name>[];
  /** Created at this instant or later, and at this one or earlier: ISO 8601 in UTC. */
  from?: string | undefined;
  to?: string | undefined;
  /** What no index knows. It costs a look at every record that meets the rest. */
  matches?: ((record: T) => boolean) | undefined;
  order: "asc" | "desc";
  /** The page begins behind this place. */
  after?: Place | undefined;
  limit: number;
}

export interface Page<T> {
  records: T[];
  last: Place | undefined;
  hasMore: boolean;
  /** How many records there are, whatever the page. */
  totalCount: number;
}

/** So many records are looked at one by one before a list of the combination is made. */
const mostLooks = 200;
/** The combinations that are kept, the newest. */
const mostCombinations = 16;
/** After every id, which begins with a letter, and after every instant. */
const behindAll = "\uffff";

/** The records of one kind, in the order of their creation. They are plain data, so that a snapshot is their JSON. */
export class Table<T extends { id: string }, Name extends string = never> {
  readonly #kind: string;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #sorted = new SortedList<T>();
  readonly #indexes: ReadonlyMap<string, RecordIndex<T>>;
  /** The records that meet several conditions at once, by those conditions. */
  readonly #combinations = new Map<string, RecordIndex<T>>();
  #count = 0;

  /** @throws {TypeError} when `rows`, the saved form, is none */
  constructor(kind: string, indexes: Indexes<T, Name>, rows?: unknown) {
    this.#kind = kind;
    this.#indexes = new Map(
      Object.entries<(record: T) => IndexKey>(indexes).map(([name, keyOf]) => [
        name,
        new RecordIndex<T>((record) => keysOf(keyOf(record))),
      ]),
    );
    for (const row of rows === undefined ? [] : listOf(rows)) {
      textOf(recordOf(row)["id"]);
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

  /** Adds a record, or puts it in the place of the one with the same id. */
  add(record: T): void {
    const { id } = record;
    const known = this.#entries.get(id);
    if (known) this.#leave(known);
    else this.#count += 1;
    const entry: Entry<T> = { id, at: timeOf(record), order: known?.order ?? this.#count, record };
    this.#entries.set(id, entry);
    this.#sorted.add(entry);
    for (const index of this.#everyIndex()) index.add(entry, index.keysOf(record));
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#leave(entry);
    this.#entries.delete(id);
  }

  /** Changes a record in place. What an index looks at must be changed in here. */
  change(id: string, change: (record: T) => void): void {
    const entry = this.#entry(id);
    const before = this.#everyIndex().map((index) => ({ index, keys: index.keysOf(entry.record) }));
    try {
      change(entry.record);
    } finally {
      for (const { index, keys } of before) {
        const now = index.keysOf(entry.record);
        const isSame = now.length === keys.length && now.every((key, place) => key === keys[place]);
        if (isSame) continue;
        index.remove(entry, keys);
        index.add(entry, now);
      }
    }
  }

  /** Every record, in the order of creation. It costs as much as there are: `page` and `by` do not. */
  all(): T[] {
    return Array.from(this.#entries.values(), ({ record }) => record);
  }

  /** The records with this key in the index, in the order of creation. */
  by(index: Name, key: Key): T[] {
    const list = this.#index(index).get(key);
    return list
      .slice(0, list.size)
      .sort((left, right) => left.order - right.order)
      .map(({ record }) => record);
  }

  /** One page. Only `matches` and the first page of a combination cost more with more records. */
  page(request: PageRequest<T, Name>): Page<T> {
    const { from, to, order, after, limit } = request;
    const list = this.#select(request);
    const first = from === undefined ? 0 : list.rank({ at: from, id: "" });
    const end = to === undefined ? list.size : list.rank({ at: to, id: behindAll });
    const totalCount = Math.max(end - first, 0);
    let entries: Entry<T>[];
    if (order === "asc") {
      const start = after ? list.rank({ at: after.at, id: `${after.id}\0` }) : first;
      entries = list.slice(Math.max(start, first), Math.min(Math.max(start, first) + limit + 1, end));
    } else {
      const start = Math.min(after ? list.rank(after) : end, end);
      entries = list.slice(Math.max(start - limit - 1, first), start).reverse();
    }
    const shown = entries.slice(0, limit);
    return {
      records: shown.map(({ record }) => record),
      last: shown.at(-1),
      hasMore: entries.length > limit,
      totalCount,
    };
  }

  first(): T | undefined {
    return this.#sorted.first()?.record;
  }

  toJSON(): T[] {
    return this.all();
  }

  #entry(id: string): Entry<T> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw notFound(this.#kind, id);
    return entry;
  }

  #index(name: string): RecordIndex<T> {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`the table ${this.#kind} has no index ${name}`);
    return index;
  }

  #everyIndex(): RecordIndex<T>[] {
    return [...this.#indexes.values(), ...this.#combinations.values()];
  }

  #leave(entry: Entry<T>): void {
    this.#sorted.remove(entry);
    for (const index of this.#everyIndex()) index.remove(entry, index.keysOf(entry.record));
  }

  /** The records that meet the conditions, of any time. */
  #select({ where, matches }: PageRequest<T, Name>): SortedList<T> {
    const found = this.#meeting(where);
    return matches ? filtered(found, matches) : found;
  }

  #meeting(where: readonly Condition<Name>[]): SortedList<T> {
    const lists = where.map(([name, key]) => this.#index(name).get(key));
    const smallest = lists.toSorted((left, right) => left.size - right.size)[0] ?? this.#sorted;
    if (where.length < 2) return smallest;
    const meets = (record: T) => where.every(([name, key]) => this.#index(name).keysOf(record).includes(key));
    if (smallest.size <= mostLooks) return filtered(smallest, meets);
    return this.#combination(JSON.stringify([...where].sort()), smallest, meets);
  }

  /** The records that meet several conditions. The list is made once, and follows the changes from then on. */
  #combination(id: string, among: SortedList<T>, meets: (record: T) => boolean): SortedList<T> {
    const known = this.#combinations.get(id);
    const made = known ?? new RecordIndex<T>((record) => (meets(record) ? [id] : []));
    if (!known) for (const entry of among.slice(0, among.size)) made.add(entry, made.keysOf(entry.record));
    // The one used last is the newest.
    this.#combinations.delete(id);
    this.#combinations.set(id, made);
    for (const old of [...this.#combinations.keys()].slice(0, -mostCombinations))
      this.#combinations.delete(old);
    return made.get(id);
  }
}

/** What records are sorted by: the time that a task is due, and the creation of anything else. */
function timeOf(record: object): string {
  const { dueMs, createdAt }: { dueMs?: unknown; createdAt?: unknown } = record;
  // Digits of one length, so that texts sort like the times. Dates begin at -8.64e15.
  if (typeof dueMs === "number") return String(dueMs + 8.64e15).padStart(17, "0");
  return typeof createdAt === "string" ? createdAt : "";
}

function filtered<T>(list: SortedList<T>, matches: (record: T) => boolean): SortedList<T> {
  const found = new SortedList<T>();
  for (const entry of list.slice(0, list.size)) if (matches(entry.record)) found.add(entry);
  return found;
}
