import { onDemand } from "../../core/load-on-demand";
import { utf8 } from "./bytes";
import { CryptoUnavailableError } from "./errors";

/**
 * Loads what opens and seals values. A sign-in with a held key needs it only for a one-time code.
 *
 * @throws {ConnectionError} when it cannot be loaded (`PART_NOT_LOADED`)
 */
export const loadHpke = /* @__PURE__ */ onDemand(() => import("./library-hpke"));

/**
 * Loads P-256. A page that only shows a sign-in does not need it.
 *
 * @throws {ConnectionError} when it cannot be loaded (`PART_NOT_LOADED`)
 */
export const loadP256 = /* @__PURE__ */ onDemand(() => import("./library-p256"));

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
