import { isPaymentsError } from "../core/error-guards";
import { nameOf, restate } from "../core/errors";
import type { Signer } from "../core/types";
import { NEWEST_SESSIONS } from "../operations/newest";
import { hasEnded, isRefused } from "./authorization";
import type { WalletContext } from "./context";
import { RefreshLostError, SessionExpiredError } from "./errors";
import { keepSession, newSignInKey } from "./session-keys";
import { endAll } from "./sign-out";
import { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/**
 * Opens a new session, signed by the current one. The earlier session stays.
 *
 * @throws {SessionRequiredError} when nobody is signed in, or the customer signed out meanwhile
 * @throws {SessionExpiredError} when the current session has ended, here or at the service
 * @throws {RefreshLostError} when the response is lost, or a browser may have got that of a copy
 */
export async function refresh(context: WalletContext, call: WalletCall): Promise<WalletSession> {
  const { authorization, isRelayed, openSession, payloads, sessionManager } = context;
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
  try {
    const refreshed = await keepSession(context, call, { credentialId, signedInAt }, key, () =>
      openSession(
        NEWEST_SESSIONS.refresh,
        given,
        payloads.signed(call, async () => ({ stamp })),
      ),
    );
    if (!(await sessionManager.isSignedOut(session))) return refreshed;
    // The customer has signed out meanwhile: the new session goes, too, unless that sign-out ends it.
    const { sessions } = sessionManager.release((other) => other === refreshed);
    await endAll(context, call, sessions).catch(() => {});
    for (const ended of sessions) ended.wipe();
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

/**
 * Refreshes an expiring session while the page is visible, unless another tab has refreshed it.
 *
 * @returns looks whether a refresh is due. Call it when the sessions may have changed, when they expire soon, and when the page is shown
 */
export function autoRefresh(context: WalletContext): () => void {
  const { autoRefreshMs, clock, log, sessionManager } = context;
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the session that signs ends soon, and may still be refreshed. */
  const isDue = (): boolean => {
    const session = sessionManager.active().at(-1);
    if (session === undefined || !sessionManager.isExpiring(session)) return false;
    return clock.now(true) < Date.parse(session.signedInAt) + autoRefreshMs;
  };

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    isRunning = true;
    const call = new WalletCall("wallet.refresh");
    try {
      // Another tab may have refreshed.
      await sessionManager.restore();
      if (isDue()) await refresh(context, call);
    } catch (error) {
      // The customer has signed out meanwhile, or the session has ended.
      if (!isDue()) return;
      log("warn", `the session was not refreshed (${nameOf(error)}): it still signs until its end`);
      timer = setTimeout(look, RETRY_MS);
    } finally {
      isRunning = false;
    }
  };

  const look = (): void => {
    if (autoRefreshMs === 0) return;
    // Not at once: the sessions are changing.
    queueMicrotask(() => {
      const isVisible = globalThis.document?.visibilityState === "visible";
      if (isVisible && !isRunning && isDue()) void run();
    });
  };
  return look;
}
