import { untilAborted } from "../core/abort";
import { base64url } from "../core/base64";
import { ChallengeExpiredError, refuse } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import { HEADER_TEXT } from "../core/header-record";
import { LONGEST_TIMER_MS, text } from "../options/kinds";
import { verifyCredentialNewest } from "../operations/newest";
import { check } from "../resources/checks";
import type { WalletContext } from "./context";
import { utf8 } from "./crypto/bytes";
import { findCredential } from "./devices";
import { isAutofill } from "./gesture";
import { credentialIds, toAssertion } from "./passkey-mapping";
import type { AuthenticationCredential } from "./passkey-mapping";
import { PasskeyError } from "./passkeys/passkey-error";
import { assertNotSandboxValue, sandboxValues } from "./sandbox";
import { keepSession, newSignInKey, sendKey } from "./session-keys";
import type { PasskeyAutofillSignIn, PasskeySignIn, PreparedSignIn } from "./sign-in-params";
import { objectGiven } from "./wallet-call";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** The shortest time between two challenges of an autofill. */
const SHORTEST_OFFER_MS = 10_000;

/** Prepares a passkey sign-in before the gesture. */
export async function prepareSignIn(
  context: WalletContext,
  call: WalletCall,
  params: PasskeySignIn,
): Promise<PreparedSignIn> {
  check(call.operation, params, { allowCredentials: credentialIds });
  const { credentialId, allowCredentials } = params;
  const passkeys = context.passkeys();
  await call.wait(() => passkeys.prepare?.());
  const id = credentialId ?? (await findCredential(context, call, "PASSKEY")).id;
  const keyPair = await newSignInKey(context);
  const { publicKey: clientPublicKey } = keyPair;
  const challenge = await sendKey(call, keyPair, () =>
    context.api.auth.credentials.challenge(id, { clientPublicKey }, call.request()),
  );
  // Only the newest service names the passkey. Its challenge is text, and the passkey signs the bytes of the text.
  const passkeyId = textOf(challenge, "credentialId");
  const rpId = context.relyingParty.id;
  const allowed =
    allowCredentials ?? (passkeyId === undefined ? context.passkeyRecords.allowed : [passkeyId]);
  return {
    type: "PASSKEY",
    credentialId: id,
    request: {
      challenge: passkeyId === undefined ? challenge.challenge : base64url(utf8(challenge.challenge)),
      ...(rpId === undefined ? {} : { rpId }),
      ...(allowed && { allowCredentials: allowed.map((rawId) => ({ id: rawId, type: "public-key" })) }),
      userVerification: "required",
    },
    requestId: challenge.requestId,
    expiresAt: challenge.expiresAt ?? undefined,
    keyPair,
    isKeyBound: passkeyId !== undefined,
  };
}

/** Signs in with a passkey: prepared, from the autofill of a field, or with a dialog. */
export async function signInByPasskey(
  context: WalletContext,
  call: WalletCall,
  params: PasskeySignIn | PasskeyAutofillSignIn | PreparedSignIn,
): Promise<WalletSession> {
  if (isAutofill(params)) return signInByAutofill(context, call, params);
  // After a prepared sign-in, nothing may be awaited before the ceremony: Safari would forget the gesture.
  return "keyPair" in params
    ? signInWithPasskey(context, call, params)
    : signInWithPasskey(context, call, await prepareSignIn(context, call, params));
}

/** Offers the passkey until the customer picks it. Challenges expire, so each one is replaced in time. */
async function signInByAutofill(
  context: WalletContext,
  call: WalletCall,
  params: PasskeyAutofillSignIn,
): Promise<WalletSession> {
  const { operation } = call;
  if (params.mediation !== "conditional") refuse("mediation", 'must be "conditional"', operation);
  if (!(await call.wait(() => context.passkeys().canAutofill?.())))
    throw new PasskeyError("unsupported", operation);
  for (;;) {
    const { credentialId } = params;
    const prepared = await prepareSignIn(context, call, { type: "PASSKEY", credentialId });
    let credential: AuthenticationCredential;
    try {
      credential = await call.waitForPerson(() => offer(context, call, prepared));
    } catch (error) {
      if (error instanceof ChallengeExpiredError) continue;
      throw error;
    }
    return verifyPasskey(context, call, prepared, credential);
  }
}

