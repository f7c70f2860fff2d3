import type { VirtualClock } from "../runtime/clock";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { Store } from "./store";

/** A receiver lookup that was made, which a quote may refer to. */
export interface LookupRecord {
  id: `Lookup:${string}`;
  /** The external account's id or the UMA address that was looked up. */
  receiver: string;
  createdAt: string;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  /** How many are kept. */
  limit: number;
}

/** The receiver lookups that were made. */
export class Lookups extends Store<LookupRecord> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #limit: number;

  constructor({ state, clock, random, limit }: Collaborators) {
    super("Lookup", state);
    this.#clock = clock;
    this.#random = random;
    this.#limit = limit;
  }

  add(receiver: string): LookupRecord {
    const lookup = { id: this.#random.id("Lookup"), receiver, createdAt: this.#clock.iso() };
    this.set(lookup.id, lookup);
    this.forgetOldest(this.#limit);
    return lookup;
  }
}
