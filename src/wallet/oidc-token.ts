import { base64urlnopad } from "@scure/base";
import { refuse } from "../core/errors";
import { jsonObject, textOf } from "./crypto/bytes";

/** From this age on the service rejects a token. */
export const OIDC_TOKEN_MAX_AGE_MS = 60_000;

/**
 * Spares the round trip with a token that is plainly too old. A device's own clock may be wrong by more than a token's life, so
 * every token passes before the service's time is known. A token that cannot be read passes, too.
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
  const message = `was issued ${maxAgeMs / 1000} seconds ago or earlier: fetch a fresh token`;
  refuse("oidcToken", message, operation);
}

/** The claims of a JWT, unchecked (RFC 7519). */
function claims(token: string): Record<string, unknown> | undefined {
  try {
    return jsonObject(textOf(base64urlnopad.decode(token.split(".")[1] ?? "")) ?? "");
  } catch {
    return undefined;
  }
}
