import { savedList, recordOf, savedText } from "../runtime/saved";
import { notFound } from "./problem";

/** Where a record is in its table: by time, then by the order of creation. It outlives the record, for cursors. */
export interface RecordPlace {
  readonly id: string;
  /** In milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly order: number;
}

/** A record in a table, with its place. */
interface Row<T> extends RecordPlace {
  readonly record: T;
}

/** A key of records; `null` is a key like any other. */
export type Key = string | null;

export type Condition<Name extends string> = readonly [name: Name, key: Key];

/** The key of a record, by which it is found. `undefined`: it has none. A list: it is found by each. */
type KeyOf<T> = (record: T) => Key | undefined | readonly Key[];

export interface PageRequest<T, Name extends string> {
  where: readonly Condition<Name>[];
  /** Created at this instant or later, and at this one or earlier, in milliseconds since 1970-01-01 UTC. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** What no key says. */
  matches?: ((record: T) => boolean) | undefined;
  order: "asc" | "desc";
  /** The page begins behind this place. */
  after?: RecordPlace | undefined;
  limit: number;
}

const compare = (left: RecordPlace, right: RecordPlace): number =>
  left.at - right.at || left.order - right.order;

/** The records of one kind. They are plain data, so that a snapshot is their JSON. A page goes through them all. */
export class Table<T extends { id: string }, Name extends string = never> {
  readonly #kind: string;
  readonly #keys: Readonly<Record<Name, KeyOf<T>>>;
  readonly #rows = new Map<string, Row<T>>();
  /** The records by a key, for `by`. Each is made by the first look, and kept until a record goes. */
  readonly #groups = new Map<Name, Map<unknown, T[]>>();
  /** The rows by time. Kept until one comes that is not the newest. */
  #sorted: Row<T>[] | undefined = [];
  #count = 0;

  /** @throws {TypeError} when `rows`, the saved form, is none */
  constructor(kind: string, keys: Readonly<Record<Name, KeyOf<T>>>, rows: unknown = []) {
    this.#kind = kind;
    this.#keys = keys;
    for (const row of savedList(rows)) {
      savedText(recordOf(row)["id"]);
      // A row of the saved form was a record of this table.
      this.add(row as T);
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  find(id: string): T | undefined {
    return this.#rows.get(id)?.record;
  }

  get(id: string): T {
    const record = this.find(id);
    if (record === undefined) throw notFound(this.#kind, id);
    return record;
  }

  /** Adds a record with a new id. */
  add(record: T): void {
    this.#count += 1;
    const row = { id: record.id, at: timeOf(record), order: this.#count, record };
    this.#rows.set(row.id, row);
    for (const [name, group] of this.#groups) this.#join(group, name, record);
    const last = this.#sorted?.at(-1);
    if (last === undefined || compare(last, row) < 0) this.#sorted?.push(row);
    else this.#sorted = undefined;
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#rows.delete(id);
    this.#groups.clear();
    if (this.#sorted) this.#sorted.splice(this.#sorted.indexOf(row), 1);
  }

  /** Every record, in the order of creation. */
  all(): T[] {
    return Array.from(this.#rows.values(), ({ record }) => record);
  }

  /** The records with this key, in the order of creation: a key that a record keeps, such as its owner. */
  by(name: Name, key: Key): T[] {
    let group = this.#groups.get(name);
    if (!group) {
      group = new Map();
      for (const record of this.all()) this.#join(group, name, record);
      this.#groups.set(name, group);
    }
    return [...(group.get(key) ?? [])];
  }

  page({ where, matches, fromMs, toMs, order, after: given, limit }: PageRequest<T, Name>) {
    const found = this.#inOrder().filter(
      ({ at, record }) =>
        at >= (fromMs ?? -Infinity) &&
        at <= (toMs ?? Infinity) &&
        where.every((condition) => this.#has(record, condition)) &&
        (matches?.(record) ?? true),
    );
    if (order === "desc") found.reverse();
    // A restored table has numbered its rows anew.
    const after = given && (this.#rows.get(given.id) ?? given);
    const sign = order === "desc" ? -1 : 1;
    const rest = after ? found.filter((row) => compare(row, after) * sign > 0) : found;
    const shown = rest.slice(0, limit);
    return {
      records: shown.map(({ record }) => record),
      last: shown.at(-1),
      hasMore: rest.length > limit,
      // Whatever the page.
      totalCount: found.length,
    };
  }

  first(): T | undefined {
    return this.#inOrder()[0]?.record;
  }

  toJSON(): T[] {
    return this.all();
  }

  #has(record: T, [name, key]: Condition<Name>): boolean {
    const own = this.#keys[name](record);
    return own === key || (Array.isArray(own) && own.includes(key));
  }

  #join(group: Map<unknown, T[]>, name: Name, record: T): void {
    const key = this.#keys[name](record);
    const records = group.get(key);
    if (records) records.push(record);
    else group.set(key, [record]);
  }

  #inOrder(): Row<T>[] {
    this.#sorted ??= [...this.#rows.values()].sort(compare);
    return this.#sorted;
  }
}

/** What records are sorted by: the time that a task is due, and the creation of anything else. */
function timeOf(record: object): number {
  const { dueMs, createdAt }: { dueMs?: unknown; createdAt?: unknown } = record;
  return Number(dueMs ?? Date.parse(String(createdAt))) || 0;
}
