import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { RequestOptions, Signer } from "../core/types";
import type { SessionId } from "../models/ids";
import { listSchema } from "../models/page";
import { sessionSchema } from "../models/session";
import type { Session, SessionListParams } from "../models/session";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";
import { id, page, send } from "./send";

const sessionListSchema = /* @__PURE__ */ listSchema(sessionSchema);

/** The sign-ins to embedded wallets. Source: specification, "Embedded-wallet authentication". */
export class Sessions {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Lists the active sessions of an embedded wallet, without their keys. There is no paging: all come at once.
   *
   * @see Specification, GET /auth/sessions
   */
  list(params: SessionListParams, options?: RequestOptions): Paginator<Session> {
    return page(
      this.#core,
      {
        operation: "auth.sessions.list",
        method: "GET",
        path: "/auth/sessions",
        query: params,
        schema: sessionListSchema,
        paged: false,
      },
      options,
    );
  }

  /**
   * Ends a session; its credential stays usable. The action is signed, by any active session of the wallet, this one
   * included: with a `signer` the challenge is answered within this call; without one, the call resolves to the
   * challenge, and is repeated with the headers `Service-Wallet-Signature` and `Request-Id`, and then resolves to
   * `undefined`.
   *
   * @throws AuthenticationError when the stamp, or the challenge it answers, is not accepted
   * @throws NotFoundError when there is no such session, or no longer
   * @throws ChallengeExpiredError when signing took longer than the challenge lasts
   * @see Specification, DELETE /auth/sessions/{id}
   */
  revoke(sessionId: SessionId, options: RequestOptions & { signer: Signer }): Promise<void>;
  revoke(sessionId: SessionId, options?: RequestOptions): Promise<SignedRetryChallenge | undefined>;
  async revoke(sessionId: SessionId, options?: RequestOptions): Promise<SignedRetryChallenge | void> {
    return send(
      this.#core,
      {
        operation: "auth.sessions.revoke",
        method: "DELETE",
        path: path`/auth/sessions/${id("Session", sessionId)}`,
        signedRetry: { recovery: { kind: "ask-again" } },
      },
      options,
    );
  }
}
