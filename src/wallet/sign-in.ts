import { onAbort } from "../core/abort";
import { ChallengeExpiredError, refuse } from "../core/errors";
import { fieldOf } from "../core/fields";
import { responseOf } from "../core/response-of";
import { within } from "../core/time-limit";
import { HEADER_TEXT } from "../core/signed-call";
import type { AuthMethod, AuthMethodType } from "../models/auth-method";
import type { AuthMethodId } from "../models/ids";
import type { Session } from "../models/session";
import { check } from "../resources/checks";
import { text } from "../operations/checks";
import type { WalletContext } from "./context";
import { afterExecution, generateClientKeyPair, openSessionBundle } from "./crypto";
import type { ClientKeyPair, SessionKey } from "./crypto";
import { CredentialMismatchError, CredentialNotFoundError } from "./errors";
import type { PasskeyRequestOptions } from "./passkey-ceremony";
import { credentialIds, toAssertion } from "./passkey-mapping";
import type { AuthenticationCredential } from "./passkey-mapping";
import { passkeyUserId } from "./passkey-records";
import { PasskeyError } from "./passkeys/passkey-error";
import { assertNotSandboxValue, sandboxValues } from "./sandbox";
import { objectOf, requireObject } from "./wallet-call";
import type { WalletCall } from "./wallet-call";
import { WalletSession } from "./wallet-session";

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
  /** A token (JWT) issued less than 60 seconds ago. A cached token fails. */
  oidcToken: string;
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
  /** The key pair that opens the session key of this sign-in. */
  readonly keyPair: ClientKeyPair;
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
  const keyPair = await generateClientKeyPair();
  const challenge = await context.api.auth.credentials.challenge(
    id,
    { clientPublicKey: keyPair.publicKey },
    call.request(),
  );
  const rpId = context.relyingParty.id;
  const allowed = given ?? context.passkeyRecords.allowed;
  return {
    type: "PASSKEY",
    credentialId: id,
    request: {
      challenge: challenge.challenge,
      ...(rpId === undefined ? {} : { rpId }),
      ...(allowed && { allowCredentials: allowed.map((rawId) => ({ id: rawId, type: "public-key" })) }),
      userVerification: "required",
    },
    requestId: challenge.requestId,
    expiresAt: challenge.expiresAt ?? undefined,
    keyPair,
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
    case "OAUTH":
      return signInWithText(context, call, given);
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

async function signInWithText(
  context: WalletContext,
  call: WalletCall,
  params: EmailOtpSignIn | OauthSignIn,
): Promise<WalletSession> {
  const { operation } = call;
  const proof =
    params.type === "EMAIL_OTP"
      ? ({ type: params.type, otp: params.otp } as const)
      : ({ type: params.type, oidcToken: params.oidcToken } as const);
  const { type: _, ...secrets } = proof;
  for (const [field, value] of Object.entries<string>(secrets)) {
    check(operation, secrets, { [field]: text });
    assertNotSandboxValue(context.environment, operation, field, value);
  }
  const credentialId = params.credentialId ?? (await findCredential(context, call, params.type)).id;
  if (params.type === "OAUTH") context.requireFreshToken(params.oidcToken, operation);
  const keyPair = await generateClientKeyPair();
  const body = { ...proof, clientPublicKey: keyPair.publicKey };
  return keepSession(context, call, credentialId, keyPair, () =>
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
  if (typeof keyPair?.open !== "function") refuse("keyPair", "must come from `prepareSignIn`", operation);
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
  { credentialId, keyPair, requestId, request }: PreparedSignIn,
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
  const body = { type: "PASSKEY", assertion, clientPublicKey: keyPair.publicKey } as const;
  const session = await keepSession(context, call, credentialId, keyPair, () =>
    context.api.auth.credentials.verify(credentialId, body, { ...call.request(), requestId }),
  );
  passkeyRecords.accepted(passkeyId);
  return session;
}

/** Opens the session key and keeps the session. The sandbox sends no real key, so nothing is opened there. */
async function keepSession(
  { accountId, environment, sessionManager, clock }: WalletContext,
  { operation }: WalletCall,
  credentialId: string,
  keyPair: ClientKeyPair,
  verify: () => Promise<Session>,
): Promise<WalletSession> {
  const verified = await verify();
  const { encryptedSessionSigningKey, ...response } = verified;
  const facts = { operation, requestId: responseOf(verified)?.requestId };
  if (typeof response.accountId === "string" && response.accountId !== accountId) {
    keyPair.wipe();
    throw new CredentialMismatchError(credentialId, facts);
  }
  let key: SessionKey | undefined;
  if (environment !== "sandbox") {
    const bundle = typeof encryptedSessionSigningKey === "string" ? encryptedSessionSigningKey : "";
    key = await openSessionBundle(bundle, keyPair).catch((error: unknown) => {
      throw afterExecution(error, facts);
    });
  }
  keyPair.wipe();
  const session = new WalletSession({ ...response, accountId, credentialId }, key, () => clock.now());
  await sessionManager.add(session);
  return session;
}
