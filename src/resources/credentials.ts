import { check, publicKey, text } from "../resources/checks";
import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { RequestOptions, Signer } from "../core/types";
import { authMethodSchema, passkeyAuthChallengeSchema } from "../models/auth-method";
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
} from "../models/auth-method";
import type { AuthMethodId } from "../models/ids";
import { listSchema } from "../models/page";
import { sessionSchema } from "../models/session";
import type { Session } from "../models/session";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";
import { id, page, send } from "./send";

const credentialListSchema = /* @__PURE__ */ listSchema(authMethodSchema);

/** What `verify` needs to know beside the body. */
export interface VerifyOptions extends RequestOptions {
  /** The `requestId` of the challenge, as it is: required for a passkey, not sent for the other types. */
  requestId?: string | undefined;
}

/**
 * The credentials of embedded wallets: passkeys, OpenID tokens and one-time passwords. One of each type per wallet; at
 * least one must remain. Register a second of another type, so that the wallet stays recoverable.
 * Source: specification, "Embedded-wallet authentication".
 */
export class Credentials {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Registers a credential. The first one of a wallet is made at once. A further one is signed: with a `signer` the
   * challenge is answered within this call; without one, the call resolves to the challenge, and is repeated with the
   * same parameters and the headers `Service-Wallet-Signature` and `Request-Id`. Not idempotent; after a lost answer the
   * client looks whether the credential is there.
   *
   * @throws BadRequestError `EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS` or `PASSKEY_CREDENTIAL_ALREADY_EXISTS` for a second
   *   one of the type
   * @throws AuthenticationError when the token, the stamp or the challenge it answers is not accepted
   * @throws ChallengeExpiredError when signing took longer than the challenge lasts
   * @see Specification, POST /auth/credentials
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
    // There was no e-mail or passkey credential before, or the first leg would have been refused; of OpenID credentials
    // there may be several, so only one that was made since counts.
    const look = async (since: number) => {
      const { data } = await this.list({ accountId: params.accountId }, { ...options, signer: undefined });
      const [made, another] = data.filter(
        ({ type, createdAt }) => type === params.type && (type !== "OAUTH" || Date.parse(createdAt) >= since),
      );
      return another === undefined ? made : undefined;
    };
    return send<AuthMethod | SignedRetryChallenge>(
      this.#core,
      {
        operation: "auth.credentials.create",
        method: "POST",
        path: "/auth/credentials",
        body: params,
        schema: authMethodSchema,
        signedRetry: { recovery: { kind: "find-created", find: look } },
      },
      options,
    );
  }

  /**
   * Lists the credentials of an embedded wallet. There is no paging: all come at once.
   *
   * @see Contract, GET /auth/credentials
   */
  list(params: CredentialListParams, options?: RequestOptions): Paginator<AuthMethod> {
    return page(
      this.#core,
      {
        operation: "auth.credentials.list",
        method: "GET",
        path: "/auth/credentials",
        query: params,
        schema: credentialListSchema,
        paged: false,
      },
      options,
    );
  }

  /**
   * Asks for a challenge, which a passkey needs before every sign-in and an e-mail credential before every one but the
   * first. For a passkey give `clientPublicKey`: the answer has the WebAuthn challenge and its `requestId`. For an e-mail
   * credential give nothing: a new code is sent, and the credential is answered unchanged. An OpenID credential needs no
   * challenge.
   *
   * @throws InvalidRequestError when `clientPublicKey` is not 130 hexadecimal characters starting with `04`
   * @throws NotFoundError when there is no such credential
   * @throws RateLimitError when too many challenges were asked for
   * @see Specification, POST /auth/credentials/{id}/challenge
   */
  challenge(
    credentialId: AuthMethodId,
    params: CredentialChallengeParams,
    options?: RequestOptions,
  ): Promise<PasskeyAuthChallenge>;
  challenge(credentialId: AuthMethodId, params?: undefined, options?: RequestOptions): Promise<AuthMethod>;
  async challenge(
    credentialId: AuthMethodId,
    params?: CredentialChallengeParams,
    options?: RequestOptions,
  ): Promise<AuthMethod | PasskeyAuthChallenge> {
    return send<AuthMethod | PasskeyAuthChallenge>(
      this.#core,
      {
        operation: "auth.credentials.challenge",
        method: "POST",
        path: path`/auth/credentials/${id("AuthMethod", credentialId)}/challenge`,
        ...(params && { body: params }),
        schema: params === undefined ? authMethodSchema : passkeyAuthChallengeSchema,
      },
      options,
    );
  }

  /**
   * Signs in: proves control of a credential and opens a session, whose signing key is in the answer, sealed to
   * `clientPublicKey`. Earlier sessions stay valid. Not idempotent: a proof works once.
   *
   * @throws InvalidRequestError when `clientPublicKey` is not 130 hexadecimal characters starting with `04`, or a passkey
   *   comes without `requestId`
   * @throws AuthenticationError when the proof is not accepted (see `reason`)
   * @see Specification, POST /auth/credentials/{id}/verify
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
    { requestId, ...options }: VerifyOptions = {},
  ): Promise<Session> {
    const operation = "auth.credentials.verify";
    const isPasskey = params?.type === "PASSKEY";
    if (isPasskey) check(operation, { requestId }, { requestId: text });
    return send(
      this.#core,
      {
        operation,
        method: "POST",
        path: path`/auth/credentials/${id("AuthMethod", credentialId)}/verify`,
        body: params,
        checks: { clientPublicKey: publicKey },
        headers: { "request-id": isPasskey ? requestId : undefined },
        schema: sessionSchema,
      },
      options,
    );
  }

  /**
   * Revokes a credential, together with its sessions. The action is signed, by a session of another credential of the
   * wallet: with a `signer` the challenge is answered within this call; without one, the call resolves to the challenge,
   * and is repeated with the headers `Service-Wallet-Signature` and `Request-Id`, and then resolves to `undefined`.
   *
   * @throws BadRequestError when it is the only credential of the wallet
   * @throws AuthenticationError when the stamp, or the challenge it answers, is not accepted
   * @throws NotFoundError when there is no such credential, or no longer
   * @throws ChallengeExpiredError when signing took longer than the challenge lasts
   * @see Specification, DELETE /auth/credentials/{id}
   */
  revoke(credentialId: AuthMethodId, options: RequestOptions & { signer: Signer }): Promise<void>;
  revoke(credentialId: AuthMethodId, options?: RequestOptions): Promise<SignedRetryChallenge | undefined>;
  async revoke(credentialId: AuthMethodId, options?: RequestOptions): Promise<SignedRetryChallenge | void> {
    return send(
      this.#core,
      {
        operation: "auth.credentials.revoke",
        method: "DELETE",
        path: path`/auth/credentials/${id("AuthMethod", credentialId)}`,
        signedRetry: { recovery: { kind: "ask-again" } },
      },
      options,
    );
  }
}
