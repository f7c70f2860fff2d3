import { CryptoUnavailableError } from "./errors";

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
