import { isPaymentsError } from "../core/error-guards";
import { restate } from "../core/errors";
import type { Signer } from "../core/types";
import { NEWEST_SESSIONS } from "../operations/newest";
import { signerOf } from "./context";
import type { WalletContext } from "./context";
import { RefreshLostError, SessionExpiredError } from "./errors";
import { keepSession, newSignInKey } from "./session-keys";
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
