import { p256 } from "@noble/curves/nist.js";

export { sha256 } from "@noble/hashes/sha2.js";

/*
 * P-256, in one chunk. A session key of WebCrypto signs without it.
 */

/** The public point of a private key, uncompressed. */
export function pointOf(privateKey: Uint8Array): Uint8Array {
  return p256.getPublicKey(privateKey, false);
}

/** Signs with SHA-256. Returns DER with s in the lower half. */
export function sign(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return p256.sign(message, privateKey, { prehash: true, lowS: true, format: "der" });
}

/** True for 32 bytes, big-endian, in 1 to n - 1 (SEC 1, section 3.2.1). */
export const isPrivateKey = p256.utils.isValidSecretKey;

/** True for an uncompressed point on the curve. */
export function isUncompressedPoint(bytes: Uint8Array): boolean {
  return p256.utils.isValidPublicKey(bytes, false);
}

/** Expands a compressed point. Returns undefined if the bytes are not a compressed point on the curve. */
export function expandPoint(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (bytes.length !== p256.lengths.publicKey) return undefined;
  try {
    return p256.Point.fromBytes(bytes).toBytes(false);
  } catch {
    return undefined;
  }
}

/**
 * Whether an ECDSA signature with SHA-256 is valid (FIPS 186-5). Only minimal DER passes. s may be in either half, because
 * WebCrypto, OpenSSL and hardware produce both.
 */
export function isSignatureValid(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return p256.verify(signature, message, publicKey, { prehash: true, lowS: false, format: "der" });
}
