import { decode, encode } from "./codec";

/** A part of the simulated world that a snapshot saves. */
export interface Stateful {
  /** The state as plain data: objects, lists, texts, numbers, `bigint`, bytes; no functions, no instances of classes. */
  save(): unknown;
  /** Takes over what an instance with the same options has saved; what was there before is gone. */
  load(saved: unknown): void;
}

/** The parts of one simulated world, each under a name of its own. A `Store` enters itself. */
export class WorldState {
  readonly #parts = new Map<string, Stateful>();

  /** @throws {TypeError} when the name is taken. */
  add(name: string, part: Stateful): void {
    if (this.#parts.has(name)) throw new TypeError(`there is a part ${name} of the world already`);
    this.#parts.set(name, part);
  }

  /** Forgets the parts; those of the next world enter themselves again. */
  clear(): void {
    this.#parts.clear();
  }

  /** Every part by its name. */
  get parts(): ReadonlyMap<string, Stateful> {
    return this.#parts;
  }

  /** The state of every part, in a form for JSON. It shares data with the parts: write it down at once. */
  save(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#parts].map(([name, part]): [string, unknown] => [name, encode(part.save())]),
    );
  }

  /**
   * @throws {TypeError} when a part is missing, unknown, or of the wrong form; then the world is of no use any more.
   */
  load(saved: Record<string, unknown>): void {
    const unknown = Object.keys(saved).find((name) => !this.#parts.has(name));
    if (unknown !== undefined) throw new TypeError(`the simulator has no part ${unknown}`);
    for (const [name, part] of this.#parts) {
      if (!Object.hasOwn(saved, name)) throw new TypeError(`the part ${name} is missing`);
      part.load(decode(saved[name]));
    }
  }
}
