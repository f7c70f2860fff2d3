import { notFound } from "./problem";

/** The records of one kind by id, in the order of their creation. */
export class Store<T> {
  readonly #kind: string;
  readonly #records = new Map<string, T>();

  /** @param kind the prefix of the ids, for example `Customer`. */
  constructor(kind: string) {
    this.#kind = kind;
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
    this.#records.set(id, record);
  }

  delete(id: string): void {
    this.#records.delete(id);
  }

  all(): T[] {
    return [...this.#records.values()];
  }
}
