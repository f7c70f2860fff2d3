/** The signature scheme in every stamp. */
export const SCHEME = "SIGNATURE_SCHEME_TK_API_P256";

/** Encodes a stamp. Verifiers compare it byte for byte, so the fields keep this order. */
export function encodeStamp(publicKey: string, signature: string): string {
  // Both are hexadecimal, so `btoa` is safe.
  // eslint-disable-next-line no-restricted-globals
  const text = btoa(JSON.stringify({ publicKey, scheme: SCHEME, signature }));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
