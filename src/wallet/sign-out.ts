import { isPaymentsError } from "../core/error-guards";
import { restate } from "../core/errors";
import type { SessionId } from "../models/ids";
import { hasEnded, isRefused } from "./authorization";
import type { WalletContext } from "./context";
import { SessionExpiredError, SessionRequiredError } from "./errors";
import { forgetFinal } from "./pay";
import { SIGNING_OUT } from "./payment-log";
import { StoreUnavailableError } from "./store-unavailable";
import { WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** Ends one session, on this device or another. */
export async function revokeSession(
  context: WalletContext,
  call: WalletCall,
  sessionId: SessionId,
): Promise<void> {
  const { api, authorization, payloads, sessionManager } = context;
  await authorization.run(call, { preferredSession: sessionId }, (session) =>
    api.auth.sessions.revoke(sessionId, payloads.signed(call, session)),
  );
  await sessionManager.forget(({ id }) => id === sessionId);
}

/**
 * Ends every session of this device, at the service, in memory and in the store. A second call also waits for the first one, also
 * for that of another tab.
 *
 * @throws {TimeoutError} when another tab does not end its sign-out
 * @throws {SessionRequiredError} when another tab did, and the service still has its session
 * @throws {StoreUnavailableError} when the store may still have a session
 */
export async function signOut(context: WalletContext, options?: WalletRequestOptions): Promise<void> {
  const { sessionManager } = context;
  const earlier = sessionManager.signingOut;
  const signingOut = endHere(context, options, earlier).finally(() => {
    if (sessionManager.signingOut === signingOut) sessionManager.signingOut = undefined;
  });
  sessionManager.signingOut = signingOut;
  return signingOut;
}

async function endHere(
  context: WalletContext,
  options: WalletRequestOptions | undefined,
  earlier: Promise<void> | undefined,
): Promise<void> {
  const { sessionManager } = context;
  // First of all, because the customer may close the page. Includes sessions that are only in the store. Never rejects.
  const released = sessionManager.restore().then((isRead) => ({ isRead, ...sessionManager.release() }));
  let call: WalletCall | undefined;
  let hasEndedAny = false;
  try {
    call = new WalletCall("wallet.signOut", options);
    const ending = endReleased(context, call, released, earlier, () => (hasEndedAny = true));
    let isAlone = false;
    const others = endOfOthers(context, call, () => {
      isAlone = true;
      return ending.catch(() => {});
    });
    // Told after the end of this one.
    others.catch(() => {});
    // Another tab that was signing out when the store was read had the lock then.
    const wasAlone = released.then(() => isAlone);
    await ending;
    await others;
    if (!(await wasAlone)) await requireEndedElsewhere(context, call);
  } catch (error) {
    // An abort or a timeout while the store works: the service has ended the sessions already.
    if (hasEndedAny && isPaymentsError(error) && error.outcome === "not-executed")
      restate(error, { outcome: "unknown", advice: "retry" });
    throw error;
  } finally {
    const wiped = released.then(({ sessions, removed }) => {
      wipeAll(sessions);
      return removed;
    });
    // After an abort, do not wait. The store finishes in the background.
    if (!call?.signal?.aborted) await wiped;
  }
}

/** Ends what was taken out of memory and the store, at the service, and what a refresh has stored meanwhile. */
async function endReleased(
  context: WalletContext,
  call: WalletCall,
  released: Promise<{ isRead: boolean } & ReturnType<WalletContext["sessionManager"]["release"]>>,
  earlier: Promise<void> | undefined,
  onEnded: () => void,
): Promise<void> {
  const { sessionManager } = context;
  const { isRead, sessions, removed } = await call.wait(() => released);
  await endAll(context, call, sessions);
  if (sessions.length > 0) onEnded();
  await call.wait(() => earlier);
  // Another tab may have stored the session of a refresh before the removal. A session of a new sign-in stays.
  const areRemoved = isRead && (await call.wait(() => removed)) && (await sessionManager.restore());
  const refreshed = sessionManager.release(({ signedInAt, credentialId, createdAt }) =>
    sessions.some(
      (one) => one.signedInAt === signedInAt && one.credentialId === credentialId && createdAt !== signedInAt,
    ),
  );
  await endAll(context, call, refreshed.sessions).finally(() => wipeAll(refreshed.sessions));
  // A store that kept the sessions is not asked again: the next sign-out does both.
  const areForgotten =
    areRemoved &&
    (await forgetFinal(context, call).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      return false;
    }));
  if (areForgotten && (await refreshed.removed)) return;
  const consequence = "so a stored session may still sign in after a reload: sign out again";
  const error = new StoreUnavailableError(call.operation, "list", "sign-out", consequence);
  // The service has ended the sessions that this page knew.
  restate(error, { outcome: "unknown", advice: "retry" });
  throw error;
}

/**
 * Resolves when no other tab is signing out. Such a tab has taken its lock before it took the session out of the store, so a tab
 * that finds none there waits. A store without locks cannot tell.
 */
async function endOfOthers(
  { payments }: WalletContext,
  call: WalletCall,
  end: () => Promise<void>,
): Promise<void> {
  try {
    await payments.alone(call, "sign-out", end, SIGNING_OUT);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}

/**
 * Makes sure that another tab, which was signing out at the same time, has ended the session that it took out of the store. Only that tab
 * got the answer to its request, so the list decides.
 */
async function requireEndedElsewhere(
  { api, accountId, sessionManager }: WalletContext,
  call: WalletCall,
): Promise<void> {
  const { takenElsewhere } = sessionManager;
  if (takenElsewhere.length === 0) return;
  for await (const { id } of api.auth.sessions.list({ accountId }, call.request())) {
    if (!takenElsewhere.includes(id)) continue;
    sessionManager.takenElsewhere = [];
    throw new SessionRequiredError(
      call.operation,
      `another tab has signed out, and the service still has the session: sign in and revoke ${id}, or let it expire`,
    );
  }
}

function wipeAll(sessions: readonly WalletSession[]): void {
  for (const session of sessions) session.wipe();
}

/** Ends sessions at the service. Tries all, then throws the first error. */
export async function endAll(
  context: WalletContext,
  call: WalletCall,
  sessions: readonly WalletSession[],
): Promise<void> {
  const endings = await Promise.allSettled(sessions.map((session) => end(context, call, session)));
  for (const ending of endings) {
    if (ending.status === "rejected") throw ending.reason;
  }
}

/** Ends one session, which signs its own revocation. Succeeds if the session has already ended. */
async function end(context: WalletContext, call: WalletCall, session: WalletSession): Promise<void> {
  const { api, payloads } = context;
  try {
    await api.auth.sessions.revoke(
      session.id,
      payloads.signed(call, async () => session),
    );
  } catch (error) {
    if (error instanceof SessionExpiredError) return;
    if (!isRefused(error) || !(await hasEnded(context, session, call, error, { thing: "sign-out" })))
      throw error;
  }
}
