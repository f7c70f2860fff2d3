import { sha256 } from "@noble/hashes/sha2.js";
import type { SeededRandom } from "../random";

/**
 * Every eighth word of the English list of BIP-39: the word at position n here has the number 8n there. That is
 * enough for phrases that real wallet software accepts, at an eighth of the list's size.
 */
const words = `
abandon absurd acoustic adapt advice agree alcohol alpha amount animal anxiety arch army artist asthma audit
avoid baby bamboo basic beef bench bid blade blossom boil borrow brand bright brown bulk business cactus
canal capital cart catch celery champion check chimney cinnamon claw climb clown code come congress copy
country craft credit cross crush current damage day decorate deliver deposit despair dial dignity disease
divorce donate dragon drink dune eagle ecology either elite empower energy enrich equal escape evoke excuse
exotic extra faith fantasy favorite fence figure finish fix flip foam force foster fringe fun gallery gas
genre ginger glide goat govern gravity grow gym harbor head help hire home host humor hybrid illegal improve
indoor inject insect invite jacket job jungle key kitchen lab laptop lawn lecture length library link loan
lottery lunar maid mandate marine math meat mention metal minimum mix monitor mosquito much must narrow
neglect never noodle novel object october old only orchard other own pair parade patient pear perfect piano
pink plastic poem pool poverty present prison project public puppy pyramid quote rain rare reason reduce
relax render require retreat ribbon ring roast rose rug safe sample scale scissors search seek series
shallow ship shove siege simple skate slam slot snack sock someone source speed spirit spread staff steak
stock strike submit suit sure swallow swing tackle task tenant theme three tilt toast tomato topic toward
train trend trouble tube twelve ugly unfair unlock upper useless valve velvet vessel village vital voyage
warfare way weekend wheel wild winter wonder wrap yellow
`
  .trim()
  .split(/\s+/);

const wordCount = 12;
/** Bits of a word's number, of the entropy of twelve words, and of its checksum (BIP-39). */
const bitsPerWord = 11;
const entropyBits = 128;
const checksumBits = 4;

const bits = (value: number, width: number): string => value.toString(2).padStart(width, "0");

function checksumOf(entropy: string): string {
  const bytes = Uint8Array.from(entropy.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return bits(sha256(bytes)[0] ?? 0, 8).slice(0, checksumBits);
}

/** Whether the last word carries the checksum of all before it. */
function isComplete(numbers: number[]): boolean {
  const text = numbers.map((number) => bits(number * 8, bitsPerWord)).join("");
  return text.slice(entropyBits) === checksumOf(text.slice(0, entropyBits));
}

/**
 * A phrase of twelve English words with the checksum of BIP-39, which any wallet software accepts. It is made for
 * simulated wallets only: a generator with a known seed protects nothing.
 */
export function createMnemonic(random: SeededRandom): string {
  for (;;) {
    const first = Array.from({ length: wordCount - 1 }, () => random.uint32() % words.length);
    const offset = random.uint32();
    for (let step = 0; step < words.length; step += 1) {
      const phrase = [...first, (offset + step) % words.length];
      if (isComplete(phrase)) return phrase.map((number) => words[number]).join(" ");
    }
  }
}
