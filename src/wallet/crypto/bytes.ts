import { hexToBytes } from "@noble/hashes/utils.js";
import { isObject } from "../../options/kinds";

/** The UTF-8 bytes of a text without unpaired surrogates: see {@link isWellFormed}. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Whether a text has a UTF-8 form: the encoder would replace an unpaired surrogate silently. */
export function isWellFormed(text: unknown): text is string {
  // With the flag `u` a pair counts as one character, so that only unpaired surrogates match.
  return typeof text === "string" && !/[\ud800-\udfff]/u.test(text);
}

/** The text of these UTF-8 bytes with a leading byte order mark kept, or undefined where they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a hexadecimal text of either case, or undefined where it is not hexadecimal. Never throws: the decoder's own
 * errors quote the offending characters, which may be part of a secret.
 */
export function bytesOfHex(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return hexToBytes(text);
  } catch {
    return undefined;
  }
}

/** The object that a JSON text holds, or undefined where the text is anything else. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
