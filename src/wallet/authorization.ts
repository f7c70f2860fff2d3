import { isApiError } from "../core/error-guards";
import type { PaymentsError } from "../core/errors";
import { OtherCredentialRequiredError, SessionExpiredError, SessionRequiredError } from "./errors";
import type { SessionManager } from "./session-manager";
import type { WalletSettings } from "./settings";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** The session that an action needs. */
export interface SignedActionNeed {
  /** Excludes sessions of this credential. */
  readonly otherThanCredential?: string | undefined;
  /** Preferred if this device has it. */
  readonly preferredSession?: string | undefined;
}

/** Returns the session that signs an action, at the time of signing. */
export type SessionSource = () => Promise<WalletSession>;

/** The dependencies of an authorization. */
export interface AuthorizationOptions extends Pick<WalletSettings, "onSessionRequired"> {
  readonly sessionManager: SessionManager;
  /** Whether a session that was refused has ended at the service. Asks within the call's time. */
  readonly hasEnded: (session: WalletSession, call: WalletCall, refusal: unknown) => Promise<boolean>;
}

/**
 * Finds sessions that sign actions. Asks for a sign-in if none can sign, and notices sessions that the service has ended.
 */
export class Authorization {
  readonly #options: AuthorizationOptions;
  /** Sign-ins in progress, so several actions ask only once. */
  readonly #asking = new Map<string, Promise<unknown>>();

  constructor(options: AuthorizationOptions) {
    this.#options = options;
  }

  /**
   * Runs an action. If the service rejects its signature because the session has ended there, the action runs once more with
   * another session. The session may have been revoked elsewhere, or the clocks may differ.
   *
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {OtherCredentialRequiredError} when only a session of another credential could sign.
   */
  async run<T>(
    call: WalletCall,
    need: SignedActionNeed,
    action: (session: SessionSource) => Promise<T>,
  ): Promise<T> {
    const { sessionManager, hasEnded } = this.#options;
    let used: WalletSession | undefined;
    let mayAsk = true;
    const session = async (): Promise<WalletSession> => {
      used = await this.#find(call, need);
      if (used === undefined && mayAsk) {
        mayAsk = false;
        await this.#ask(call, need);
        used = await this.#find(call, need);
      }
      if (used === undefined) throw this.#missing(call, need);
      return used;
    };
    try {
      return await action(session);
    } catch (error) {
      // Also wipes and notes a session that has expired. Otherwise a sign-out has wiped it.
      if (error instanceof SessionExpiredError && sessionManager.active().length === 0)
        throw this.#missing(call, need);
      const isRejected = isApiError(error) && error.status === 401 && error.outcome === "not-executed";
      if (used === undefined || !isRejected || !(await hasEnded(used, call, error))) throw error;
      const { id } = used;
      await call.wait(() => sessionManager.end(id));
      await session();
    }
    return action(session);
  }

  /**
   * Makes sure that a session can sign for a while. One that ends soon is renewed, if the application can.
   *
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   */
  async require(call: WalletCall): Promise<void> {
    const { sessionManager, onSessionRequired } = this.#options;
    const session = await this.#find(call, {});
    if (session !== undefined && !(onSessionRequired && sessionManager.isExpiring(session))) return;
    await this.#ask(call, {});
    await this.current(call);
  }

  /**
   * The session that signs now. Asks for no sign-in.
   *
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   */
  async current(call: WalletCall): Promise<WalletSession> {
    const session = await this.#find(call, {});
    if (session === undefined) throw this.#missing(call, {});
    return session;
  }

  #find(
    call: WalletCall,
    { otherThanCredential, preferredSession }: SignedActionNeed,
  ): Promise<WalletSession | undefined> {
    const { sessionManager } = this.#options;
    const preferred = sessionManager.active().find(({ id }) => id === preferredSession);
    if (preferred !== undefined) return Promise.resolve(preferred);
    return call.wait(() => sessionManager.find(({ credentialId }) => credentialId !== otherThanCredential));
  }

  /** Asks for a sign-in. Without a handler, it does nothing. */
  async #ask(call: WalletCall, need: SignedActionNeed): Promise<void> {
    const { onSessionRequired, sessionManager } = this.#options;
    const credentialId = need.otherThanCredential;
    // The last session has ended, or is about to.
    const isOver = sessionManager.hasEnded || sessionManager.active().length > 0;
    const reason = credentialId !== undefined ? "other-credential" : isOver ? "expired" : "missing";
    const key = credentialId ?? "";
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      const request = { operation: call.operation, reason, ...(credentialId && { credentialId }) } as const;
      // Not called at once: a handler that throws must find its entry in the map to remove it.
      asking = Promise.resolve(request)
        .then(onSessionRequired)
        .finally(() => this.#asking.delete(key));
      this.#asking.set(key, asking);
    }
    const shared = asking;
    // The action has sent nothing yet, even if the handler's own sign-in was executed.
    await call.prepare(() => call.waitForPerson(() => shared));
  }

  #missing({ operation }: WalletCall, { otherThanCredential }: SignedActionNeed): PaymentsError {
    if (otherThanCredential !== undefined)
      return new OtherCredentialRequiredError(operation, otherThanCredential);
    return this.#options.sessionManager.hasEnded
      ? new SessionExpiredError(operation)
      : new SessionRequiredError(operation);
  }
}
