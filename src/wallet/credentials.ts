import { refuse } from "../core/errors";
import type { Paginator } from "../core/pagination";
import type { AuthMethod, CredentialCreateParams, PasskeyAttestation } from "../models/auth";
import type { AuthMethodId } from "../models/ids";
import { check } from "../resources/checks";
import { object, text } from "../options/kinds";
import type { WalletContext } from "./context";
import type { WalletDevice } from "./devices";
import { devicesOf } from "./devices";
import { FURTHER_CREDENTIAL, preparePasskey, registerPasskey } from "./passkey-registration";
import type { PasskeyRegistration, PreparedRegistration } from "./passkey-registration";
import { objectGiven } from "./wallet-call";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";
import { WalletPart } from "./wallet-part";

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

/**
 * The credentials of a wallet. Register a second one of another type. It keeps the wallet recoverable, and only it can revoke
 * the first.
 */
export class WalletCredentials extends WalletPart {
  /**
   * Lists the wallet's credentials.
   *
   * @example
   * ```ts
   * const { data } = await wallet.credentials.list();
   * ```
   * @see GET /auth/credentials
   */
  list(options?: WalletRequestOptions): Paginator<AuthMethod> {
    return this.pages("wallet.credentials.list", options, ({ api, accountId }, call) =>
      api.auth.credentials.list({ accountId }, call.request()),
    );
  }

  /**
   * Lists the devices that sign in with a passkey, with names that a customer can read.
   *
   * @example
   * ```ts
   * const devices = await wallet.credentials.devices();
   * const lost = devices.find(({ name }) => name === "Old phone");
   * await lost?.remove();
   * ```
   * @see GET /auth/credentials
   */
  async devices(options?: WalletRequestOptions): Promise<WalletDevice[]> {
    return this.call("wallet.credentials.devices", options, async ({ passkeyRecords }, call) => {
      const listed = await passkeyRecords.list(call);
      return devicesOf(listed, passkeyRecords.onDevice, (id, given) => this.revoke(id, given));
    });
  }

  /**
   * Prepares a passkey registration before the user gesture: fetches the challenge.
   *
   * @example
   * ```ts
   * const prepared = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "My phone" });
   * button.onclick = () => wallet.credentials.register(prepared);
   * ```
   *
   * @throws {ConfigurationError} when the wallet has no passkey ceremony, or no source of challenges.
   * @throws {PasskeyRegistrationError} when the wallet has a passkey and the service allows one, or an earlier registration
   * has an unknown outcome.
   * @throws {InvalidRequestError} when `nickname` is missing.
   */
  async prepareRegistration(
    params: PasskeyRegistration,
    options?: WalletRequestOptions,
  ): Promise<PreparedRegistration> {
    return this.call("wallet.credentials.prepareRegistration", options, (context, call) =>
      preparePasskey(context, call, params),
    );
  }

  /**
   * Registers a credential. The wallet's first one needs no signature. A session of this device signs each further one.
   *
   * For a PASSKEY, the call runs the passkey ceremony. If you prepared the registration, the ceremony starts without a wait.
   * A registration that was not completed continues: the passkey that the device has made is sent again. If a response is
   * lost, the wallet looks for the passkey in the list of credentials.
   *
   * @example
   * ```ts
   * await wallet.credentials.register({ type: "EMAIL_OTP" });
   * ```
   *
   * @throws {BadRequestError} when the wallet already has one of the type: code `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`,
   * `SMS_OTP_CREDENTIAL_ALREADY_EXISTS` or `PASSKEY_CREDENTIAL_ALREADY_EXISTS`.
   * @throws {PasskeyRegistrationError} when the wallet has a passkey and the service allows one, or an earlier registration
   * has an unknown outcome.
   * @throws {ChallengeExpiredError} when a prepared registration is too old, or the dialog took too long. Prepare again.
   * @throws {SessionRequiredError} when it is not the first credential and nobody is signed in. An account of the newest service
   * begins with an e-mail credential: call `wallet.requestCode()` and sign in with the code first.
   * @throws {SessionExpiredError} when it is not the first credential and the session has ended.
   * @throws {AuthenticationError} when the service does not accept the token or the signature.
   * @throws {InvalidRequestError} when a parameter is invalid, an OpenID token is too old, or production gets a magic value
   * of the sandbox.
   * @see POST /auth/credentials
   */
  async register(params: RegisterParams, options?: WalletRequestOptions): Promise<AuthMethod> {
    return this.call("wallet.credentials.register", options, async (context, call) => {
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
    });
  }

  /**
   * Revokes a credential and its sessions. A session of another credential on this device signs the request. You cannot
   * revoke the wallet's last credential.
   *
   * @example
   * ```ts
   * await wallet.credentials.revoke(lostPhone.id);
   * ```
   *
   * @throws {OtherCredentialRequiredError} when this device has no session of another credential.
   * @throws {BadRequestError} when it is the only credential of the wallet.
   * @throws {NotFoundError} when the credential does not exist, or was already revoked.
   * @see DELETE /auth/credentials/{id}
   */
  async revoke(credentialId: AuthMethodId, options?: WalletRequestOptions): Promise<void> {
    return this.call("wallet.credentials.revoke", options, async (context, call) => {
      const { api, authorization, codeTargets, passkeyRecords, payloads, sessionManager } = context;
      const passkey = await passkeyToHide(context, call, credentialId);
      await authorization.run(call, { otherThanCredential: credentialId }, (session) =>
        api.auth.credentials.revoke(credentialId, payloads.signed(call, session)),
      );
      await sessionManager.forget((session) => session.credentialId === credentialId);
      codeTargets.forget(credentialId);
      if (passkey !== undefined) await passkeyRecords.revoked(passkey);
    });
  }
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
