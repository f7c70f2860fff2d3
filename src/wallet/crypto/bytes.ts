import { isObject } from "../../options/kinds";

/** The UTF-8 bytes of a text without unpaired surrogates: see {@link isWellFormed}. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Whether a text has a UTF-8 form. The encoder would silently replace an unpaired surrogate. */
export function isWellFormed(text: unknown): text is string {
  // With the flag `u`, a pair counts as one character, so only unpaired surrogates match.
  return typeof text === "string" && !/[\ud800-\udfff]/u.test(text);
}

/** Decodes UTF-8 bytes. Keeps a leading byte order mark. Returns undefined if the bytes are not UTF-8. */
export function decodedText(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes hexadecimal text in either case. Returns undefined for any other text. */
export function bytesOfHex(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== "string" || !/^(?:[\da-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Decodes text that is known to be hexadecimal. */
export const bytesOfKnownHex = (text: string): Uint8Array<ArrayBuffer> =>
  bytesOfHex(text) ?? new Uint8Array();

/** The object in a JSON text. Undefined for any other text. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
