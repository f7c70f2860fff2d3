import { p256 } from "@noble/curves/nist.js";

/** P-256 where WebCrypto does not do: loaded as one part, with the first key pair or the first signature that is verified. */
export { p256 };

/**
 * Whether an ECDSA signature with SHA-256 is valid (FIPS 186-5). The encoding is minimal DER and nothing else; s may be in
 * either half, as in what WebCrypto, OpenSSL and hardware make.
 */
export function isSignatureValid(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return p256.verify(signature, message, publicKey, { prehash: true, lowS: false, format: "der" });
}
