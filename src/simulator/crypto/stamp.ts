import { fromHex, objectFromBase64 } from "./encoding";
import type { Bytes } from "./encoding";
import { readPublicKey } from "./p256";

const stampScheme = "SIGNATURE_SCHEME_TK_API_P256";

/** What a stamp says: whose key, and the signature in DER or as r and s. */
export interface Stamp {
  /** Uncompressed. */
  publicKey: Bytes;
  signature: Bytes;
}

/**
 * Reads a stamp: base64 (either alphabet, padded or not) of a JSON object with `publicKey` (hexadecimal, compressed or
 * not), `scheme` and `signature` (hexadecimal), in any order (OP-03). `undefined` when it is none.
 */
export function readStamp(header: string): Stamp | undefined {
  const { publicKey, scheme, signature } = objectFromBase64(header) ?? {};
  if (typeof publicKey !== "string" || typeof signature !== "string" || scheme !== stampScheme)
    return undefined;
  const point = readPublicKey(publicKey);
  const bytes = fromHex(signature);
  return point && bytes ? { publicKey: point, signature: bytes } : undefined;
}
