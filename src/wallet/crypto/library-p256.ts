import { p256 } from "@noble/curves/nist.js";

export { sha256 } from "@noble/hashes/sha2.js";

/*
 * P-256 where WebCrypto lacks something, in one chunk. A session key of WebCrypto signs without it.
 */

/** The public point of a private key, uncompressed. */
export function pointOf(privateKey: Uint8Array): Uint8Array {
  return p256.getPublicKey(privateKey, false);
}

/** Signs with SHA-256. Returns DER with s in the lower half. */
export function sign(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return p256.sign(message, privateKey, { prehash: true, lowS: true, format: "der" });
}

/**
 * Whether an ECDSA signature with SHA-256 is valid (FIPS 186-5). Only minimal DER passes. s may be in either half, because
 * WebCrypto, OpenSSL and hardware produce both.
 */
export function isSignatureValid(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return p256.verify(signature, message, publicKey, { prehash: true, lowS: false, format: "der" });
}
