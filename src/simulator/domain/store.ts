import { entriesOf, recordOf } from "../runtime/saved";
import type { Stateful, WorldState } from "../runtime/state";
import { notFound } from "./problem";

/** What records are found by; `undefined`: the record is not in the index; a list: it is found by each. */
export type IndexKey = string | null | undefined | readonly (string | null)[];

/** The indexes of a store by name, each with the key of a record. */
export type Indexes<T, Name extends string> = Readonly<Record<Name, (record: T) => IndexKey>>;

const keysOf = (key: IndexKey): readonly (string | null)[] => {
  if (key === undefined) return [];
  return key === null || typeof key === "string" ? [key] : [...new Set(key)];
};

/**
 * The records of one kind by id, in the order of their creation. Records are plain data, so that a snapshot can save them:
 * no functions, no instances of classes, and ids instead of other records.
 */
export class Store<T, Name extends string = never> implements Stateful {
  readonly #kind: string;
  readonly #records = new Map<string, T>();
  readonly #indexes: readonly { name: Name; keyOf: (record: T) => IndexKey }[];
  readonly #found: Record<Name, Map<string | null, Set<string>>>;

  /**
   * @param kind the prefix of the ids, for example `Customer`; also the store's name in snapshots.
   * @param state the parts of the world: the store enters itself.
   * @param indexes what records are found by, besides their id.
   */
  constructor(kind: string, state: WorldState, indexes: Indexes<T, Name> = {} as Indexes<T, Name>) {
    this.#kind = kind;
    // `Object.entries` forgets that the names are those of the type.
    this.#indexes = Object.entries<(record: T) => IndexKey>(indexes).map(([name, keyOf]) => ({
      name: name as Name,
      keyOf,
    }));
    this.#found = Object.fromEntries(this.#indexes.map(({ name }) => [name, new Map()])) as Record<
      Name,
      Map<string | null, Set<string>>
    >;
    state.add(kind, this);
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  find(id: string): T | undefined {
    return this.#records.get(id);
  }

  /** @throws {Problem} when the request is refused: 404 when there is no such record. */
  get(id: string): T {
    const record = this.#records.get(id);
    if (record === undefined) throw notFound(this.#kind, id);
    return record;
  }

  set(id: string, record: T): void {
    this.delete(id);
    this.#records.set(id, record);
    this.#enter(id, record);
  }

  delete(id: string): void {
    const record = this.#records.get(id);
    if (record === undefined) return;
    this.#leave(id, record);
    this.#records.delete(id);
  }

  /** Changes a record in place. What an index looks at must be changed in here. */
  change(id: string, change: (record: T) => void): void {
    const record = this.get(id);
    this.#leave(id, record);
    try {
      change(record);
    } finally {
      this.#enter(id, record);
    }
  }

  all(): T[] {
    return [...this.#records.values()];
  }

  /** The records with this key in the index. */
  by(index: Name, key: string | null): T[] {
    return [...(this.#found[index].get(key) ?? [])].map((id) => this.get(id));
  }

  save(): unknown {
    return [...this.#records];
  }

  load(saved: unknown): void {
    for (const id of [...this.#records.keys()]) this.delete(id);
    for (const [id, record] of entriesOf(saved)) {
      // A snapshot of this store has records of this store.
      this.set(id, recordOf(record) as T);
    }
  }

  #enter(id: string, record: T): void {
    for (const { name, keyOf } of this.#indexes) {
      for (const key of keysOf(keyOf(record))) {
        const ids = this.#found[name].get(key);
        if (ids) ids.add(id);
        else this.#found[name].set(key, new Set([id]));
      }
    }
  }

  #leave(id: string, record: T): void {
    for (const { name, keyOf } of this.#indexes) {
      for (const key of keysOf(keyOf(record))) {
        const ids = this.#found[name].get(key);
        ids?.delete(id);
        if (ids?.size === 0) this.#found[name].delete(key);
      }
    }
  }
}
