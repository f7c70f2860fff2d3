import { base64urlnopad } from "@scure/base";
import { onAbort } from "../core/abort";
import { ChallengeExpiredError, refuse } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import { within } from "../core/time-limit";
import { HEADER_TEXT } from "../core/signed-call";
import type { AuthMethod, AuthMethodType } from "../models/auth-method";
import type { AuthMethodId } from "../models/ids";
import { check } from "../resources/checks";
import { text } from "../operations/checks";
import { signerOf } from "./context";
import type { WalletContext } from "./context";
import { utf8 } from "./crypto/bytes";
import { CredentialNotFoundError } from "./errors";
import { nonceOf, requireNonce } from "./oidc-token";
import type { PasskeyRequestOptions } from "./passkey-ceremony";
import { credentialIds, toAssertion } from "./passkey-mapping";
import type { AuthenticationCredential } from "./passkey-mapping";
import { passkeyUserId } from "./passkey-records";
import { PasskeyError } from "./passkeys/passkey-error";
import { assertNotSandboxValue, sandboxValues } from "./sandbox";
import { isHeld, keepSession, newSignInKey, sendKey } from "./session-keys";
import type { SignInKey } from "./session-keys";
import { objectOf, requireObject } from "./wallet-call";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/**
 * Signs in with a code from an email. The first sign-in takes the code of the registration. Later ones take a code from
 * `wallet.requestCode()`.
 */
export interface EmailOtpSignIn {
  type: "EMAIL_OTP";
  /** The code. */
  otp: string;
  /** Default: the wallet's EMAIL_OTP credential. */
  credentialId?: AuthMethodId | undefined;
}

/** Signs in with a token of an OpenID provider. */
export interface OauthSignIn {
  type: "OAUTH";
  /**
   * A token (JWT) issued less than 60 seconds ago. A cached token fails. Pass a function to ask the provider for a token with
   * the given `nonce`. With `sessionKeys: "held"`, it must be a function.
   */
  oidcToken: string | ((nonce: string) => string | PromiseLike<string>);
  /** Default: the wallet's only OAUTH credential. */
  credentialId?: AuthMethodId | undefined;
}

/** Signs in with a passkey. */
export interface PasskeySignIn {
  type: "PASSKEY";
  /** Default: the wallet's PASSKEY credential. */
  credentialId?: AuthMethodId | undefined;
  /**
   * The WebAuthn credential ids (base64url) that the browser may use. Default: the passkey that this device remembers for the
   * wallet. Without one, the customer picks.
   */
  allowCredentials?: readonly string[] | undefined;
}

/**
 * Signs in with the passkey that the customer picks from the autofill of a field. It needs no dialog and no gesture.
 */
export interface PasskeyAutofillSignIn {
  type: "PASSKEY";
  /** The page needs a field: `<input autocomplete="username webauthn">`. */
  mediation: "conditional";
  /** Default: the wallet's PASSKEY credential. */
  credentialId?: AuthMethodId | undefined;
}

/** A prepared passkey sign-in. In the user gesture, call `wallet.signIn(prepared)`. */
export interface PreparedSignIn {
  readonly type: "PASSKEY";
  readonly credentialId: AuthMethodId;
  /** The request to the browser. */
  readonly request: PasskeyRequestOptions;
  /** The service's id of the challenge, sent back in the `Request-Id` header. */
  readonly requestId: string;
  /** ISO 8601 date-time in UTC. Complete the sign-in before it. Absent if the service sends none. */
  readonly expiresAt?: string | undefined;
  /** The key of this sign-in: it opens the session key, or is the session key. */
  readonly keyPair: SignInKey;
  /** Whether the challenge has bound the key, so that the verification does not repeat it. */
  readonly isKeyBound?: boolean | undefined;
}

/** The parameters of a sign-in. `type` selects the form. */
export type SignInParams =
  EmailOtpSignIn | OauthSignIn | PasskeySignIn | PasskeyAutofillSignIn | PreparedSignIn;

/** The shortest time between two challenges of an autofill. */
const SHORTEST_OFFER_MS = 10_000;

/** Whether a sign-in waits for the autofill of a field. The wait can last as long as the page is open. */
export function isAutofill(params: unknown): params is PasskeyAutofillSignIn {
  return fieldOf(params, "mediation") !== undefined;
}

/** Finds the wallet's credential of a type. */
export async function findCredential(
  context: WalletContext,
  call: WalletCall,
  type: AuthMethodType,
): Promise<AuthMethod> {
  const listed = await context.passkeyRecords.list(call);
  const [credential, second] = listed.filter((candidate) => candidate.type === type);
  if (credential === undefined) throw new CredentialNotFoundError(call.operation, type);
  if (second !== undefined) {
    refuse("credentialId", `is needed: the wallet has several ${type} credentials`, call.operation);
  }
  return credential;
}

/** Sends a new code, and keeps the key to seal it to. */
export async function requestCode(
  context: WalletContext,
  call: WalletCall,
  credentialId: AuthMethodId | undefined,
): Promise<AuthMethod> {
  const id = credentialId ?? (await findCredential(context, call, "EMAIL_OTP")).id;
  const sent = await context.api.auth.credentials.challenge(id, undefined, call.request());
  return context.codeTargets.sent(sent, call);
}

