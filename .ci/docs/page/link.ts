/** A program as the part of a link after `#`: base64url of UTF-8. */
export function toHash(code: string): string {
  const bytes = Array.from(new TextEncoder().encode(code), (byte) => String.fromCharCode(byte));
  return `#code=${btoa(bytes.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The program in a link, if it has one. It runs only after a click. */
export function fromHash(hash: string): { readonly code?: string; readonly isDamaged?: boolean } {
  if (!hash.startsWith("#code=")) return {};
  try {
    const text = hash.slice("#code=".length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return { code: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { isDamaged: true };
  }
}