/**
 * Offers the passkey in the autofill of a field.
 *
 * @throws {ChallengeExpiredError} when the customer has not picked it in time.
 */
async function offer(
  { passkeys, clock }: WalletContext,
  { operation, signal }: WalletCall,
  { request, expiresAt = "" }: PreparedSignIn,
): Promise<AuthenticationCredential> {
  const leftMs = Math.min(Date.parse(expiresAt) - clock.now(), LONGEST_TIMER_MS);
  const limit = {
    timeoutMs: Math.max(SHORTEST_OFFER_MS, leftMs),
    timeoutError: () => new ChallengeExpiredError(operation, expiresAt),
  };
  const get = async (ended: AbortSignal | undefined) => passkeys().get(request, ended, "conditional");
  return untilAborted(signal, get, { operation }, Number.isNaN(leftMs) ? undefined : limit);
}

async function signInWithPasskey(
  context: WalletContext,
  call: WalletCall,
  prepared: PreparedSignIn,
): Promise<WalletSession> {
  const { keyPair, requestId, expiresAt } = prepared;
  const { operation } = call;
  if (typeof keyPair?.wipe !== "function") refuse("keyPair", "must come from `prepareSignIn`", operation);
  objectGiven(prepared.request, "request", operation);
  check(operation, prepared, { "request.challenge": text });
  if (typeof requestId !== "string" || !HEADER_TEXT.test(requestId)) {
    refuse("requestId", "must be text of visible ASCII characters", operation);
  }
  if (typeof expiresAt === "string" && context.clock.now() >= Date.parse(expiresAt)) {
    throw new ChallengeExpiredError(operation, expiresAt);
  }
  const { passkeys, passkeyRecords } = context;
  const credential = await call
    .waitForPerson(() => passkeys().get(prepared.request, call.signal))
    .catch((error: unknown) => {
      // The device may have lost the passkey, or the customer closed the dialog. The next one offers every passkey.
      if (error instanceof PasskeyError && error.reason === "cancelled-or-unavailable")
        passkeyRecords.failed();
      throw error;
    });
  return verifyPasskey(context, call, prepared, credential);
}

/**
 * Sends the authenticator's assertion, and keeps the session.
 *
 * @throws {PasskeyError} when the customer chose a passkey of another wallet. Nothing was sent.
 */
async function verifyPasskey(
  context: WalletContext,
  call: WalletCall,
  { credentialId, keyPair, requestId, request, isKeyBound }: PreparedSignIn,
  credential: AuthenticationCredential,
): Promise<WalletSession> {
  const { environment, passkeyRecords } = context;
  const assertion = toAssertion(credential);
  const { userHandle, credentialId: passkeyId } = assertion;
  const isRequested = [request.allowCredentials].flat().some((row) => fieldOf(row, "id") === passkeyId);
  if (!isRequested && userHandle !== undefined && userHandle !== (await passkeyRecords.userId)) {
    throw new PasskeyError("other-wallet", call.operation);
  }
  assertNotSandboxValue(environment, call.operation, "assertion.signature", assertion.signature);
  if (environment === "sandbox") assertion.signature = sandboxValues.passkeySignature;
  const type = "PASSKEY";
  const session = await keepSession(context, call, { credentialId }, keyPair, () => {
    if (isKeyBound) {
      const given = { id: credentialId, params: { type, assertion } as const, requestId };
      return context.openSession(verifyCredentialNewest, given, call.request());
    }
    const body = { type, assertion, clientPublicKey: keyPair.publicKey } as const;
    return context.api.auth.credentials.verify(credentialId, body, { ...call.request(), requestId });
  });
  await passkeyRecords.accepted(passkeyId);
  return session;
}
