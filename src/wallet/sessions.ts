import { traced, tracedList } from "../core/call-site";
import type { Paginator } from "../core/pagination";
import type { SessionId } from "../models/ids";
import type { Session } from "../models/auth";
import type { WalletContext } from "./context";
import { WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** The sessions of a wallet, on this device and on others. */
export class WalletSessions {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

  /** The sessions on this device that can sign, newest last. */
  get held(): WalletSession[] {
    return this.#context.sessionManager.active();
  }

  /**
   * Lists the wallet's active sessions on all devices, as the service knows them.
   *
   * @example
   * ```ts
   * for await (const session of wallet.sessions.list()) console.log(session.nickname, session.expiresAt);
   * ```
   * @see GET /auth/sessions
   */
  list(options?: WalletRequestOptions): Paginator<Session> {
    return tracedList(this.list, () => {
      const { api, accountId } = this.#context;
      return api.auth.sessions.list({ accountId }, new WalletCall("wallet.sessions.list", options).request());
    });
  }

  /**
   * Ends one session, on this device or another. Its credential stays usable. If this device has that session, it signs its
   * own revocation. Otherwise the newest session of this device signs.
   *
   * @example
   * ```ts
   * await wallet.sessions.revoke(lostPhone.id);
   * ```
   *
   * @throws {SessionRequiredError} when nobody is signed in on this device.
   * @throws {SessionExpiredError} when the session of this device has ended.
   * @throws {NotFoundError} when the session does not exist, or has already ended.
   * @see DELETE /auth/sessions/{id}
   */
  async revoke(sessionId: SessionId, options?: WalletRequestOptions): Promise<void> {
    return traced(this.revoke, async () => {
      const { api, authorization, sessionManager } = this.#context;
      const call = new WalletCall("wallet.sessions.revoke", options);
      await authorization.run(call, { preferredSession: sessionId }, (session) =>
        api.auth.sessions.revoke(sessionId, {
          ...call.request(),
          signer: this.#context.payloads.signer(call, session),
        }),
      );
      await sessionManager.forget(({ id }) => id === sessionId);
    });
  }
}
