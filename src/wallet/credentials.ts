import { calledIn, traced } from "../core/call-site";
import { isPaymentsError } from "../core/error-guards";
import { refuse } from "../core/errors";
import type { Paginator } from "../core/pagination";
import type { AuthMethod, CredentialCreateParams, PasskeyAttestation } from "../models/auth-method";
import type { AuthMethodId } from "../models/ids";
import { check } from "../resources/checks";
import { object, text } from "../operations/checks";
import { signerOf } from "./context";
import type { WalletContext } from "./context";
import type { PasskeyCreationOptions } from "./passkey-ceremony";
import { credentialIds, toAttestation } from "./passkey-mapping";
import { noPasskeyAccepted, passkeyAccepted, passkeyUnknown, passkeyUserId } from "./passkey-records";
import { assertNotSandboxValue } from "./sandbox";
import { objectOf, requireObject, WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** COSE algorithms: ES256 and RS256 (RFC 9053; RFC 8812). Authenticators on every platform support one of them. */
const ALGORITHMS = [-7, -257];

/** Registers a one-time password by email. The service sends the first code at once, to the customer's address. */
export interface EmailOtpRegistration {
  type: "EMAIL_OTP";
}

/** Registers an OpenID provider. */
export interface OauthRegistration {
  type: "OAUTH";
  /** A token (JWT) issued less than 60 seconds ago. */
  oidcToken: string;
}

/** Registers a passkey that this device creates. */
export interface PasskeyRegistration {
  type: "PASSKEY";
  /** A name that lets the customer recognize the device. */
  nickname: string;
  /** The user in the browser's dialog. Default: the nickname. */
  user?: { name: string; displayName: string } | undefined;
  /** WebAuthn credential ids (base64url). An authenticator with one of these passkeys creates no new one. */
  excludeCredentials?: readonly string[] | undefined;
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

/** A prepared passkey registration. In the user gesture, call `wallet.credentials.register(prepared)`. */
export interface PreparedRegistration {
  readonly type: "PASSKEY";
  readonly nickname: string;
  /** The request to the browser. */
  readonly request: PasskeyCreationOptions;
}

/** The parameters of a registration. `type` selects the form. */
export type RegisterParams =
  | EmailOtpRegistration
  | OauthRegistration
  | PasskeyRegistration
  | PasskeyAttestationRegistration
  | PreparedRegistration;

/**
 * The credentials of a wallet. Register a second one of another type. It keeps the wallet recoverable, and only it can revoke
 * the first.
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
   * Prepares a passkey registration before the user gesture: fetches the challenge.
   *
   * @example
   * ```ts
   * const prepared = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "My phone" });
   * button.onclick = () => wallet.credentials.register(prepared);
   * ```
   *
   * @throws {ConfigurationError} when the wallet has no passkey ceremony, or no source of challenges.
   * @throws {InvalidRequestError} when `nickname` is missing.
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
   * Registers a credential. The wallet's first one needs no signature. A session of this device signs each further one.
   *
   * For a PASSKEY, the call runs the passkey ceremony. If you prepared the registration, the ceremony starts without a wait.
   * If the response is lost, the client checks whether the service created the credential.
   *
   * @example
   * ```ts
   * await wallet.credentials.register({ type: "EMAIL_OTP" });
   * ```
   *
   * @throws {BadRequestError} when the wallet already has one of the type: code `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS` or
   * `PASSKEY_CREDENTIAL_ALREADY_EXISTS`.
   * @throws {SessionRequiredError} when it is not the first credential and nobody is signed in.
   * @throws {SessionExpiredError} when it is not the first credential and the session has ended.
   * @throws {AuthenticationError} when the service does not accept the token or the signature.
   * @throws {InvalidRequestError} when a parameter is invalid, an OpenID token is too old, or production gets a magic value
   * of the sandbox.
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
        // The device now has a passkey that will never work.
        if (made !== undefined && isPaymentsError(error) && error.outcome === "not-executed") {
          passkeyUnknown(this.#context, made);
        }
        throw error;
      }
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

  /** Lets the browser hide the passkey if the customer revoked it. */
  async #signalRevoked(call: WalletCall): Promise<void> {
    const { api, accountId, passkeys } = this.#context;
    try {
      if (passkeys().signalAccepted === undefined) return;
      const { data, hasMore } = await api.auth.credentials.list({ accountId }, call.request());
      if (!hasMore && data.every(({ type }) => type !== "PASSKEY")) noPasskeyAccepted(this.#context);
    } catch {
      // The revocation itself succeeded. The next passkey sign-in cleans up.
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
          // The service does not return WebAuthn ids at sign-in, so the passkey must be discoverable.
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
        // After a prepared registration, nothing may be awaited before the ceremony: Safari would forget the gesture.
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
