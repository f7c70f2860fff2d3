import type { Bytes } from "../crypto/encoding";
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
export class ClientKeys {
  readonly #isStrict: boolean;
  /** The compressed forms. */
  readonly #used = new Set<string>();

  /** @param isStrict whether a key serves once (OP-20). */
  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
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
  }
}
