import { base64urlnopad, hex } from "@scure/base";
import { isRecord } from "../runtime/saved";

/** Bytes that own their memory, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export function concatBytes(...parts: Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Hexadecimal of either case; `undefined` when it is none. */
export function fromHex(text: string): Bytes | undefined {
  try {
    return new Uint8Array(hex.decode(text.toLowerCase()));
  } catch {
    return undefined;
  }
}

/** Base64 of either alphabet (RFC 4648, sections 4 and 5), padded or not; `undefined` when it is none. */
export function fromBase64(text: string): Bytes | undefined {
  try {
    return new Uint8Array(base64urlnopad.decode(toBase64Url(text)));
  } catch {
    return undefined;
  }
}

/** The same text in the URL alphabet without padding. */
export function toBase64Url(text: string): string {
  return text
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={0,2}$/, "");
}

/** The JSON object that base64 text of either alphabet holds; `undefined` when it holds none. */
export function objectFromBase64(text: string): Record<string, unknown> | undefined {
  const bytes = fromBase64(text);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
