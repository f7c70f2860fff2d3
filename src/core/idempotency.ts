import { sha1 } from "@noble/hashes/legacy.js";
import { hexOf } from "./base64";
import { kindOf } from "../options/describe";
import { refuse } from "./errors";

/** The rule for keys. Messages never show a key. */
export const IDEMPOTENCY_KEY_RULE = "must be text of 1 to 255 visible ASCII characters";

/** Whether a key follows the rule and fits into a header unchanged. */
export function isIdempotencyKey(key: unknown): key is string {
  return typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key);
}

/** The namespace of derived keys. Any fixed UUID works. */
const NAMESPACE = /* @__PURE__ */ Uint8Array.from([
  0x5d, 0x1b, 0x0a, 0x62, 0x3c, 0x57, 0x4e, 0x0b, 0x9a, 0x3e, 0x8f, 0x41, 0xd2, 0x6c, 0x77, 0x10,
]);

/**
 * Derives a stable idempotency key from your own identifiers. The same parts give the same key in every
 * process, so a restarted job pays nobody twice. Different splits give different keys: `("a", "bc")` is not
 * `("ab", "c")`.
 *
 * @example
 * ```ts
 * const idempotencyKey = deriveIdempotencyKey("payroll-2026-11", row.employeeId);
 * await payments.transfers.out(params, { idempotencyKey });
 * ```
 * @returns a version 5 UUID (RFC 9562, section 5.5)
 * @throws {InvalidRequestError} when a part is not a non-empty string or a safe integer, or you pass no parts
 */
export function deriveIdempotencyKey(...parts: readonly (string | number)[]): string {
  // In JavaScript, a misspelt column is `undefined`. Every row would then get the same key.
  const wrong = parts.length === 0 ? 0 : parts.findIndex((part) => !isKeyPart(part));
  if (wrong >= 0) {
    refuse(`parts[${wrong}]`, `must be a non-empty string or a safe integer, got ${kindOf(parts[wrong])}`);
  }
  const name = new TextEncoder().encode(JSON.stringify(parts.map(String)));
  const input = new Uint8Array(NAMESPACE.length + name.length);
  input.set(NAMESPACE);
  input.set(name, NAMESPACE.length);
  return uuidOf(sha1(input).slice(0, 16), 5);
}

/** A random UUID, also on pages without HTTPS, where `crypto.randomUUID` is missing. */
export function randomUuid(): string {
  return crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4);
}

function uuidOf(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexOf(bytes).replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function isKeyPart(part: unknown): boolean {
  return typeof part === "string" ? part !== "" : Number.isSafeInteger(part);
}
