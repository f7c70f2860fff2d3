import { calledIn, traced } from "../core/call-site";
import { isPaymentsError } from "../core/error-guards";
import { refuse } from "../core/errors";
import type { Paginator } from "../core/pagination";
import type { AuthMethod, CredentialCreateParams, PasskeyAttestation } from "../models/auth-method";
import type { AuthMethodId } from "../models/ids";
import { check, object, text } from "../resources/checks";
import { signerOf } from "./context";
import type { WalletContext } from "./context";
import type { PasskeyCreationOptions } from "./passkey-ceremony";
import { credentialIds, toAttestation } from "./passkey-mapping";
import { noPasskeyAccepted, passkeyAccepted, passkeyUnknown, passkeyUserId } from "./passkey-records";
import { assertNotSandboxValue } from "./sandbox";
import { objectOf, requireObject, WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** COSE algorithms that every platform's authenticators offer one of: ES256 and RS256 (RFC 9053; RFC 8812). */
const ALGORITHMS = [-7, -257];

/** Registers a one-time password by e-mail; the first code is mailed at once, to the customer's address. */
export interface EmailOtpRegistration {
  type: "EMAIL_OTP";
}

/** Registers an OpenID provider. */
export interface OauthRegistration {
  type: "OAUTH";
  /** A token (JWT) issued less than 60 seconds ago. */
  oidcToken: string;
}

/** Registers a passkey, made on this device. */
export interface PasskeyRegistration {
  type: "PASSKEY";
  /** A name by which the customer knows the device. */
  nickname: string;
  /** Whom the browser's dialog shows. Default: the nickname. */
  user?: { name: string; displayName: string } | undefined;
  /** WebAuthn credential ids (base64url) of passkeys that must not be made again on their device. */
  excludeCredentials?: readonly string[] | undefined;
}

/** Registers a passkey that was made elsewhere. */
export interface PasskeyAttestationRegistration {
  type: "PASSKEY";
  nickname: string;
  /** The challenge that the platform's backend issued for it, base64url. */
  challenge: string;
  /** See `toAttestation`. */
  attestation: PasskeyAttestation;
}

/** A passkey registration with everything fetched: what is left is the gesture, and `wallet.credentials.register(prepared)`. */
export interface PreparedRegistration {
  readonly type: "PASSKEY";
  readonly nickname: string;
  /** What the browser will be asked for. */
  readonly request: PasskeyCreationOptions;
}

/** What can be registered as a credential; `type` tells the forms apart. */
export type RegisterParams =
  | EmailOtpRegistration
  | OauthRegistration
  | PasskeyRegistration
  | PasskeyAttestationRegistration
  | PreparedRegistration;

/**
 * The credentials of a wallet. Register a second one of another type: it keeps the wallet recoverable, and only it can
 * revoke the first.
 */
export class WalletCredentials {
  readonly #context: WalletContext;

  constructor(context: WalletContext) {
    this.#context = context;
  }

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
    return calledIn(this.list, () => {
      const { api, accountId } = this.#context;
      return api.auth.credentials.list(
        { accountId },
        new WalletCall("wallet.credentials.list", options).request(),
      );
    });
  }

  /**
   * Everything of a passkey registration that comes before the gesture: fetches the challenge.
   *
   * @example
   * ```ts
   * const prepared = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "My phone" });
   * button.onclick = () => wallet.credentials.register(prepared);
   * ```
   *
   * @throws {ConfigurationError} when the wallet has no passkey ceremony, or no source of challenges.
   * @throws {InvalidRequestError} when there is no `nickname`.
   */
  async prepareRegistration(
    params: PasskeyRegistration,
    options?: WalletRequestOptions,
  ): Promise<PreparedRegistration> {
    return traced(this.prepareRegistration, async () =>
      this.#prepare(new WalletCall("wallet.credentials.prepareRegistration", options), params),
    );
  }

  /**
   * Registers a credential. The wallet's first one needs no signature; a further one is signed by a session of this device.
   *
   * For a PASSKEY the ceremony runs within the call, without a wait before it when the registration was prepared. When the
   * response of a registration is lost, the client checks whether the credential was created.
   *
   * @example
   * ```ts
   * await wallet.credentials.register({ type: "EMAIL_OTP" });
   * ```
   *
   * @throws {BadRequestError} when the wallet has one of the type: code `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS` or
   * `PASSKEY_CREDENTIAL_ALREADY_EXISTS`.
   * @throws {SessionRequiredError} when it is not the first credential and nobody is signed in.
   * @throws {SessionExpiredError} when it is not the first credential and the session has ended.
   * @throws {AuthenticationError} when the service does not accept the token or the signature.
   * @throws {InvalidRequestError} when a parameter is invalid, an OpenID token is too old, or a magic value of the sandbox is
   * used in production.
   * @see POST /auth/credentials
   */
  async register(params: RegisterParams, options?: WalletRequestOptions): Promise<AuthMethod> {
    return traced(this.register, async () => {
      const { api, authorization } = this.#context;
      const call = new WalletCall("wallet.credentials.register", options);
      const given = objectOf(params, "params", call.operation);
      const body = await this.#body(call, given);
      /** The WebAuthn id of the passkey that this call made. */
      const made =
        body.type === "PASSKEY" && !("attestation" in given) ? body.attestation.credentialId : undefined;
      try {
        const credential = await authorization.run(call, {}, (session) =>
          api.auth.credentials.create(body, { ...call.request(), signer: signerOf(session) }),
        );
        if (made !== undefined) passkeyAccepted(this.#context, made);
        return credential;
      } catch (error) {
        // The device has a passkey that will never work.
        if (made !== undefined && isPaymentsError(error) && error.outcome === "not-executed") {
          passkeyUnknown(this.#context, made);
        }
        throw error;
      }
    });
  }

  /**
   * Revokes a credential, together with its sessions. Signed by a session of another credential, which this device must
   * have; the wallet's last credential cannot be revoked.
   *
   * @example
   * ```ts
   * await wallet.credentials.revoke(lostPhone.id);
   * ```
   *
   * @throws {OtherCredentialRequiredError} when this device has no session of another credential.
   * @throws {BadRequestError} when it is the only credential of the wallet.
   * @throws {NotFoundError} when there is no such credential, or no longer.
   * @see DELETE /auth/credentials/{id}
   */
  async revoke(credentialId: AuthMethodId, options?: WalletRequestOptions): Promise<void> {
    return traced(this.revoke, async () => {
      const { api, authorization, sessionManager } = this.#context;
      const call = new WalletCall("wallet.credentials.revoke", options);
      await authorization.run(call, { otherThanCredential: credentialId }, (session) =>
        api.auth.credentials.revoke(credentialId, { ...call.request(), signer: signerOf(session) }),
      );
      await sessionManager.forget((session) => session.credentialId === credentialId);
      await this.#signalRevoked(call);
    });
  }

  /** Lets the browser hide the passkey if that was what the customer revoked. */
  async #signalRevoked(call: WalletCall): Promise<void> {
    const { api, accountId, passkeys } = this.#context;
    try {
      if (passkeys().signalAccepted === undefined) return;
      const { data, hasMore } = await api.auth.credentials.list({ accountId }, call.request());
      if (!hasMore && data.every(({ type }) => type !== "PASSKEY")) noPasskeyAccepted(this.#context);
    } catch {
      // The revocation itself succeeded. The next passkey sign-in notices.
    }
  }

  async #prepare(call: WalletCall, params: PasskeyRegistration): Promise<PreparedRegistration> {
    check(call.operation, params, { nickname: text });
    const { nickname, user, excludeCredentials } = objectOf(params, "params", call.operation);
    const excluded = credentialIds("excludeCredentials", excludeCredentials, call.operation) ?? [];
    const { accountId, passkeys, registrationChallenge, relyingParty } = this.#context;
    const ceremony = passkeys();
    await call.wait(() => ceremony.prepare?.());
    const challenge = await registrationChallenge(call);
    return {
      type: "PASSKEY",
      nickname,
      request: {
        challenge,
        rp: {
          ...(relyingParty.id === undefined ? {} : { id: relyingParty.id }),
          name: relyingParty.name ?? globalThis.location?.hostname ?? "Wallet",
        },
        user: {
          id: passkeyUserId(accountId),
          name: user?.name ?? nickname,
          displayName: user?.displayName ?? nickname,
        },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: excluded.map((id) => ({ id, type: "public-key" })),
        authenticatorSelection: {
          // The service does not tell the WebAuthn ids at sign-in: the passkey must be one that the device finds by itself.
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      },
    };
  }

  async #body(call: WalletCall, params: RegisterParams): Promise<CredentialCreateParams> {
    const { accountId, environment, passkeys, requireFreshToken } = this.#context;
    const { operation } = call;
    switch (params.type) {
      case "EMAIL_OTP":
        return { type: params.type, accountId };
      case "OAUTH":
        check(operation, params, { oidcToken: text });
        assertNotSandboxValue(environment, operation, "oidcToken", params.oidcToken);
        requireFreshToken(params.oidcToken, operation);
        return { type: params.type, accountId, oidcToken: params.oidcToken };
      case "PASSKEY": {
        check(operation, params, { nickname: text });
        const { nickname } = params;
        if ("attestation" in params) {
          check(operation, params, { challenge: text, attestation: object });
          const { challenge, attestation } = params;
          return { type: params.type, accountId, nickname, challenge, attestation };
        }
        // With a prepared registration nothing may be awaited before the ceremony: Safari would have forgotten the gesture.
        const request = "request" in params ? params.request : (await this.#prepare(call, params)).request;
        requireObject(request, "request", operation);
        check(operation, { request }, { "request.challenge": text });
        const credential = await call.waitForPerson(() => passkeys().create(request, call.signal));
        const attestation = toAttestation(credential);
        return { type: params.type, accountId, nickname, challenge: request.challenge, attestation };
      }
      default:
        refuse("type", "must be EMAIL_OTP, OAUTH or PASSKEY", operation);
    }
  }
}
