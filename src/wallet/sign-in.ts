import { refuse } from "../core/errors";
import type { AuthMethod } from "../models/auth";
import type { AuthMethodId } from "../models/ids";
import { text } from "../options/kinds";
import { verifyCredentialNewest } from "../operations/newest";
import { check } from "../resources/checks";
import type { WalletContext } from "./context";
import { findCredential } from "./devices";
import { nonceOf, requireNonce } from "./oidc-token";
import { signInByPasskey } from "./passkey-sign-in";
import { isHeld, keepSession, newSignInKey } from "./session-keys";
import type { CodeType, EmailOtpSignIn, OauthSignIn, SignInParams, SmsOtpSignIn } from "./sign-in-params";
import { objectGiven } from "./wallet-call";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/** Sends a new code, and keeps the key to seal it to. */
export async function requestCode(
  context: WalletContext,
  call: WalletCall,
  credential: AuthMethodId | CodeType = "EMAIL_OTP",
): Promise<AuthMethod> {
  const type = (["EMAIL_OTP", "SMS_OTP"] as const).find((known) => known === credential);
  const id = type ? (await findCredential(context, call, type)).id : credential;
  return context.codeTargets.request(call, id);
}

/** Proves control of a credential and keeps the session that the service opens for it. */
export async function signIn(
  context: WalletContext,
  call: WalletCall,
  params: SignInParams,
): Promise<WalletSession> {
  const given = objectGiven(params, "params", call.operation);
  switch (given.type) {
    case "EMAIL_OTP":
    case "SMS_OTP":
      return signInWithCode(context, call, given);
    case "OAUTH":
      return signInWithToken(context, call, given);
    case "PASSKEY":
      return signInByPasskey(context, call, given);
    default:
      refuse("type", "must be EMAIL_OTP, SMS_OTP, OAUTH or PASSKEY", call.operation);
  }
}

async function signInWithCode(
  context: WalletContext,
  call: WalletCall,
  params: EmailOtpSignIn | SmsOtpSignIn,
): Promise<WalletSession> {
  const { type } = params;
  check(call.operation, params, { otp: text });
  if (type === "SMS_OTP" && context.sessionKeys !== "held")
    refuse("type", 'SMS_OTP needs `sessionKeys: "held"`', call.operation);
  // People copy codes with the separators and invisible characters of the message, and type wide digits.
  const otp = params.otp.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, "");
  check(call.operation, { otp }, { otp: text });
  const credentialId = params.credentialId ?? (await findCredential(context, call, type)).id;
  const key = await newSignInKey(context);
  if (isHeld(key)) {
    const encryptedOtpBundle = await context.codeTargets.seal(call, credentialId, otp, key);
    const given = { id: credentialId, params: { type, encryptedOtpBundle } };
    return keepSession(context, call, { credentialId }, key, () =>
      context.openSession(
        verifyCredentialNewest,
        given,
        context.payloads.signed(call, async () => key),
      ),
    );
  }
  const body = { type: "EMAIL_OTP", otp, clientPublicKey: key.publicKey } as const;
  return keepSession(context, call, { credentialId }, key, () =>
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
    context.requireToken(source, operation);
    if (context.sessionKeys === "held")
      refuse("oidcToken", 'must be a function of the nonce with `sessionKeys: "held"`', operation);
  }
  const credentialId = params.credentialId ?? (await findCredential(context, call, type)).id;
  const key = await newSignInKey(context);
  const nonce = await nonceOf(key.publicKey);
  const oidcToken = typeof source === "function" ? await call.waitForPerson(() => source(nonce)) : source;
  context.requireToken(oidcToken, operation);
  if (isHeld(key)) requireNonce(oidcToken, nonce, operation);
  const body = { type, oidcToken, clientPublicKey: key.publicKey };
  return keepSession(context, call, { credentialId }, key, () =>
    context.api.auth.credentials.verify(credentialId, body, call.request()),
  );
}
