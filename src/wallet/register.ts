import { refuse } from "../core/errors";
import type { AuthMethod, CredentialCreateParams, PasskeyAttestation } from "../models/auth";
import type { AuthMethodId } from "../models/ids";
import { object, text } from "../options/kinds";
import { check } from "../resources/checks";
import type { WalletContext } from "./context";
import { FURTHER_CREDENTIAL, preparePasskey, registerPasskey } from "./passkey-registration";
import type { PasskeyRegistration, PreparedRegistration } from "./passkey-registration";
import { objectGiven } from "./wallet-call";
import type { WalletCall } from "./wallet-call";

/** Registers a one-time password by email. The service sends the first code at once, to the customer's address. */
export interface EmailOtpRegistration {
  type: "EMAIL_OTP";
}

/** Registers a one-time password by SMS, at the newest service. It sends the first code at once, to the customer's phone number. */
export interface SmsOtpRegistration {
  type: "SMS_OTP";
}

/** Registers an OpenID provider. */
export interface OauthRegistration {
  type: "OAUTH";
  /** A token (JWT) issued less than 60 seconds ago. */
  oidcToken: string;
}

/** Registers a passkey that was created outside the wallet. */
export interface PasskeyAttestationRegistration {
  type: "PASSKEY";
  nickname: string;
  /** The challenge that your backend issued, in base64url. */
  challenge: string;
  /** The attestation. Make it with `toAttestation`. */
  attestation: PasskeyAttestation;
}

/** The parameters of a registration. `type` selects the form. */
export type RegisterParams =
  | EmailOtpRegistration
  | SmsOtpRegistration
  | OauthRegistration
  | PasskeyRegistration
  | PasskeyAttestationRegistration
  | PreparedRegistration;

/** Registers a credential. */
export async function registerCredential(
  context: WalletContext,
  call: WalletCall,
  params: RegisterParams,
): Promise<AuthMethod> {
  const { api, authorization, codeTargets, payloads } = context;
  const given = objectGiven(params, "params", call.operation);
  if (given.type === "PASSKEY" && !("attestation" in given)) {
    check(call.operation, given, { nickname: text });
    const prepared = "request" in given ? given : await preparePasskey(context, call, given);
    return registerPasskey(context, call, prepared);
  }
  if ("email" in given)
    refuse("email", "cannot be chosen: the code goes to the customer's address", call.operation);
  const body = bodyOf(context, call, given);
  const credential = await authorization.run(call, { advice: FURTHER_CREDENTIAL }, (session) =>
    api.auth.credentials.create(body, payloads.signed(call, session)),
  );
  return codeTargets.registered(credential);
}

/** Revokes a credential and its sessions. */
export async function revokeCredential(
  context: WalletContext,
  call: WalletCall,
  credentialId: AuthMethodId,
): Promise<void> {
  const { api, authorization, codeTargets, passkeyRecords, payloads, sessionManager } = context;
  const passkey = await passkeyToHide(context, call, credentialId);
  await authorization.run(call, { otherThanCredential: credentialId }, (session) =>
    api.auth.credentials.revoke(credentialId, payloads.signed(call, session)),
  );
  await sessionManager.forget((session) => session.credentialId === credentialId);
  codeTargets.forget(credentialId);
  if (passkey !== undefined) await passkeyRecords.revoked(passkey);
}

/** The passkey to revoke, so that the browser can hide it. `undefined` for another credential, or if the list fails. */
async function passkeyToHide(
  { passkeyRecords }: WalletContext,
  call: WalletCall,
  credentialId: string,
): Promise<AuthMethod | undefined> {
  if (!passkeyRecords.canHide) return undefined;
  const listed = await passkeyRecords.list(call).catch(() => []);
  return listed.find(({ id, type }) => id === credentialId && type === "PASSKEY");
}

function bodyOf(
  { accountId, requireToken }: WalletContext,
  { operation }: WalletCall,
  params: EmailOtpRegistration | SmsOtpRegistration | OauthRegistration | PasskeyAttestationRegistration,
): CredentialCreateParams {
  switch (params.type) {
    case "EMAIL_OTP":
    case "SMS_OTP":
      return { type: params.type, accountId };
    case "OAUTH":
      requireToken(params.oidcToken, operation);
      return { type: params.type, accountId, oidcToken: params.oidcToken };
    case "PASSKEY": {
      check(operation, params, { nickname: text, challenge: text, attestation: object });
      const { nickname, challenge, attestation } = params;
      return { type: params.type, accountId, nickname, challenge, attestation };
    }
    default:
      refuse("type", "must be EMAIL_OTP, SMS_OTP, OAUTH or PASSKEY", operation);
  }
}
