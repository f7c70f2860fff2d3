import { base64urlnopad, hex } from "@scure/base";
import { decoded } from "../runtime/decoded";
import { isRecord } from "../runtime/saved";

/** Bytes with their own buffer, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const textBytes = (text: string): Bytes => new TextEncoder().encode(text);

/** @throws {TypeError} when the bytes are not UTF-8 */
export const utf8Text = (bytes: ArrayBuffer | Uint8Array): string =>
  new TextDecoder("utf-8", { fatal: true }).decode(bytes);

export const concatBytes = (...parts: Uint8Array[]): Bytes =>
  new Uint8Array(parts.flatMap((part) => [...part]));

/** Decodes hexadecimal digits of either case. Returns `undefined` for other text. */
export const fromHex = (text: string): Bytes | undefined =>
  decoded(() => new Uint8Array(hex.decode(text.toLowerCase())));

/** Base64 of either alphabet (RFC 4648, sections 4 and 5), padded or not. Returns `undefined` for other text. */
export const fromBase64 = (text: string): Bytes | undefined =>
  decoded(() => new Uint8Array(base64urlnopad.decode(toBase64Url(text))));

/** The same text in the URL alphabet without padding. */
export function toBase64Url(text: string): string {
  return text
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={0,2}$/, "");
}

/** The JSON object in a base64 text of either alphabet, or `undefined`. */
export function objectFromBase64(text: string): Record<string, unknown> | undefined {
  const bytes = fromBase64(text);
  return bytes && objectFromJson(bytes);
}

/** The JSON object in a text or its bytes, or `undefined`. */
export function objectFromJson(json: string | Bytes): Record<string, unknown> | undefined {
  const value = decoded<unknown>(() => JSON.parse(typeof json === "string" ? json : utf8Text(json)));
  return isRecord(value) ? value : undefined;
}
