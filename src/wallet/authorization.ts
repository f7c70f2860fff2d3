import { isApiError } from "../core/error-guards";
import type { PaymentsError } from "../core/errors";
import { OtherCredentialRequiredError, SessionExpiredError, SessionRequiredError } from "./errors";
import type { SessionManager } from "./session-manager";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** Why a wallet asks for a sign-in. */
export interface SessionRequest {
  /** The action that waits, for example `wallet.executeQuote`. */
  operation: string;
  /**
   * `missing`: nobody has signed in. `expired`: the session has ended. `other-credential`: revoking `credentialId` takes a
   * session of another credential.
   */
  reason: "missing" | "expired" | "other-credential";
  /** The credential that is to be revoked; only with `other-credential`. */
  credentialId?: string | undefined;
}

/**
 * Signs in, by whatever means the application has, and resolves when that is done. It must not start an action that needs
 * a session itself: that action would wait for this very sign-in.
 */
export type SessionRequiredHandler = (request: SessionRequest) => unknown;

/** What an action needs to be signed. */
export interface SignedActionNeed {
  /** A session of any credential but this one. */
  readonly otherThanCredential?: string | undefined;
  /** The session to take if this device has it. */
  readonly preferredSession?: string | undefined;
}

/** Gives the session that signs an action, when its signature is due. */
export type SessionSource = () => Promise<WalletSession>;

/** What an authorization works with. */
export interface AuthorizationOptions {
  readonly sessionManager: SessionManager;
  readonly onSessionRequired: SessionRequiredHandler | undefined;
  /** Whether the service still has the session, asked for within the time of the call. */
  readonly isKnown: (session: WalletSession, call: WalletCall) => Promise<boolean>;
}

/** Lets sessions sign actions: picks one, asks for a sign-in where there is none, and notices one that the service has ended. */
export class Authorization {
  readonly #options: AuthorizationOptions;
  /** Sign-ins that are under way, so that several actions ask once. */
  readonly #asking = new Map<string, Promise<unknown>>();

  constructor(options: AuthorizationOptions) {
    this.#options = options;
  }

  /**
   * Runs an action. When the service rejects its signature because the session has ended there (revoked elsewhere, or a
   * clock that differs), the action is run once more with another session.
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
    const { sessionManager, isKnown } = this.#options;
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
      const isRejected = isApiError(error) && error.status === 401 && error.outcome === "not-executed";
      if (used === undefined || !isRejected || (await isKnown(used, call))) throw error;
      const { id } = used;
      await call.wait(() => sessionManager.end(id));
      await session();
    }
    return action(session);
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

  /** Asks for a sign-in; without a handler there is nobody to ask. */
  async #ask(call: WalletCall, need: SignedActionNeed): Promise<void> {
    const { onSessionRequired, sessionManager } = this.#options;
    const credentialId = need.otherThanCredential;
    const reason =
      credentialId !== undefined ? "other-credential" : sessionManager.hasEnded ? "expired" : "missing";
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
    await call.waitForPerson(() => shared);
  }

  #missing({ operation }: WalletCall, { otherThanCredential }: SignedActionNeed): PaymentsError {
    if (otherThanCredential !== undefined)
      return new OtherCredentialRequiredError(operation, otherThanCredential);
    return this.#options.sessionManager.hasEnded
      ? new SessionExpiredError(operation)
      : new SessionRequiredError(operation);
  }
}
