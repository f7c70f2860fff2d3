import { ChallengeExpiredError, refuse } from "../core/errors";
import type { AuthMethod, AuthMethodType } from "../models/auth-method";
import type { AuthMethodId } from "../models/ids";
import type { Session } from "../models/session";
import type { WalletContext, WalletRequestOptions } from "./context";
import { generateClientKeyPair, openSessionBundle } from "./crypto";
import type { ClientKeyPair } from "./crypto";
import { CredentialNotFoundError } from "./errors";
import type { PasskeyRequestOptions } from "./passkey-ceremony";
import { toAssertion } from "./passkey-mapping";
import { refuseSandboxValue, sandboxValues } from "./sandbox";
import { WalletSession } from "./wallet-session";

const OPERATION = "wallet.signIn";

/** Signs in with the code from an e-mail: the one of the registration, later one that `wallet.requestCode()` asked for. */
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
  /** A token (JWT) issued less than 60 seconds ago; a cached one fails. */
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
   * The WebAuthn credential ids (base64url) that the browser may use. Default: the one that this device remembers for the wallet,
   * else whichever the customer picks.
   */
  allowCredentials?: readonly string[] | undefined;
}

/** A passkey sign-in with everything fetched: what is left is the gesture, and `wallet.signIn(prepared)`. */
export interface PreparedSignIn {
  readonly type: "PASSKEY";
  readonly credentialId: AuthMethodId;
  /** What the browser will be asked for. */
  readonly request: PasskeyRequestOptions;
  /** Names the challenge to the service. */
  readonly requestId: string;
  /** ISO 8601 date-time in UTC by which the sign-in must be complete, where the service says. */
  readonly expiresAt?: string | undefined;
  /** The pair that this sign-in's session key will be sealed to. */
  readonly keyPair: ClientKeyPair;
}

/** What a customer signs in with; `type` tells the forms apart. */
export type SignInParams = EmailOtpSignIn | OauthSignIn | PasskeySignIn | PreparedSignIn;

/** The wallet's credential of a type. */
export async function findCredential(
  { api, accountId }: WalletContext,
  operation: string,
  type: AuthMethodType,
  options: WalletRequestOptions,
): Promise<AuthMethod> {
  const { data } = await api.auth.credentials.list({ accountId }, options);
  const [credential, second] = data.filter((candidate) => candidate.type === type);
  if (credential === undefined) throw new CredentialNotFoundError(operation, type);
  if (second !== undefined) {
    const message = `is needed: the wallet has several ${type} credentials`;
    refuse("credentialId", message, operation);
  }
  return credential;
}

/** Everything of a passkey sign-in that comes before the gesture. */
export async function prepareSignIn(
  context: WalletContext,
  { credentialId, allowCredentials }: PasskeySignIn,
  options: WalletRequestOptions,
): Promise<PreparedSignIn> {
  const passkeys = context.passkeys();
  await passkeys.prepare?.();
  const id = credentialId ?? (await findCredential(context, OPERATION, "PASSKEY", options)).id;
  const keyPair = await generateClientKeyPair();
  const { publicKey } = keyPair;
  const answer = await context.api.auth.credentials.challenge(id, { clientPublicKey: publicKey }, options);
  const rpId = context.relyingParty.id;
  const remembered = passkeys.recall?.(context.accountId);
  const allowed = allowCredentials ?? (remembered === undefined ? undefined : [remembered]);
  return {
    type: "PASSKEY",
    credentialId: id,
    request: {
      challenge: answer.challenge,
      ...(rpId === undefined ? {} : { rpId }),
      ...(allowed && { allowCredentials: allowed.map((rawId) => ({ id: rawId, type: "public-key" })) }),
      userVerification: "required",
    },
    requestId: answer.requestId,
    expiresAt: answer.expiresAt ?? undefined,
    keyPair,
  };
}

/** Proves control of a credential and keeps the session that the service opens for it. */
export async function signIn(
  context: WalletContext,
  params: SignInParams,
  options: WalletRequestOptions,
): Promise<WalletSession> {
  switch (params?.type) {
    case "EMAIL_OTP":
    case "OAUTH":
      return signInWithText(context, params, options);
    case "PASSKEY":
      // With a prepared sign-in nothing may be awaited before the ceremony: Safari would have forgotten the gesture.
      return "keyPair" in params
        ? signInWithPasskey(context, params, options)
        : signInWithPasskey(context, await prepareSignIn(context, params, options), options);
    default:
      refuse("type", "must be EMAIL_OTP, OAUTH or PASSKEY", OPERATION);
  }
}

async function signInWithText(
  context: WalletContext,
  params: EmailOtpSignIn | OauthSignIn,
  options: WalletRequestOptions,
): Promise<WalletSession> {
  const proof =
    params.type === "EMAIL_OTP"
      ? ({ type: params.type, otp: params.otp } as const)
      : ({ type: params.type, oidcToken: params.oidcToken } as const);
  for (const [member, value] of Object.entries(proof)) {
    refuseSandboxValue(context.environment, OPERATION, member, value);
  }
  const credentialId =
    params.credentialId ?? (await findCredential(context, OPERATION, params.type, options)).id;
  if (params.type === "OAUTH") context.requireFreshToken(params.oidcToken, OPERATION);
  const keyPair = await generateClientKeyPair();
  const body = { ...proof, clientPublicKey: keyPair.publicKey };
  return keep(context, credentialId, keyPair, () =>
    context.api.auth.credentials.verify(credentialId, body, options),
  );
}

async function signInWithPasskey(
  context: WalletContext,
  prepared: PreparedSignIn,
  options: WalletRequestOptions,
): Promise<WalletSession> {
  const { credentialId, keyPair, requestId, expiresAt } = prepared;
  if (expiresAt !== undefined && context.clock.now() >= Date.parse(expiresAt)) {
    throw new ChallengeExpiredError(OPERATION, expiresAt);
  }
  const passkeys = context.passkeys();
  try {
    const assertion = toAssertion(await passkeys.get(prepared.request, options.signal));
    refuseSandboxValue(context.environment, OPERATION, "assertion.signature", assertion.signature);
    if (context.environment === "sandbox") assertion.signature = sandboxValues.passkeySignature;
    const body = { type: "PASSKEY", assertion, clientPublicKey: keyPair.publicKey } as const;
    const session = await keep(context, credentialId, keyPair, () =>
      context.api.auth.credentials.verify(credentialId, body, { ...options, requestId }),
    );
    passkeys.remember?.(context.accountId, assertion.credentialId);
    return session;
  } catch (error) {
    // The passkey may be gone from the device, or replaced: the next sign-in lets the customer choose.
    passkeys.remember?.(context.accountId, undefined);
    throw error;
  }
}

/** Opens the session key, which the sandbox only pretends to send, and takes the session. */
async function keep(
  { accountId, environment, keeper, clock }: WalletContext,
  credentialId: string,
  keyPair: ClientKeyPair,
  verify: () => Promise<Session>,
): Promise<WalletSession> {
  const { encryptedSessionSigningKey, ...answer } = await verify();
  if (typeof answer.accountId === "string" && answer.accountId !== accountId) {
    const message = "names a credential of another embedded wallet";
    refuse("credentialId", message, OPERATION);
  }
  const key =
    environment === "sandbox"
      ? undefined
      : await openSessionBundle(encryptedSessionSigningKey ?? "", keyPair);
  keyPair.wipe();
  const session = new WalletSession({ ...answer, accountId, credentialId }, key, () => clock.now());
  await keeper.add(session);
  return session;
}
