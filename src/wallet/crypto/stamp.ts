/** The signature scheme that every stamp names. */
export const SCHEME = "SIGNATURE_SCHEME_TK_API_P256";

/** The stamp of a signature. Verifiers compare it byte for byte, so the fields keep this order. */
export function encodeStamp(publicKey: string, signature: string): string {
  // Both are hexadecimal, so that `btoa` is safe.
  // eslint-disable-next-line no-restricted-globals
  const text = btoa(JSON.stringify({ publicKey, scheme: SCHEME, signature }));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
