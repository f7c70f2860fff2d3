import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { InvalidRequestError } from "../../core/errors";
import { bytesOfHex, textOf } from "./bytes";
import { requireKeyPair } from "./client-key-pair";
import type { ClientKeyPair } from "./client-key-pair";
import { MalformedBundleError } from "./errors";
import { TAG_BYTES } from "./hpke";
import { loadP256 } from "./load-library";
import { SessionKey } from "./session-key";

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
const ENCAPSULATED_BYTES = 33;
const PRIVATE_KEY_HEX_DIGITS = 64;

/** Several times the length of a real bundle (about 115). Base58 decoding takes time quadratic in the length. */
const MAX_CHARACTERS = 1024;

/**
 * Opens `encryptedSessionSigningKey` and returns the session's signing key. The decrypted bytes are wiped. A decryption
 * attempt uses up `keyPair`. An earlier failure leaves the pair usable.
 *
 * Format: base58check of a compressed encapsulated point (33 bytes) and an AES-256-GCM ciphertext, sealed with HPKE. The
 * sealed key is 32 raw bytes or 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { generateClientKeyPair, openSessionBundle } from "payments-sdk/wallet";
 *
 * const keyPair = await generateClientKeyPair();
 * const proof = { type: "EMAIL_OTP", otp, clientPublicKey: keyPair.publicKey } as const;
 * const { encryptedSessionSigningKey: bundle } = await payments.auth.credentials.verify(credential.id, proof);
 * const sessionKey = bundle && (await openSessionBundle(bundle, keyPair));
 * ```
 *
 * @param bundle the `encryptedSessionSigningKey` of a verification response, unchanged.
 * @param keyPair the pair that supplied `clientPublicKey` for the verification.
 * @throws {InvalidRequestError} when `bundle` is not a string.
 * @throws {MalformedBundleError} when it cannot be read; `layer` is `alphabet`, `checksum`, `length`, `point` or `secret`.
 * @throws {DecryptionError} when it was sealed to another key or altered.
 * @throws {InvalidKeyError} when `keyPair` is not a client key pair, or was used or wiped before.
 * @throws {ConnectionError} when the cryptography code cannot be loaded.
 * @see RFC 9180
 */
export async function openSessionBundle(bundle: string, keyPair: ClientKeyPair): Promise<SessionKey> {
  if (typeof bundle !== "string") {
    throw new InvalidRequestError([{ path: "bundle", message: `must be a string, got ${typeof bundle}` }]);
  }
  requireKeyPair(keyPair);
  const payload = decodeBase58check(bundle);
  if (payload.length < ENCAPSULATED_BYTES + TAG_BYTES) {
    throw new MalformedBundleError("session bundle", "length");
  }
  const { expandPoint } = await loadP256();
  const encapsulatedKey = expandPoint(payload.subarray(0, ENCAPSULATED_BYTES));
  if (encapsulatedKey === undefined) {
    throw new MalformedBundleError("session bundle", "point");
  }
  const plaintext = await keyPair.open(encapsulatedKey, payload.subarray(ENCAPSULATED_BYTES));
  try {
    return await sessionKeyOf(plaintext);
  } finally {
    plaintext.fill(0);
  }
}

function decodeBase58check(bundle: string): Uint8Array {
  if (bundle.length > MAX_CHARACTERS) {
    throw new MalformedBundleError("session bundle", "length");
  }
  if (!BASE58.test(bundle)) {
    throw new MalformedBundleError("session bundle", "alphabet");
  }
  try {
    return createBase58check(sha256).decode(bundle);
  } catch {
    throw new MalformedBundleError("session bundle", "checksum");
  }
}

async function sessionKeyOf(plaintext: Uint8Array): Promise<SessionKey> {
  const secret = plaintext.length === PRIVATE_KEY_HEX_DIGITS ? bytesOfHex(textOf(plaintext)) : plaintext;
  try {
    const { isPrivateKey } = await loadP256();
    if (secret === undefined || !isPrivateKey(secret)) {
      throw new MalformedBundleError("session bundle", "secret");
    }
    return await SessionKey.fromPrivateKey(secret);
  } finally {
    secret?.fill(0);
  }
}
