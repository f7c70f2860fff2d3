import { bytesToHex, concatBytes, hexToBytes, isBytes } from "@noble/hashes/utils.js";
import { base64urlnopad } from "@scure/base";
import { bytesOfHex } from "./bytes";
import { InvalidKeyError } from "./errors";
import { loadP256 } from "./load-library";

const COORDINATE_BYTES = 32;
const COMPRESSED_BYTES = 1 + COORDINATE_BYTES;
const UNCOMPRESSED_BYTES = 1 + 2 * COORDINATE_BYTES;

/** The prime, the coefficient b and the order of P-256 (SEC 2, section 2.4.2); its coefficient a is -3. */
const PRIME = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const COEFFICIENT = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Whether these bytes are a P-256 private key: 32 bytes, big-endian, in 1 to n - 1 (SEC 1, section 3.2.1). */
export function isPrivateKey(bytes: Uint8Array): boolean {
  if (bytes.length !== COORDINATE_BYTES) return false;
  const number = numberOf(bytes);
  return number > 0n && number < ORDER;
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

/**
 * The uncompressed form of a compressed point, or undefined where the bytes are not a compressed point on the curve (SEC 1,
 * section 2.3.4).
 */
export function expandPoint(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const [form] = bytes;
  if (bytes.length !== COMPRESSED_BYTES || (form !== 2 && form !== 3)) return undefined;
  const x = numberOf(bytes.subarray(1));
  const square = squareOfY(x);
  // The prime is 3 modulo 4, which makes this the square root, where there is one.
  const root = power(square, (PRIME + 1n) / 4n);
  if (x >= PRIME || (root * root) % PRIME !== square) return undefined;
  const y = root % 2n === BigInt(form % 2) ? root : PRIME - root;
  return hexToBytes(`04${hexOf(x)}${hexOf(y)}`);
}

/** The bytes of an uncompressed point in hexadecimal, or undefined where the value is not such a point on the curve. */
export function uncompressedPointOfHex(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfHex(value);
  if (bytes?.length !== UNCOMPRESSED_BYTES || bytes[0] !== 4) return undefined;
  const x = numberOf(bytes.subarray(1, COMPRESSED_BYTES));
  const y = numberOf(bytes.subarray(COMPRESSED_BYTES));
  return x < PRIME && y < PRIME && (y * y) % PRIME === squareOfY(x) ? bytes : undefined;
}

/** The square of the y of the points with this x: x^3 - 3x + b. */
function squareOfY(x: bigint): bigint {
  return (((x * x + PRIME - 3n) % PRIME) * x + COEFFICIENT) % PRIME;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % PRIME;
    if (bit === "1") result = (result * base) % PRIME;
  }
  return result;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`);
}

/** The 32 bytes of a number in hexadecimal. */
function hexOf(number: bigint): string {
  return number.toString(16).padStart(2 * COORDINATE_BYTES, "0");
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
  const { p256 } = await loadP256();
  return jwkOf(privateKey, p256.getPublicKey(privateKey, false));
}

/**
 * A private key and its public point as JSON Web Key. The coordinates keep their leading zero bytes, which importers insist on.
 */
function jwkOf(privateKey: Uint8Array, uncompressed: Uint8Array): JsonWebKey & { x: string; y: string } {
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
  const s = numberOf(compact.subarray(COORDINATE_BYTES));
  const lowS = hexOf(2n * s > ORDER ? ORDER - s : s);
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
