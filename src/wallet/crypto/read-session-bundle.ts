import { base58 } from "@scure/base";
import { hexOf } from "../../core/base64";
import { bytesOfHex, decodedText } from "./bytes";
import { expandPoint, isPrivateKey } from "./curve";
import { MalformedBundleError } from "./errors";
import { TAG_BYTES } from "./hpke";
import type { Opener } from "./hpke";
import { requireSubtleCrypto } from "./platform";

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
const CHECK_BYTES = 4;
const ENCAPSULATED_BYTES = 33;
const PRIVATE_KEY_HEX_DIGITS = 64;

/** Several times the length of a real bundle (about 115). Base58 decoding takes time quadratic in the length. */
const MAX_CHARACTERS = 1024;

/** The private key in a session bundle. The caller wipes it. */
export async function readSessionBundle(bundle: string, keyPair: Opener): Promise<Uint8Array> {
  const payload = await decodeBase58check(bundle);
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

/** The check is the first bytes of SHA-256 of SHA-256 of the payload. */
async function decodeBase58check(bundle: string): Promise<Uint8Array> {
  if (bundle === "") throw new MalformedBundleError("session bundle", "checksum", "is missing or empty");
  if (bundle.length > MAX_CHARACTERS) throw new MalformedBundleError("session bundle", "length");
  if (!BASE58.test(bundle)) throw new MalformedBundleError("session bundle", "alphabet");
  const bytes = new Uint8Array(base58.decode(bundle));
  const payload = bytes.subarray(0, -CHECK_BYTES);
  const subtle = requireSubtleCrypto();
  const hash = await subtle.digest("SHA-256", await subtle.digest("SHA-256", payload));
  const expected = hexOf(new Uint8Array(hash, 0, CHECK_BYTES));
  if (bytes.length < CHECK_BYTES || hexOf(bytes.subarray(-CHECK_BYTES)) !== expected)
    throw new MalformedBundleError("session bundle", "checksum");
  return payload;
}
