/** Lower-case hexadecimal. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Base64 of bytes (RFC 4648, section 4). `btoa` needs one character for each byte. */
export function base64(bytes: Uint8Array): string {
  // eslint-disable-next-line no-restricted-globals
  return btoa(String.fromCharCode(...bytes));
}

/** Base64url of bytes, without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a base64url text. Undefined for a text that is none. It ignores padding and white space. */
export function bytesOfBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
