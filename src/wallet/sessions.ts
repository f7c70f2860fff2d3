import type { Paginator } from "../core/pagination";
import type { SessionId } from "../models/ids";
import type { Session } from "../models/auth";
import type { WalletRequestOptions } from "./wallet-call";
import { WalletPart } from "./wallet-part";
import type { WalletSession } from "./wallet-session";

/** The sessions of a wallet, on this device and on others. */
export class WalletSessions extends WalletPart {
  /** The sessions on this device that can sign, newest last. */
  get held(): WalletSession[] {
    return this.shell.sessionManager.active();
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
    return this.pages("wallet.sessions.list", {}, options, ({ context: { api, accountId } }, _, given) =>
      api.auth.sessions.list({ accountId }, given),
    );
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
    return this.call("wallet.sessions.revoke", options, ({ actions, context }, call) =>
      actions.revokeSession(context, call, sessionId),
    );
  }
}
