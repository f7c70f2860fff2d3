import type { Paginator } from "../core/pagination";
import type { RequestOptions, Signer } from "../core/types";
import type { SessionId } from "../models/ids";
import { sessionSchema } from "../models/session";
import type { Session, SessionListParams } from "../models/session";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";
import { SESSIONS } from "../operations/auth";
import { Resource } from "./resource";

/** Sessions of embedded wallets. */
export class AuthSessions extends Resource {
  /**
   * Lists the active sessions of an embedded wallet, without their keys. The result is not paged.
   *
   * @example
   * ```ts
   * const { data } = await payments.auth.sessions.list({ accountId });
   * ```
   * @see GET /auth/sessions
   */
  list(params: SessionListParams, options?: RequestOptions): Paginator<Session> {
    return this.pages(SESSIONS.list, sessionSchema, { params, options });
  }

  /**
   * Ends a session. Its credential stays usable. Any active session of the wallet can sign, including this
   * one.
   *
   * With a `signer`, this call signs the challenge and sends the signed request. Without one, it resolves to
   * the challenge. Sign it, then repeat the call with the headers `Service-Wallet-Signature` and
   * `Request-Id`. That call resolves to `undefined`.
   *
   * @throws {AuthenticationError} when the service does not accept the signature or its challenge
   * @throws {NotFoundError} when the session does not exist
   * @throws {ChallengeExpiredError} when signing took longer than the challenge lasts
   *
   * @example
   * ```ts
   * await payments.auth.sessions.revoke(session.id, { signer });
   * ```
   * @see DELETE /auth/sessions/{id}
   */
  revoke(sessionId: SessionId, options: RequestOptions & { signer: Signer }): Promise<void>;
  revoke(sessionId: SessionId, options?: RequestOptions): Promise<SignedRetryChallenge | undefined>;
  async revoke(sessionId: SessionId, options?: RequestOptions): Promise<SignedRetryChallenge | void> {
    return this.call(SESSIONS.revoke, undefined, { id: sessionId, options });
  }
}
