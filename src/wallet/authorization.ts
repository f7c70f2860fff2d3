import { isApiError } from "../core/api-errors";
import type { PaymentsError } from "../core/errors";
import { OtherCredentialRequiredError, SessionExpiredError, SessionRequiredError } from "./errors";
import type { SessionKeeper } from "./session-keeper";
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
  readonly operation: string;
  /** A session of any credential but this one. */
  readonly otherThanCredential?: string | undefined;
  /** The session to take if this device holds it. */
  readonly preferredSession?: string | undefined;
}

/** Gives the session that signs an action, when its signature is due. */
export type SessionSource = () => Promise<WalletSession>;

export interface AuthorizationOptions {
  readonly keeper: SessionKeeper;
  readonly onSessionRequired: SessionRequiredHandler | undefined;
  /** Whether the service still has the session. */
  readonly isKnown: (session: WalletSession) => Promise<boolean>;
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
   * Runs an action. When the service refuses its signature because the session has ended there (revoked elsewhere, or a
   * clock that differs), the action is run once more with another session.
   *
   * @throws SessionRequiredError, SessionExpiredError, OtherCredentialRequiredError when there is no session that can sign
   */
  async run<T>(need: SignedActionNeed, action: (session: SessionSource) => Promise<T>): Promise<T> {
    const { keeper, isKnown } = this.#options;
    let used: WalletSession | undefined;
    let mayAsk = true;
    const session = async (): Promise<WalletSession> => {
      used = await this.#find(need);
      if (used === undefined && mayAsk) {
        mayAsk = false;
        await this.#ask(need);
        used = await this.#find(need);
      }
      if (used === undefined) throw this.#missing(need);
      return used;
    };
    try {
      return await action(session);
    } catch (error) {
      const refused = isApiError(error) && error.status === 401 && error.outcome === "not-executed";
      if (used === undefined || !refused || (await isKnown(used))) throw error;
      await keeper.end(used.id);
      await session();
    }
    return action(session);
  }

  async #find({
    otherThanCredential,
    preferredSession,
  }: SignedActionNeed): Promise<WalletSession | undefined> {
    const { keeper } = this.#options;
    const preferred = keeper.active().find(({ id }) => id === preferredSession);
    return preferred ?? keeper.find(({ credentialId }) => credentialId !== otherThanCredential);
  }

  /** Asks for a sign-in; without a handler there is nobody to ask. */
  async #ask(need: SignedActionNeed): Promise<void> {
    const { onSessionRequired, keeper } = this.#options;
    if (onSessionRequired === undefined) return;
    const credentialId = need.otherThanCredential;
    const reason = credentialId !== undefined ? "other-credential" : keeper.hasEnded ? "expired" : "missing";
    const key = credentialId ?? "";
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      const request = { operation: need.operation, reason, ...(credentialId && { credentialId }) } as const;
      // Not called at once: a handler that throws must find its entry in the map to remove it.
      asking = Promise.resolve(request)
        .then(onSessionRequired)
        .finally(() => this.#asking.delete(key));
      this.#asking.set(key, asking);
    }
    await asking;
  }

  #missing({ operation, otherThanCredential }: SignedActionNeed): PaymentsError {
    if (otherThanCredential !== undefined)
      return new OtherCredentialRequiredError(operation, otherThanCredential);
    return this.#options.keeper.hasEnded
      ? new SessionExpiredError(operation)
      : new SessionRequiredError(operation);
  }
}
