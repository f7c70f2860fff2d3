import { bytesOfBase64url, hexOf } from "../core/base64";
import { refuse } from "../core/errors";
import { jsonObject, decodedText } from "./crypto/bytes";
import { sha256 } from "./crypto/platform";

/** The age at which the service rejects a token. */
export const OIDC_TOKEN_MAX_AGE_MS = 60_000;

/**
 * Rejects a token that is clearly too old, which saves a round trip. Until the service's time is known, every token passes,
 * because a device's clock can be very wrong. A token that cannot be read also passes.
 *
 * @throws {InvalidRequestError} when the token's `iat` is `maxAgeMs` ago, or longer.
 */
export function requireFreshToken(
  token: string,
  operation: string,
  serviceTimeMs: number | undefined,
  maxAgeMs: number,
): void {
  const issuedAt = claims(token)?.["iat"];
  if (
    typeof issuedAt !== "number" ||
    serviceTimeMs === undefined ||
    serviceTimeMs - issuedAt * 1000 < maxAgeMs
  )
    return;
  refuse("oidcToken", `was issued ${maxAgeMs / 1000} seconds ago or earlier: fetch a fresh token`, operation);
}

/** The `nonce` that binds a token to a public key: SHA-256 over the digits, in hexadecimal. */
export async function nonceOf(publicKey: string): Promise<string> {
  return hexOf(await sha256(publicKey));
}

/**
 * Rejects a token of another key, which saves a round trip. A token that cannot be read passes.
 *
 * @throws {InvalidRequestError} when the token's `nonce` is another one, or missing.
 */
export function requireNonce(token: string, nonce: string, operation: string): void {
  const read = claims(token);
  if (read === undefined || read["nonce"] === nonce) return;
  refuse("oidcToken", "has another `nonce` than the one that your function received", operation);
}

/** The claims of a JWT, without a signature check (RFC 7519). */
function claims(token: string): Record<string, unknown> | undefined {
  return jsonObject(decodedText(bytesOfBase64url(token.split(".")[1] ?? "")) ?? "");
}
