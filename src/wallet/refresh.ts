import { isPaymentsError } from "../core/error-guards";
import { nameOf, restate } from "../core/errors";
import type { Signer } from "../core/types";
import { NEWEST_SESSIONS } from "../operations/newest";
import { signerOf } from "./context";
import type { WalletContext } from "./context";
import { RefreshLostError, SessionExpiredError } from "./errors";
import { keepSession, newSignInKey } from "./session-keys";
import type { SessionManager } from "./session-manager";
import type { WalletSettings } from "./settings";
import { endAll, hasEnded, isRefused } from "./sign-out";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/**
 * Opens a new session, signed by the current one. The earlier session stays.
 *
 * @throws {SessionRequiredError} when nobody is signed in, or the customer signed out meanwhile
 * @throws {SessionExpiredError} when the current session has ended, here or at the service
 * @throws {RefreshLostError} when the response is lost, or a browser may have got that of a copy
 */
export async function refresh(context: WalletContext, call: WalletCall): Promise<WalletSession> {
  const { authorization, isRelayed, openSession, sessionManager } = context;
  const session = await authorization.current(call);
  const { id, credentialId, signedInAt, expiresAt } = session;
  const key = await newSignInKey(context);
  const given = { id, params: { clientPublicKey: key.publicKey } };
  let isSigned = false;
  const stamp: Signer["stamp"] = async (...given) => {
    const signature = await session.stamp(...given);
    isSigned = true;
    return signature;
  };
  const signer = signerOf(context, call, async () => ({ stamp }));
  try {
    const refreshed = await keepSession(context, call, { credentialId, signedInAt }, key, () =>
      openSession(NEWEST_SESSIONS.refresh, given, { ...call.request(), signer }),
    );
    if (!(await sessionManager.isSignedOut(session))) return refreshed;
    // The customer has signed out meanwhile: the new session goes, too.
    const { sessions } = sessionManager.release((other) => other === refreshed);
    await endAll(context, call, sessions).catch(() => {});
    refreshed.wipe();
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    // A browser may repeat the signed request. The first copy may have opened a session, whatever the service says of the second.
    const mayBeOfCopy = isRelayed && isSigned && error.outcome === "not-executed";
    if (mayBeOfCopy) restate(error, { outcome: "unknown", advice: "reconcile" });
    // A service without a refresh responds with a 404, too.
    if (isRefused(error) && (await hasEnded(context, session, call, error, { isNamed: false }))) {
      await call.wait(() => sessionManager.end(id));
      throw new SessionExpiredError(call.operation);
    }
    const isLost = error.outcome === "unknown" && error.code !== "ABORTED";
    throw isLost ? new RefreshLostError(call.operation, expiresAt, error) : error;
  }
  return authorization.current(call);
}

/** The wait after a failed refresh. */
const RETRY_MS = 15_000;

/** The dependencies of an automatic refresh. */
interface AutoRefreshOptions extends Pick<WalletSettings, "accountId" | "clock" | "log" | "autoRefreshMs"> {
  readonly sessionManager: SessionManager;
  readonly refresh: () => Promise<unknown>;
}

/** Refreshes an expiring session while the page is visible. Tabs that share the store take turns, so one of them refreshes. */
export class AutoRefresh {
  readonly #options: AutoRefreshOptions;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AutoRefreshOptions) {
    this.#options = options;
  }

  /** Looks whether a refresh is due. Called when the sessions may have changed, when they expire soon, and when the page is shown. */
  readonly look = (): void => {
    // Not at once: the sessions are changing.
    queueMicrotask(() => {
      const session = this.#refreshable();
      if (session && this.#isDue(session)) void this.#run();
    });
  };

  /** The session that signs, if it may still be refreshed. */
  #refreshable(): WalletSession | undefined {
    const { sessionManager, clock, autoRefreshMs } = this.#options;
    const session = sessionManager.active().at(-1);
    return session && clock.now(true) < Date.parse(session.signedInAt) + autoRefreshMs ? session : undefined;
  }

  #isDue(session: WalletSession): boolean {
    const isVisible = globalThis.document?.visibilityState === "visible";
    return isVisible && !this.#isRunning && this.#options.sessionManager.isExpiring(session);
  }

  async #run(): Promise<void> {
    const { accountId, sessionManager, log, refresh } = this.#options;
    clearTimeout(this.#timer);
    this.#isRunning = true;
    const work = async (): Promise<void> => {
      // Another tab may have refreshed during the wait.
      await sessionManager.restore();
      const session = this.#refreshable();
      if (session && sessionManager.isExpiring(session)) await refresh();
    };
    try {
      await (sessionManager.store.alone?.(`refresh ${accountId}`, work) ?? work());
    } catch (error) {
      // The customer has signed out meanwhile, or the session has ended.
      if (!this.#refreshable()) return;
      log("warn", `the session was not refreshed (${nameOf(error)}): it still signs until its end`);
      this.#timer = setTimeout(this.look, RETRY_MS);
    } finally {
      this.#isRunning = false;
    }
  }
}
