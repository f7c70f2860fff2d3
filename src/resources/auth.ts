import { valueAt } from "../core/fields";
import type { HttpCore } from "../core/http-core";
import { written } from "../core/json";
import type { Paginator } from "../core/pagination";
import { isRecognised } from "../core/recognition";
import type { Recovery, RequestOptions, Signer } from "../core/types";
import { authMethodSchema, passkeyAuthChallengeSchema, sessionSchema } from "../models/auth";
import type {
  AuthMethod,
  CredentialChallengeParams,
  CredentialCreateParams,
  CredentialListParams,
  CredentialVerifyParams,
  EmailOtpVerifyParams,
  OauthVerifyParams,
  PasskeyAuthChallenge,
  PasskeyVerifyParams,
  Session,
  SessionListParams,
  SignedRetryChallenge,
} from "../models/auth";
import type { AuthMethodId, SessionId } from "../models/ids";
import { CREDENTIALS, passkeyChallenge, SESSIONS } from "../operations/auth";
import { required, text } from "../options/kinds";
import { ownField } from "../options/read";
import { genuineOf } from "./declared-call";
import { Resource } from "./resource";

/** Options of `auth.credentials.verify`. */
export interface VerifyOptions extends RequestOptions {
  /**
   * The `requestId` of the challenge, unchanged. Required for a passkey. The client does not send it for
   * other types.
   */
  requestId?: string | undefined;
}

/**
 * The credentials of embedded wallets: passkeys, OpenID tokens and one-time passwords.
 *
 * A wallet has at most one passkey and one one-time password. At least one credential must remain. To keep
 * the wallet recoverable, register a second credential of another type.
 */
export class AuthCredentials extends Resource {
  /**
   * Registers a credential. A wallet's first credential needs no signature. Every further one does.
   *
   * With a `signer`, this call signs the challenge and sends the signed request. Without one, it resolves to
   * the challenge. Sign it, then repeat the call with the headers `Service-Wallet-Signature` and
   * `Request-Id`.
   *
   * Not idempotent. If the response is lost, the client looks for a credential created since the challenge.
   *
   * @throws {BadRequestError} when the wallet has one of the type (`EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS`, `PASSKEY_CREDENTIAL_ALREADY_EXISTS`)
   * @throws {AuthenticationError} when the service does not accept the token, the signature or its challenge
   * @throws {ChallengeExpiredError} when signing took longer than the challenge lasts
   *
   * @example
   * ```ts
   * // The first credential of a wallet needs no signer.
   * const credential = await payments.auth.credentials.create({ type: "EMAIL_OTP", accountId }, { signer });
   * ```
   * @see POST /auth/credentials
   */
  create(params: CredentialCreateParams, options: RequestOptions & { signer: Signer }): Promise<AuthMethod>;
  create(
    params: CredentialCreateParams,
    options?: RequestOptions,
  ): Promise<AuthMethod | SignedRetryChallenge>;
  async create(
    params: CredentialCreateParams,
    options?: RequestOptions,
  ): Promise<AuthMethod | SignedRetryChallenge> {
    const recovery = this.#recovery(written(params, CREDENTIALS.create.name).value);
    return this.call(CREDENTIALS.create, authMethodSchema, { params, recovery, options });
  }

