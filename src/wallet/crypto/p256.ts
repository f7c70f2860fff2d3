import { p256 } from "@noble/curves/nist.js";
import { bytesToHex, concatBytes, hexToBytes, isBytes } from "@noble/hashes/utils.js";
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

/** PKCS #8 of a P-256 private key without its public point, up to the key's 32 bytes (RFC 5208, RFC 5915). */
const PKCS8_PREFIX = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420";

/**
 * A private key as JSON Web Key with its public point, the one form that every browser imports (RFC 7518, section 6.2).
 * The platform derives the point where it can, at a third of what it costs here: by a key of its own, as only
 * an extractable one tells its point.
 */
export async function privateJwk(
  subtle: SubtleCrypto,
  privateKey: Uint8Array,
): Promise<JsonWebKey & { x: string; y: string }> {
  const pkcs8 = concatBytes(hexToBytes(PKCS8_PREFIX), privateKey);
  try {
    const key = await subtle.importKey("pkcs8", pkcs8, { name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
    ]);
    const { kty = "", crv = "", x, y, d = "" } = await subtle.exportKey("jwk", key);
    if (x !== undefined && y !== undefined) return { kty, crv, x, y, d };
  } catch {
    // Some browsers take no PKCS #8 without the point.
  } finally {
    pkcs8.fill(0);
  }
  return jwkOf(privateKey, p256.getPublicKey(privateKey, false));
}

/**
 * A private key and its public point as JSON Web Key. The coordinates keep their leading zero bytes, which importers insist on.
 */
export function jwkOf(
  privateKey: Uint8Array,
  uncompressed: Uint8Array,
): JsonWebKey & { x: string; y: string } {
  return {
    kty: "EC",
    crv: "P-256",
    x: base64urlnopad.encode(uncompressed.subarray(1, COMPRESSED_BYTES)),
    y: base64urlnopad.encode(uncompressed.subarray(COMPRESSED_BYTES)),
    d: base64urlnopad.encode(privateKey),
  };
}

/** The uncompressed point of a key, 65 bytes. */
export function pointOfJwk({ x, y }: { x: string; y: string }): Uint8Array<ArrayBuffer> {
  return concatBytes(Uint8Array.of(4), base64urlnopad.decode(x), base64urlnopad.decode(y));
}

/** The compressed form of an uncompressed point that is known to be valid (SEC 1, section 2.3.3). */
export function compressed(point: Uint8Array): string {
  const isOdd = ((point.at(-1) ?? 0) & 1) === 1;
  return (isOdd ? "03" : "02") + bytesToHex(point.subarray(1, COMPRESSED_BYTES));
}

/**
 * A signature of WebCrypto as DER in hexadecimal (SEC 1, appendix C.8). WebCrypto gives either half of s; the lower one is what
 * every verifier accepts.
 */
export function derOfCompact(compact: Uint8Array): string {
  const s = BigInt(`0x${bytesToHex(compact.subarray(COORDINATE_BYTES))}`);
  const order = p256.Point.Fn.ORDER;
  const lowS = (2n * s > order ? order - s : s).toString(16).padStart(2 * COORDINATE_BYTES, "0");
  const numbers = derInteger(bytesToHex(compact.subarray(0, COORDINATE_BYTES))) + derInteger(lowS);
  return `30${hexLength(numbers)}${numbers}`;
}

/** The shortest form whose first bit is 0, as that bit is the sign. */
function derInteger(hex: string): string {
  const least = hex.replace(/^(?:00)+(?=..)/, "");
  const positive = least < "8" ? least : `00${least}`;
  return `02${hexLength(positive)}${positive}`;
}

function hexLength(hex: string): string {
  return (hex.length / 2).toString(16).padStart(2, "0");
}
