import { hexToBytes } from "@noble/hashes/utils.js";

const encoder = /* @__PURE__ */ new TextEncoder();

/** The UTF-8 bytes of a text. An unpaired surrogate becomes U+FFFD, as everywhere on the web platform. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text that these bytes are the UTF-8 form of, a leading byte order mark kept, or undefined where they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a hexadecimal text of either case, or undefined where it is none. Never throws: the decoder's own errors
 * quote the offending characters, which may be part of a secret.
 */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return hexToBytes(text);
  } catch {
    return undefined;
  }
}

/** The object that a JSON text holds, or undefined where it holds anything else. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