  /** Finds what a creation with a lost response made. */
  #recovery(params: CredentialCreateParams): Recovery<AuthMethod> {
    const genuine = genuineOf(CREDENTIALS.create.result, authMethodSchema, params);
    const listed = async (options: RequestOptions) =>
      (await this.list({ accountId: params.accountId }, options)).data;
    // The same OpenID token can register twice within a second. An e-mail address cannot, and a passkey needs a
    // person.
    let existing: readonly string[] | undefined;
    const mayExist = valueAt(params, "type") === "OAUTH";
    return {
      kind: "find-created",
      noteExisting: async (options) => {
        existing ??= mayExist ? (await listed(options)).map((credential) => credential?.id) : [];
      },
      find: async (since, options) => {
        const known = existing;
        if (known === undefined) return undefined;
        const nickname = valueAt(params, "nickname");
        const [created, another] = (await listed(options)).filter(
          (credential) =>
            isRecognised(credential, genuine) &&
            credential.type === params.type &&
            !known.includes(credential.id) &&
            // The service may truncate the creation time to whole seconds.
            Date.parse(credential.createdAt) >= Math.floor(since / 1_000) * 1_000 &&
            (!nickname || !credential.nickname || credential.nickname === nickname),
        );
        // With two candidates, either may come from another call.
        return another === undefined ? created : undefined;
      },
    };
  }

  /**
   * Lists the credentials of an embedded wallet. The result is not paged.
   *
   * @example
   * ```ts
   * const { data } = await payments.auth.credentials.list({ accountId });
   * ```
   * @see GET /auth/credentials
   */
  list(params: CredentialListParams, options?: RequestOptions): Paginator<AuthMethod> {
    return this.pages(CREDENTIALS.list, authMethodSchema, { params, options });
  }

  /**
   * Requests a sign-in challenge. A passkey needs one before every sign-in. An e-mail credential needs one
   * before every sign-in but the first. An OpenID credential needs none.
   *
   * For a passkey, pass `clientPublicKey`. The response has the WebAuthn challenge and its `requestId`. For
   * an e-mail credential, pass nothing. The service sends a new code and returns the credential unchanged.
   *
   * @throws {InvalidRequestError} when `clientPublicKey` is not a P-256 public key in hexadecimal
   * @throws {NotFoundError} when the credential does not exist
   * @throws {RateLimitError} when you requested too many challenges
   *
   * @example
   * ```ts
   * const { challenge, requestId } = await payments.auth.credentials.challenge(passkey.id, { clientPublicKey });
   * // Have the passkey sign `challenge`, and verify with the same key and `requestId`.
   * ```
   * @see POST /auth/credentials/{id}/challenge
   */
  challenge(
    credentialId: AuthMethodId,
    params: CredentialChallengeParams,
    options?: RequestOptions,
  ): Promise<PasskeyAuthChallenge>;
  challenge(
    credentialId: AuthMethodId,
    params?: { clientPublicKey?: undefined },
    options?: RequestOptions,
  ): Promise<AuthMethod>;
  async challenge(
    credentialId: AuthMethodId,
    params?: { clientPublicKey?: string | undefined } | null,
    options?: RequestOptions,
  ): Promise<AuthMethod | PasskeyAuthChallenge> {
    const body = params ?? {};
    const isEmpty = Object.values(body).every((value) => value == null);
    const given = { id: credentialId, params: body, options };
    if (isEmpty) return this.call(CREDENTIALS.challenge, authMethodSchema, { ...given, body: undefined });
    const forPasskey = { ...CREDENTIALS.challenge, result: passkeyChallenge };
    return this.call(forPasskey, passkeyAuthChallengeSchema, given);
  }

  /**
   * Signs in with a credential and opens a session. The response has the session's signing key, sealed to
   * `clientPublicKey`. Earlier sessions stay valid.
   *
   * Not idempotent: a proof works once.
   *
   * @throws {InvalidRequestError} when `clientPublicKey` is not a P-256 public key in hexadecimal, or a passkey has no `requestId`
   * @throws {AuthenticationError} when the service does not accept the proof (see `reason`)
   *
   * @example
   * ```ts
   * const session = await payments.auth.credentials.verify(credential.id, { type: "EMAIL_OTP", otp, clientPublicKey });
   * ```
   * @see POST /auth/credentials/{id}/verify
   */
  verify(
    credentialId: AuthMethodId,
    params: PasskeyVerifyParams,
    options: VerifyOptions & { requestId: string },
  ): Promise<Session>;
  verify(
    credentialId: AuthMethodId,
    params: EmailOtpVerifyParams | OauthVerifyParams,
    options?: VerifyOptions,
  ): Promise<Session>;
  async verify(
    credentialId: AuthMethodId,
    params: CredentialVerifyParams,
    options?: VerifyOptions | null,
  ): Promise<Session> {
    const isPasskey = valueAt(params, "type") === "PASSKEY";
    return this.call(CREDENTIALS.verify, sessionSchema, {
      id: credentialId,
      params,
      headers: {
        "request-id": isPasskey ? (ownField(options, "requestId") as string | undefined) : undefined,
      },
      own: { requestId: isPasskey ? required(text) : text },
      options,
    });
  }

  /**
   * Revokes a credential and its sessions. A session of another credential of the wallet must sign.
   *
   * With a `signer`, this call signs the challenge and sends the signed request. Without one, it resolves to
   * the challenge. Sign it, then repeat the call with the headers `Service-Wallet-Signature` and
   * `Request-Id`. That call resolves to `undefined`.
   *
   * @throws {BadRequestError} when it is the only credential of the wallet
   * @throws {AuthenticationError} when the service does not accept the signature or its challenge
   * @throws {NotFoundError} when the credential does not exist
   * @throws {ChallengeExpiredError} when signing took longer than the challenge lasts
   *
   * @example
   * ```ts
   * await payments.auth.credentials.revoke(credential.id, { signer });
   * ```
   * @see DELETE /auth/credentials/{id}
   */
  revoke(credentialId: AuthMethodId, options: RequestOptions & { signer: Signer }): Promise<void>;
  revoke(credentialId: AuthMethodId, options?: RequestOptions): Promise<SignedRetryChallenge | undefined>;
  async revoke(credentialId: AuthMethodId, options?: RequestOptions): Promise<SignedRetryChallenge | void> {
    return this.call(CREDENTIALS.revoke, undefined, { id: credentialId, options });
  }
}

