import type { Bytes } from "../crypto/encoding";
import { listOf, textOf } from "../runtime/saved";
import type { Stateful, WorldState } from "../runtime/state";
import { invalidInput } from "./problem";

/** A `clientPublicKey` that responses are sealed to. */
export interface ClientKey {
  /** As sent. */
  text: string;
  /** Uncompressed. */
  point: Bytes;
  /** The compressed form in lower-case hexadecimal: the same for each form in which the key can be sent. */
  compressed: string;
}

/** Which client keys have served. */
export class ClientKeys implements Stateful {
  readonly #isStrict: boolean;
  readonly #limit: number;
  /** The compressed forms. */
  readonly #used = new Set<string>();

  /** @param rule whether a key serves once (OP-20), and how many keys are remembered. */
  constructor({ isStrict, limit }: { isStrict: boolean; limit: number }, state: WorldState) {
    this.#isStrict = isStrict;
    this.#limit = limit;
    state.add("clientKeys", this);
  }

  /** @throws {Problem} when the request is refused: 400 when the key has served before, where that matters (OP-20). */
  requireUnused({ compressed }: ClientKey): void {
    if (this.#isStrict && this.#used.has(compressed)) {
      throw invalidInput(
        "clientPublicKey served before: make a new key pair for each verification and export",
        { field: "clientPublicKey" },
      );
    }
  }

  spend({ compressed }: ClientKey): void {
    this.#used.add(compressed);
    for (const oldest of this.#used) {
      if (this.#used.size <= this.#limit) break;
      this.#used.delete(oldest);
    }
  }

  save(): unknown {
    return [...this.#used];
  }

  load(saved: unknown): void {
    this.#used.clear();
    for (const text of listOf(saved)) this.#used.add(textOf(text));
  }
}
