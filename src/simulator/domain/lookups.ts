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

/** The receiver lookups that were made. */
export class Lookups extends Store<LookupRecord> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;

  constructor({ state, clock, random }: { state: WorldState; clock: VirtualClock; random: SeededRandom }) {
    super("Lookup", state);
    this.#clock = clock;
    this.#random = random;
  }

  add(receiver: string): LookupRecord {
    const lookup = { id: this.#random.id("Lookup"), receiver, createdAt: this.#clock.iso() };
    this.set(lookup.id, lookup);
    return lookup;
  }
}