/** Sessions of embedded wallets. */
export class AuthSessions extends Resource {
  /**
   * Lists the active sessions of an embedded wallet, without their keys. The result is not paged.
   *
   * @example
   * ```ts
   * const { data } = await payments.auth.sessions.list({ accountId });
   * ```
   * @see GET /auth/sessions
   */
  list(params: SessionListParams, options?: RequestOptions): Paginator<Session> {
    return this.pages(SESSIONS.list, sessionSchema, { params, options });
  }

  /**
   * Ends a session. Its credential stays usable. Any active session of the wallet can sign, including this
   * one.
   *
   * With a `signer`, this call signs the challenge and sends the signed request. Without one, it resolves to
   * the challenge. Sign it, then repeat the call with the headers `Service-Wallet-Signature` and
   * `Request-Id`. That call resolves to `undefined`.
   *
   * @throws {AuthenticationError} when the service does not accept the signature or its challenge
   * @throws {NotFoundError} when the session does not exist
   * @throws {ChallengeExpiredError} when signing took longer than the challenge lasts
   *
   * @example
   * ```ts
   * await payments.auth.sessions.revoke(session.id, { signer });
   * ```
   * @see DELETE /auth/sessions/{id}
   */
  revoke(sessionId: SessionId, options: RequestOptions & { signer: Signer }): Promise<void>;
  revoke(sessionId: SessionId, options?: RequestOptions): Promise<SignedRetryChallenge | undefined>;
  async revoke(sessionId: SessionId, options?: RequestOptions): Promise<SignedRetryChallenge | void> {
    return this.call(SESSIONS.revoke, undefined, { id: sessionId, options });
  }
}

/** Signs users in to embedded wallets. */
export class Auth {
  /** The credentials of a wallet: passkeys, OpenID tokens and one-time passwords. */
  readonly credentials: AuthCredentials;
  /** The active sessions of a wallet. */
  readonly sessions: AuthSessions;

  constructor(core: HttpCore) {
    this.credentials = new AuthCredentials(core);
    this.sessions = new AuthSessions(core);
  }
}
