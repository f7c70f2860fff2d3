import { hex } from "@scure/base";
import { savedList, numberOf } from "./saved";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Four 32-bit words from a text (FNV-1a with a different offset for each word). */
function stateOf(seed: string): Uint32Array<ArrayBuffer> {
  const state = new Uint32Array(4);
  for (let word = 0; word < 4; word += 1) {
    let hash = (0x811c9dc5 ^ Math.imul(word + 1, 0x9e3779b9)) >>> 0;
    for (let index = 0; index < seed.length; index += 1) {
      hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193) >>> 0;
    }
    state[word] = hash;
  }
  return state;
}

/** Repeatable randomness (the sfc32 generator). The same seed gives the same values. It protects nothing. */
export class SeededRandom {
  readonly #state: Uint32Array<ArrayBuffer>;

  /** @throws {TypeError} when `saved` is not the JSON of a generator */
  constructor(seed: string, saved?: unknown) {
    if (saved !== undefined) {
      const words = savedList(saved).map(numberOf);
      if (words.length !== 4) throw new TypeError("expected four words");
      this.#state = new Uint32Array(words);
      return;
    }
    this.#state = stateOf(seed);
    // The first outputs of near seeds would resemble each other otherwise.
    for (let round = 0; round < 15; round += 1) this.uint32();
  }

  toJSON(): number[] {
    return [...this.#state];
  }

  /** The next number, 0 <= n < 2^32. */
  uint32(): number {
    const state = this.#state;
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const counter = state[3] ?? 0;
    const sum = (a + b + counter) >>> 0;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    state[3] = counter + 1;
    return sum;
  }

  fraction(): number {
    return this.uint32() / 2 ** 32;
  }

  /** So many bytes with a buffer of their own. Public, so in words that TypeScript knew before 5.7: `Uint8Array<ArrayBuffer>`. */
  bytes(length: number): ReturnType<typeof Uint8Array.of> {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index += 4) {
      let word = this.uint32();
      for (let offset = index; offset < Math.min(index + 4, length); offset += 1) {
        bytes[offset] = word & 0xff;
        word >>>= 8;
      }
    }
    return bytes;
  }

  /** A version 4 UUID (RFC 9562). */
  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const text = hex.encode(bytes);
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
  }

  /** An identifier of the service's form, `<ResourceType>:<identifier>` (specification, "Conventions"). */
  id<Prefix extends string>(prefix: Prefix): `${Prefix}:${string}` {
    return `${prefix}:${this.uuid()}`;
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.uint32() % 10).join("");
  }

  text(length: number): string {
    return Array.from({ length }, () => letters.charAt(this.uint32() % letters.length)).join("");
  }
}
