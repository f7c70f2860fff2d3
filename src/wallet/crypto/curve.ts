import { hexOf } from "../../core/base64";
import { bytesOfHex } from "./bytes";

/*
 * The few facts of P-256 (SEC 2, section 2.4.2) that need no secret arithmetic. `library-p256.ts` has the rest.
 */

/** The order of the curve. */
export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** The prime of its field. */
const PRIME = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const SCALAR_BYTES = 32;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${hexOf(bytes)}`);

/** True for 32 bytes, big-endian, in 1 to n - 1 (SEC 1, section 3.2.1). */
export function isPrivateKey(bytes: Uint8Array): boolean {
  if (bytes.length !== SCALAR_BYTES) return false;
  const scalar = numberOf(bytes);
  return scalar > 0n && scalar < ORDER;
}

/** The square of y at a place of the curve: x³ - 3x + b. */
const squareAt = (x: bigint): bigint => (((x * x * x - 3n * x + B) % PRIME) + PRIME) % PRIME;

/** True for an uncompressed point on the curve (SEC 1, section 3.2.2.1). */
export function isUncompressedPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== 1 + 2 * SCALAR_BYTES || bytes[0] !== 4) return false;
  const x = numberOf(bytes.subarray(1, 1 + SCALAR_BYTES));
  const y = numberOf(bytes.subarray(1 + SCALAR_BYTES));
  return x < PRIME && y < PRIME && (y * y) % PRIME === squareAt(x);
}

/**
 * Expands a compressed point (SEC 1, section 2.3.4). Returns undefined if the bytes are not a compressed point on the curve. Points
 * are public, so the time may depend on them.
 */
export function expandPoint(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const [form] = bytes;
  if (bytes.length !== 1 + SCALAR_BYTES || (form !== 2 && form !== 3)) return undefined;
  const x = numberOf(bytes.subarray(1));
  if (x >= PRIME) return undefined;
  const square = squareAt(x);
  // The prime is 3 modulo 4. So if there is a root, this power is one.
  const root = power(square, (PRIME + 1n) / 4n);
  if ((root * root) % PRIME !== square) return undefined;
  const y = root % 2n === BigInt(form - 2) ? root : PRIME - root;
  return bytesOfHex(`04${hexOf(bytes.subarray(1))}${y.toString(16).padStart(2 * SCALAR_BYTES, "0")}`);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const digit of exponent.toString(2)) {
    result = (result * result) % PRIME;
    if (digit === "1") result = (result * base) % PRIME;
  }
  return result;
}
