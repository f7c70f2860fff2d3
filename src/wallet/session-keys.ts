import { isApiError, isPaymentsError } from "../core/error-guards";
import { restate } from "../core/errors";
import { responseOf } from "../core/response-of";
import type { Session } from "../models/auth";
import { statesOwner } from "./absence";
import type { WalletContext } from "./context";
import { generateClientKeyPair } from "./crypto/client-key-pair";
import type { ClientKeyPair } from "./crypto/client-key-pair";
import { afterExecution } from "./crypto/errors";
import { openSessionBundle } from "./crypto/open-sealed";
import { SessionKey } from "./crypto/session-key";
import { codeProblemOf } from "./code-problem";
import { CredentialMismatchError, SessionKeysError } from "./errors";
import type { WalletCall } from "./wallet-call";
import { WalletSession } from "./wallet-session";
import type { StoredSession } from "./wallet-session";

/** The key of one sign-in: it opens the sealed session key, or it is the session key. */
export type SignInKey = ClientKeyPair | SessionKey;

/** Generates the key of one sign-in. */
export function newSignInKey({ sessionKeys }: Pick<WalletContext, "sessionKeys">): Promise<SignInKey> {
  return sessionKeys === "held" ? SessionKey.generate() : generateClientKeyPair();
}

/** Whether the key is the session key. Checks the shape, so that a key of another copy of the package also works. */
export function isHeld(key: SignInKey): key is SessionKey {
  return "stamp" in key;
}

/**
 * Sends a public key to the service.
 *
 * @throws {SessionKeysError} when the service knows no held keys. Nothing was executed.
 */
export async function sendKey<Result>(
  { operation }: WalletCall,
  key: SignInKey,
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    // An earlier copy of the request, for example of a browser, may have signed in.
    if (isPaymentsError(error) && codeProblemOf(error) === "used")
      restate(error, { outcome: "unknown", advice: "reconcile" });
    const isRefused = isHeld(key) && isApiError(error) && error.status === 400;
    if (!isRefused || !REFUSAL.test(JSON.stringify(error.body) ?? "")) throw error;
    throw new SessionKeysError("refused", { operation, requestId: error.requestId, cause: error });
  }
}

/** An older service names these fields when it refuses a compressed key or a sealed code. */
const REFUSAL = /clientPublicKey|\botp\b/;

/** Keeps the session that a verification or a refresh opened. */
export async function keepSession(
  context: WalletContext,
  call: WalletCall,
  origin: Pick<StoredSession, "credentialId" | "signedInAt">,
  key: SignInKey,
  verify: () => Promise<Session>,
): Promise<WalletSession> {
  const { accountId, sessionManager, clock } = context;
  const verified = await sendKey(call, key, verify).catch((error: unknown) => {
    // The cookie may be another person's since an earlier copy of the request, which may have opened a session.
    if (isApiError(error) && error.status === 404 && !statesOwner(context, error))
      restate(error, { outcome: "unknown", advice: "reconcile" });
    throw error;
  });
  const { encryptedSessionSigningKey, ...response } = verified;
  const facts = { operation: call.operation, requestId: responseOf(verified)?.requestId };
  if (typeof response.accountId === "string" && response.accountId !== accountId) {
    key.wipe();
    throw new CredentialMismatchError(origin.credentialId, facts);
  }
  const sessionKey = await sessionKeyOf(context, key, encryptedSessionSigningKey, facts);
  // A response may tell the age of the credential.
  const createdAt = new Date(clock.now()).toISOString();
  const session = new WalletSession({ ...response, createdAt, accountId, ...origin }, sessionKey, () =>
    clock.now(true),
  );
  await sessionManager.add(session);
  return session;
}

/** The key of a new session. The sandbox takes a magic value for every signature, so a session has no key there. */
async function sessionKeyOf(
  { environment }: WalletContext,
  key: SignInKey,
  bundle: unknown,
  facts: { operation: string; requestId: string | undefined },
): Promise<SessionKey | undefined> {
  if (isHeld(key)) {
    if (typeof bundle !== "string" && environment !== "sandbox") return key;
    key.wipe();
    if (typeof bundle !== "string") return undefined;
    throw new SessionKeysError("sealed", { ...facts, outcome: "executed" });
  }
  try {
    if (environment === "sandbox") return undefined;
    return await openSessionBundle(typeof bundle === "string" ? bundle : "", key);
  } catch (error) {
    throw afterExecution(error, facts);
  } finally {
    key.wipe();
  }
}
