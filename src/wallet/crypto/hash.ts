import { utf8 } from "./bytes";
import { loadP256 } from "./load-library";
import { subtleCrypto } from "./subtle";

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
