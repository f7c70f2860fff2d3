import type { ApiError } from "../core/api-errors";
import { isApiError } from "../core/error-guards";
import { AbortedError } from "../core/errors";
import type { PaymentsError } from "../core/errors";
import { isGone, namesAsGone, statesOwner } from "./absence";
import type { AbsenceEvidence } from "./absence";
import { OtherCredentialRequiredError, SessionExpiredError, SessionRequiredError } from "./errors";
import type { ConnectedContext } from "./connect";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** The session that an action needs. */
export interface SignedActionNeed {
  /** Excludes sessions of this credential. */
  readonly otherThanCredential?: string | undefined;
  /** Preferred if this device has it. */
  readonly preferredSession?: string | undefined;
  /** What an error adds if nobody is signed in. */
  readonly advice?: string | undefined;
}

/** Returns the session that signs an action, at the time of signing. */
export type SessionSource = () => Promise<WalletSession>;

/**
 * Finds sessions that sign actions. Asks for a sign-in if none can sign, and notices sessions that the service has ended.
 */
export class Authorization {
  readonly #context: ConnectedContext;
  /** Sign-ins in progress, by the credential to revoke, so several actions ask only once. */
  readonly #asking = new Map<string | undefined, Promise<unknown>>();

  constructor(context: ConnectedContext) {
    this.#context = context;
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
    const { sessionManager } = this.#context;
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
      if (used === undefined || !isRejected || !(await hasEnded(this.#context, used, call, error)))
        throw error;
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
    const { sessionManager, onSessionRequired } = this.#context;
    const session = await this.#find(call);
    if (session !== undefined && !(onSessionRequired && sessionManager.isExpiring(session))) return;
    await this.#ask(call);
    await this.current(call);
  }

  /**
   * The session that signs now. Asks for no sign-in.
   *
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   */
  async current(call: WalletCall): Promise<WalletSession> {
    const session = await this.#find(call);
    if (session === undefined) throw this.#missing(call);
    return session;
  }

  async #find(
    call: WalletCall,
    { otherThanCredential, preferredSession }: SignedActionNeed = {},
  ): Promise<WalletSession | undefined> {
    const { sessionManager } = this.#context;
    const preferred = sessionManager.active().find(({ id }) => id === preferredSession);
    return (
      preferred ??
      call.wait(() => sessionManager.find(({ credentialId }) => credentialId !== otherThanCredential))
    );
  }

  /** Asks for a sign-in. Without a handler, it does nothing. */
  async #ask(call: WalletCall, need: SignedActionNeed = {}): Promise<void> {
    const { onSessionRequired, sessionManager } = this.#context;
    const credentialId = need.otherThanCredential;
    // The last session has ended, or is about to.
    const isOver = sessionManager.hasEnded || sessionManager.active().length > 0;
    const reason = credentialId !== undefined ? "other-credential" : isOver ? "expired" : "missing";
    const request = { operation: call.operation, reason, ...(credentialId && { credentialId }) } as const;
    const asking =
      this.#asking.get(credentialId) ??
      // Not called at once: a handler that throws must find its entry in the map to remove it.
      Promise.resolve(request)
        .then(onSessionRequired)
        .finally(() => this.#asking.delete(credentialId));
    this.#asking.set(credentialId, asking);
    // The action has sent nothing yet, even if the handler's own sign-in was executed.
    await call.prepare(() => call.waitForPerson(() => asking));
  }

  #missing({ operation }: WalletCall, { otherThanCredential, advice }: SignedActionNeed = {}): PaymentsError {
    if (otherThanCredential !== undefined)
      return new OtherCredentialRequiredError(operation, otherThanCredential);
    const { hasEnded } = this.#context.sessionManager;
    return hasEnded ? new SessionExpiredError(operation) : new SessionRequiredError(operation, advice);
  }
}

/**
 * Whether a refused session has ended at the service. If that is not proven, it has not. Unless the refusal names it as gone, a list
 * proves it.
 */
export async function hasEnded(
  context: ConnectedContext,
  session: WalletSession,
  call: WalletCall,
  refusal: ApiError,
  {
    thing = "session",
    isNamed = namesAsGone(refusal),
  }: Partial<Pick<AbsenceEvidence, "thing" | "isNamed">> = {},
): Promise<boolean> {
  if (isGone({ thing, isOwner: statesOwner(context, refusal), isNamed })) return true;
  try {
    const { api, accountId, clock } = context;
    const page = await api.auth.sessions.list({ accountId }, call.request());
    const isListed = page.data.some(({ id }) => id === session.id);
    const missingAtMs = isListed ? [] : [Date.parse(session.createdAt), clock.now(true)];
    return isGone({ thing, isOwner: statesOwner(context, page), isRefused: true, missingAtMs });
  } catch {
    if (!call.signal?.aborted) return false;
    // The list is only a read. The outcome is that of the refused call.
    throw new AbortedError(call.signal, refusal);
  }
}

/** Whether the service refused a call about a session, which may have ended there. */
export function isRefused(error: unknown): error is ApiError {
  return isApiError(error) && (error.status === 401 || error.status === 404);
}
