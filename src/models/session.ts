import { authMethodShape } from "./auth-method";
import type { AuthMethod } from "./auth-method";
import type { InternalAccountId, SessionId } from "./ids";
import type { Nullish } from "./open";
import { model, nullishString, string } from "./schema";

/** A session of an embedded wallet, with its own signing key. */
export interface Session extends Omit<AuthMethod, "id"> {
  id: SessionId;
  /** ISO 8601 date-time in UTC. From this time on, the session is invalid and its signing key must not be used. */
  expiresAt: string;
  /**
   * The signing key, sealed to `clientPublicKey`: base58check of a 33-byte compressed P-256 point and the
   * ciphertext. Only the response of `verify` has it.
   */
  encryptedSessionSigningKey?: Nullish<string>;
}

/** Filters of `auth.sessions.list`. */
export interface SessionListParams {
  /** The embedded wallet. */
  accountId: InternalAccountId;
}

export const sessionSchema = /* @__PURE__ */ model<Session>({
  ...authMethodShape,
  expiresAt: string,
  encryptedSessionSigningKey: nullishString,
});
