import { CryptoUnavailableError } from "./errors";

/** WebCrypto, or undefined where the platform has none: React Native, and pages that were not loaded over HTTPS. */
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
