import { bytesOfHex } from "./bytes";
import { InvalidKeyError } from "./errors";
import { isPrivateKey } from "./curve";

/** Bytes, also of another frame. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/**
 * Copies a P-256 private key. The caller wipes the copy.
 *
 * @throws {InvalidKeyError} when the key is not 32 bytes or 64 hexadecimal digits in 1 to n - 1.
 */
export function copyPrivateKey(key: Uint8Array | string): Uint8Array<ArrayBuffer> {
  // Copy only real bytes: `new Uint8Array` reads a number as a length and a list as bytes.
  const bytes = isBytes(key) ? new Uint8Array(key) : bytesOfHex(key);
  if (bytes !== undefined && isPrivateKey(bytes)) return bytes;
  bytes?.fill(0);
  throw new InvalidKeyError(
    "A P-256 private key must be 32 bytes or 64 hexadecimal digits, in the range 1 to n - 1.",
  );
}
