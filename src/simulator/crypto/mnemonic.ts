import { entropyToMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { SeededRandom } from "../runtime/random";

/** Twelve words carry 128 bits of entropy (BIP-39). */
const entropyBytes = 16;

/**
 * A phrase of twelve words of the English list with the checksum of BIP-39, which any wallet software accepts. It is made
 * for simulated wallets only: a generator with a known seed protects nothing.
 */
export function createMnemonic(random: SeededRandom): string {
  return entropyToMnemonic(random.bytes(entropyBytes), wordlist);
}
