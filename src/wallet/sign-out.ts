import { isApiError } from "../core/error-guards";
import type { WalletContext } from "./context";
import { SessionExpiredError } from "./errors";
import { WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** Whether the service still has the session. If the service does not say, the session counts as known. */
export async function isKnown(
  { api, accountId }: Pick<WalletContext, "api" | "accountId">,
  session: WalletSession,
  call: WalletCall,
): Promise<boolean> {
  try {
    const { data } = await api.auth.sessions.list({ accountId }, call.request());
    return data.some(({ id }) => id === session.id);
  } catch (error) {
    if (call.signal?.aborted) throw error;
    return true;
  }
}

/** Ends every session of this device, at the service, in memory and in the store. */
export async function signOut(context: WalletContext, options?: WalletRequestOptions): Promise<void> {
  const { sessionManager } = context;
  const held = new Set(sessionManager.active());
  // Includes sessions that are only in the store. Neither step ever rejects.
  const found = sessionManager.restore().then(() => sessionManager.active());
  let call: WalletCall | undefined;
  try {
    call = new WalletCall("wallet.signOut", options);
    await endAll(context, call, await call.wait(() => found));
  } finally {
    const wiped = Promise.all([
      sessionManager.forget((session) => held.has(session)),
      found.then((sessions) => sessionManager.forget((session) => sessions.includes(session))),
    ]);
    // After an abort, do not wait. The store finishes in the background.
    if (!call?.signal?.aborted) await wiped;
  }
}

/** Ends sessions at the service. Tries all, then throws the first error. */
async function endAll(
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
    await context.api.auth.sessions.revoke(session.id, { ...call.request(), signer: session });
  } catch (error) {
    if (error instanceof SessionExpiredError) return;
    const status = isApiError(error) ? error.status : undefined;
    if (status === 404 || (status === 401 && !(await isKnown(context, session, call)))) return;
    throw error;
  }
}
