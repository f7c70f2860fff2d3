import { utf8 } from "./bytes";
import { CryptoUnavailableError } from "./errors";
import { loadP256 } from "./load-p256";

/** WebCrypto. Undefined on a platform without it: React Native, and pages without HTTPS. */
export function subtleCrypto(): SubtleCrypto | undefined {
  return globalThis.crypto?.subtle;
}

/**
 * WebCrypto.
 *
 * @throws {CryptoUnavailableError} when the platform has none.
 */
export function requireSubtleCrypto(): SubtleCrypto {
  const subtle = subtleCrypto();
  if (subtle === undefined) throw new CryptoUnavailableError();
  return subtle;
}

/**
 * SHA-256 of a text (FIPS 180-4). WebCrypto computes it. Where the platform has none, the library does.
 *
 * @throws {ConnectionError} when the library cannot be loaded.
 */
export async function sha256(text: string): Promise<Uint8Array> {
  const bytes = utf8(text);
  const subtle = subtleCrypto();
  if (subtle === undefined) return (await loadP256()).sha256(bytes);
  return new Uint8Array(await subtle.digest("SHA-256", bytes));
}
