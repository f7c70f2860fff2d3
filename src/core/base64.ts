/** Base64 of UTF-8 text (RFC 7617, section 2.1). */
export function base64Utf8(text: string): string {
  // `btoa` needs one character for each byte.
  // eslint-disable-next-line no-restricted-globals
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
