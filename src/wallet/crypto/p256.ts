import { p256 } from "@noble/curves/nist.js";
import { isBytes } from "@noble/hashes/utils.js";
import { base64urlnopad } from "@scure/base";
import { bytesOfHex } from "./bytes";
import { InvalidKeyError } from "./errors";

const COORDINATE_BYTES = 32;
const COMPRESSED_BYTES = 1 + COORDINATE_BYTES;
const UNCOMPRESSED_BYTES = 1 + 2 * COORDINATE_BYTES;

/** Whether these bytes are a P-256 private key: 32 bytes, big-endian, in 1 to n - 1 (SEC 1, section 3.2.1). */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return p256.utils.isValidSecretKey(bytes);
}

/**
 * A private copy of a P-256 private key, for the caller to wipe.
 *
 * @throws {InvalidKeyError} when it is anything but 32 bytes or 64 hexadecimal digits in 1 to n - 1.
 */
export function copyPrivateKey(key: Uint8Array | string): Uint8Array<ArrayBuffer> {
  // Only real bytes are copied: `new Uint8Array` would read a number as a length and a list as bytes.
  const bytes = isBytes(key) ? new Uint8Array(key) : bytesOfHex(key);
  if (bytes !== undefined && isPrivateKey(bytes)) return bytes;
  bytes?.fill(0);
  throw new InvalidKeyError(
    "A P-256 private key must be 32 bytes or 64 hexadecimal digits, in the range 1 to n - 1.",
  );
}

/** The uncompressed form of a compressed point, or undefined where the bytes are not a compressed point on the curve. */
export function expandPoint(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  return bytes.length === COMPRESSED_BYTES ? pointBytes(bytes) : undefined;
}

/** The bytes of an uncompressed point in hexadecimal, or undefined where the value is not such a point on the curve. */
export function uncompressedPointOfHex(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfHex(value);
  return bytes?.length === UNCOMPRESSED_BYTES ? pointBytes(bytes) : undefined;
}

function pointBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    return p256.Point.fromBytes(bytes).toBytes(false);
  } catch {
    return undefined;
  }
}

/**
 * Whether an ECDSA signature with SHA-256 is valid (FIPS 186-5). The encoding is minimal DER and nothing else; s may be in
 * either half, as in what WebCrypto, OpenSSL and hardware make.
 */
export function isSignatureValid(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return p256.verify(signature, message, publicKey, { prehash: true, lowS: false, format: "der" });
}

/**
 * A private key as JSON Web Key with its public point, the one form that every browser imports (RFC 7518, section 6.2).
 * The coordinates keep their leading zero bytes, which importers insist on.
 */
export function privateJwk(privateKey: Uint8Array, uncompressedPublicKey: Uint8Array): JsonWebKey {
  return {
    kty: "EC",
    crv: "P-256",
    x: base64urlnopad.encode(uncompressedPublicKey.subarray(1, COMPRESSED_BYTES)),
    y: base64urlnopad.encode(uncompressedPublicKey.subarray(COMPRESSED_BYTES)),
    d: base64urlnopad.encode(privateKey),
  };
}