/** Prepares a passkey sign-in before the gesture. */
export async function prepareSignIn(
  context: WalletContext,
  call: WalletCall,
  params: PasskeySignIn,
): Promise<PreparedSignIn> {
  const { credentialId, allowCredentials } = objectOf(params, "params", call.operation);
  const given = credentialIds("allowCredentials", allowCredentials, call.operation);
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
  const allowed = given ?? (passkeyId === undefined ? context.passkeyRecords.allowed : [passkeyId]);
  return {
    type: "PASSKEY",
    credentialId: id,
    request: {
      challenge:
        passkeyId === undefined ? challenge.challenge : base64urlnopad.encode(utf8(challenge.challenge)),
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

/** Proves control of a credential and keeps the session that the service opens for it. */
export async function signIn(
  context: WalletContext,
  call: WalletCall,
  params: SignInParams,
): Promise<WalletSession> {
  const given = objectOf(params, "params", call.operation);
  switch (given.type) {
    case "EMAIL_OTP":
      return signInWithCode(context, call, given);
    case "OAUTH":
      return signInWithToken(context, call, given);
    case "PASSKEY":
      if (isAutofill(given)) return signInByAutofill(context, call, given);
      // After a prepared sign-in, nothing may be awaited before the ceremony: Safari would forget the gesture.
      return "keyPair" in given
        ? signInWithPasskey(context, call, given)
        : signInWithPasskey(context, call, await prepareSignIn(context, call, given));
    default:
      refuse("type", "must be EMAIL_OTP, OAUTH or PASSKEY", call.operation);
  }
}

async function signInWithCode(
  context: WalletContext,
  call: WalletCall,
  params: EmailOtpSignIn,
): Promise<WalletSession> {
  const { type } = params;
  check(call.operation, params, { otp: text });
  // People copy codes with the separators of the message.
  const otp = params.otp.replace(/[\s-]/g, "");
  const credentialId = params.credentialId ?? (await findCredential(context, call, type)).id;
  const key = await newSignInKey(context);
  if (isHeld(key)) {
    const encryptedOtpBundle = await context.codeTargets.seal(call, credentialId, otp, key);
    const body = { type, encryptedOtpBundle };
    const signer = signerOf(context, async () => key);
    return keepSession(context, call, credentialId, key, () =>
      context.verifyHeld(credentialId, body, { ...call.request(), signer }),
    );
  }
  const body = { type, otp, clientPublicKey: key.publicKey };
  return keepSession(context, call, credentialId, key, () =>
    context.api.auth.credentials.verify(credentialId, body, call.request()),
  );
}

async function signInWithToken(
  context: WalletContext,
  call: WalletCall,
  params: OauthSignIn,
): Promise<WalletSession> {
  const { operation } = call;
  const { type, oidcToken: source } = params;
  if (typeof source !== "function") {
    check(operation, params, { oidcToken: text });
    assertNotSandboxValue(context.environment, operation, "oidcToken", source);
    if (context.sessionKeys === "held")
      refuse("oidcToken", 'must be a function of the nonce with `sessionKeys: "held"`', operation);
  }
  const credentialId = params.credentialId ?? (await findCredential(context, call, type)).id;
  const key = await newSignInKey(context);
  const nonce = nonceOf(key.publicKey);
  const oidcToken = typeof source === "function" ? await call.waitForPerson(() => source(nonce)) : source;
  check(operation, { oidcToken }, { oidcToken: text });
  assertNotSandboxValue(context.environment, operation, "oidcToken", oidcToken);
  context.requireFreshToken(oidcToken, operation);
  if (isHeld(key)) requireNonce(oidcToken, nonce, operation);
  const body = { type, oidcToken, clientPublicKey: key.publicKey };
  return keepSession(context, call, credentialId, key, () =>
    context.api.auth.credentials.verify(credentialId, body, call.request()),
  );
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
  const controller = new AbortController();
  const ignoreSignal = onAbort(signal, () => controller.abort());
  const leftMs = Date.parse(expiresAt) - clock.now();
  try {
    return await within(
      {
        timeoutMs: Number.isNaN(leftMs) ? Infinity : Math.max(SHORTEST_OFFER_MS, leftMs),
        timeoutError: () => new ChallengeExpiredError(operation, expiresAt),
        isBackground: true,
      },
      () => passkeys().get(request, controller.signal, "conditional"),
    );
  } finally {
    ignoreSignal();
    controller.abort();
  }
}

async function signInWithPasskey(
  context: WalletContext,
  call: WalletCall,
  prepared: PreparedSignIn,
): Promise<WalletSession> {
  const { keyPair, requestId, expiresAt } = prepared;
  const { operation } = call;
  if (typeof keyPair?.wipe !== "function") refuse("keyPair", "must come from `prepareSignIn`", operation);
  requireObject(prepared.request, "request", operation);
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
  const { accountId, environment, passkeyRecords } = context;
  const assertion = toAssertion(credential);
  const { userHandle, credentialId: passkeyId } = assertion;
  const isRequested = request.allowCredentials?.some(({ id }) => id === passkeyId) === true;
  if (!isRequested && userHandle !== undefined && userHandle !== passkeyUserId(accountId)) {
    throw new PasskeyError("other-wallet", call.operation);
  }
  assertNotSandboxValue(environment, call.operation, "assertion.signature", assertion.signature);
  if (environment === "sandbox") assertion.signature = sandboxValues.passkeySignature;
  const type = "PASSKEY";
  const session = await keepSession(context, call, credentialId, keyPair, () => {
    const options = { ...call.request(), requestId };
    if (isKeyBound) return context.verifyHeld(credentialId, { type, assertion }, options);
    const body = { type, assertion, clientPublicKey: keyPair.publicKey } as const;
    return context.api.auth.credentials.verify(credentialId, body, options);
  });
  passkeyRecords.accepted(passkeyId);
  return session;
}
