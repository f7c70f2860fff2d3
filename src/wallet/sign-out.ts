import { restate } from "../core/errors";
import { hasEnded, isRefused } from "./authorization";
import type { WalletContext } from "./context";
import { SessionExpiredError, StoreUnavailableError } from "./errors";
import { WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

const STILL_STORED = "so a stored session may still sign in after a reload: sign out again";

/**
 * Ends every session of this device, at the service, in memory and in the store.
 *
 * @throws {StoreUnavailableError} when the store may still have a session
 */
export async function signOut(context: WalletContext, options?: WalletRequestOptions): Promise<void> {
  const { sessionManager } = context;
  // First of all, because the customer may close the page. Includes sessions that are only in the store. Never rejects.
  const released = sessionManager.restore().then((isRead) => {
    const { sessions, removed } = sessionManager.release();
    return { sessions, areRemoved: removed.then((areRemoved) => isRead && areRemoved) };
  });
  let call: WalletCall | undefined;
  let areRemoved = true;
  try {
    call = new WalletCall("wallet.signOut", options);
    const { sessions } = await call.wait(() => released);
    await endAll(context, call, sessions);
  } finally {
    const wiped = released.then((all) => {
      for (const session of all.sessions) session.wipe();
      return all.areRemoved;
    });
    // After an abort, do not wait. The store finishes in the background.
    if (!call?.signal?.aborted) areRemoved = await wiped;
  }
  if (!areRemoved) {
    const error = new StoreUnavailableError(call.operation, "list", "sign-out", STILL_STORED);
    // The service has ended the sessions that this page knew.
    restate(error, { outcome: "unknown", advice: "retry" });
    throw error;
  }
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
  try {
    await context.api.auth.sessions.revoke(session.id, {
      ...call.request(),
      signer: context.payloads.signer(call, async () => session),
    });
  } catch (error) {
    if (error instanceof SessionExpiredError) return;
    if (!isRefused(error) || !(await hasEnded(context, session, call, error, { thing: "sign-out" })))
      throw error;
  }
}
