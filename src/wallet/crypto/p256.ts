import { bytesOfHex } from "./bytes";
import { InvalidKeyError } from "./errors";
import { loadP256 } from "./platform";

/** Bytes, also of another frame. */
function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}

/**
 * Copies a P-256 private key. The caller wipes the copy. The copy is made before anything is awaited.
 *
 * @throws {InvalidKeyError} when the key is not 32 bytes or 64 hexadecimal digits in 1 to n - 1.
 * @throws {ConnectionError} when the library cannot be loaded.
 */
export async function copyPrivateKey(key: Uint8Array | string): Promise<Uint8Array<ArrayBuffer>> {
  // Copy only real bytes: `new Uint8Array` reads a number as a length and a list as bytes.
  const bytes = isBytes(key) ? new Uint8Array(key) : bytesOfHex(key);
  let isValid = false;
  try {
    const { isPrivateKey } = await loadP256();
    isValid = bytes !== undefined && isPrivateKey(bytes);
  } finally {
    if (!isValid) bytes?.fill(0);
  }
  if (bytes !== undefined && isValid) return bytes;
  throw new InvalidKeyError(
    "A P-256 private key must be 32 bytes or 64 hexadecimal digits, in the range 1 to n - 1.",
  );
}
