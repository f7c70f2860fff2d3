import type { Paginator } from "../core/pagination";
import type { AuthMethod } from "../models/auth";
import type { AuthMethodId } from "../models/ids";
import type { WalletDevice } from "./devices";
import type { PasskeyRegistration, PreparedRegistration } from "./passkey-registration";
import type { RegisterParams } from "./register";
import type { WalletRequestOptions } from "./wallet-call";
import { WalletPart } from "./wallet-part";

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
    return this.pages("wallet.credentials.list", {}, options, ({ context: { api, accountId } }, _, given) =>
      api.auth.credentials.list({ accountId }, given),
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
    return this.call("wallet.credentials.devices", options, async ({ actions, context }, call) => {
      const { passkeyRecords } = context;
      const listed = await passkeyRecords.list(call);
      return actions.devicesOf(listed, passkeyRecords.onDevice, (id, given) => this.revoke(id, given));
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
    return this.call("wallet.credentials.prepareRegistration", options, ({ actions, context }, call) =>
      actions.preparePasskey(context, call, params),
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
    return this.call("wallet.credentials.register", options, ({ actions, context }, call) =>
      actions.registerCredential(context, call, params),
    );
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
    return this.call("wallet.credentials.revoke", options, ({ actions, context }, call) =>
      actions.revokeCredential(context, call, credentialId),
    );
  }
}
