import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { bytesOfHex, decodedText } from "./bytes";
import { MalformedBundleError } from "./errors";
import { TAG_BYTES } from "./hpke";
import type { Opener } from "./hpke";
import { expandPoint, isPrivateKey } from "./library-p256";

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
const ENCAPSULATED_BYTES = 33;
const PRIVATE_KEY_HEX_DIGITS = 64;

/** Several times the length of a real bundle (about 115). Base58 decoding takes time quadratic in the length. */
const MAX_CHARACTERS = 1024;

/** The private key in a session bundle. The caller wipes it. */
export async function readSessionBundle(bundle: string, keyPair: Opener): Promise<Uint8Array> {
  const payload = decodeBase58check(bundle);
  if (payload.length < ENCAPSULATED_BYTES + TAG_BYTES)
    throw new MalformedBundleError("session bundle", "length");
  const encapsulatedKey = expandPoint(payload.subarray(0, ENCAPSULATED_BYTES));
  if (encapsulatedKey === undefined) throw new MalformedBundleError("session bundle", "point");
  const plaintext = await keyPair.open(encapsulatedKey, payload.subarray(ENCAPSULATED_BYTES));
  const isHex = plaintext.length === PRIVATE_KEY_HEX_DIGITS;
  const secret = isHex ? bytesOfHex(decodedText(plaintext)) : plaintext;
  if (isHex) plaintext.fill(0);
  if (secret !== undefined && isPrivateKey(secret)) return secret;
  secret?.fill(0);
  throw new MalformedBundleError("session bundle", "secret");
}

function decodeBase58check(bundle: string): Uint8Array {
  if (bundle === "") throw new MalformedBundleError("session bundle", "checksum", "is missing or empty");
  if (bundle.length > MAX_CHARACTERS) throw new MalformedBundleError("session bundle", "length");
  if (!BASE58.test(bundle)) throw new MalformedBundleError("session bundle", "alphabet");
  try {
    return createBase58check(sha256).decode(bundle);
  } catch {
    throw new MalformedBundleError("session bundle", "checksum");
  }
}
