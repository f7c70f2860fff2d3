import type { Paginator } from "../core/pagination";
import type { SessionId } from "../models/ids";
import type { Session } from "../models/session";
import { signerOf } from "./context";
import type { WalletContext, WalletRequestOptions } from "./context";
import type { WalletSession } from "./wallet-session";

/** The sessions of a wallet, on this device and on others. (specification, "Session") */
export class WalletSessions {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

  /** The sessions whose keys this device holds and that can sign, the newest last. */
  get held(): WalletSession[] {
    return this.#context.keeper.active();
  }

  /** Lists the wallet's active sessions on all devices, as the service knows them. */
  list(options?: WalletRequestOptions): Paginator<Session> {
    const { api, accountId } = this.#context;
    return api.auth.sessions.list({ accountId }, options);
  }

  /**
   * Ends one session, of this device or another; its credential stays usable. Signed by that session itself where this
   * device holds it, otherwise by the newest one that it holds.
   *
   * @throws SessionRequiredError, SessionExpiredError when this device holds no session
   * @throws NotFoundError when there is no such session, or no longer
   * @see Specification, DELETE /auth/sessions/{id}
   */
  async revoke(sessionId: SessionId, options: WalletRequestOptions = {}): Promise<void> {
    const { api, authorization, keeper } = this.#context;
    const need = { operation: "wallet.sessions.revoke", preferredSession: sessionId };
    await authorization.run(need, (session) =>
      api.auth.sessions.revoke(sessionId, { ...options, signer: signerOf(session) }),
    );
    await keeper.forget(({ id }) => id === sessionId);
  }
}
