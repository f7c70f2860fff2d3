import type { AuthMethodId, InternalAccountId, SessionId } from "./ids";
import type { Nullish, Open } from "./open";
import { model, nullishString, string } from "./schema";

/**
 * The kind of a credential.
 *
 * - `OAUTH`: a token of an OpenID provider.
 * - `EMAIL_OTP`: a one-time password by e-mail.
 * - `SMS_OTP`: a one-time password by SMS. Only the newest service has it.
 * - `PASSKEY`: a WebAuthn passkey.
 */
export type AuthMethodType = "OAUTH" | "EMAIL_OTP" | "SMS_OTP" | "PASSKEY";

/** Names the wallet. */
interface OfWallet {
  /** The embedded wallet. */
  accountId: InternalAccountId;
}

/** A credential for signing in to an embedded wallet. */
export interface AuthMethod extends OfWallet {
  id: AuthMethodId;
  // April: without SMS_OTP
  type: Open<AuthMethodType>;
  /** The e-mail address (`EMAIL_OTP`, usually `OAUTH`), the phone number (`SMS_OTP`) or the name from the registration (`PASSKEY`). */
  nickname: string;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** How a browser can reach an authenticator (WebAuthn Level 3, AuthenticatorTransport). */
export type PasskeyTransport = Open<"usb" | "nfc" | "ble" | "internal" | "hybrid">;

/** The result of a passkey registration (WebAuthn, 5.2.1). */
export interface PasskeyAttestation {
  /** `rawId`, base64url without padding. */
  credentialId: string;
  /** `response.clientDataJSON`, base64url without padding. The bytes are the browser's, unchanged. */
  clientDataJson: string;
  /** `response.attestationObject`, base64url without padding. */
  attestationObject: string;
  /** `response.getTransports()`. */
  transports?: PasskeyTransport[] | undefined;
}

/** The result of a passkey authentication (WebAuthn, 5.2.2). */
export interface PasskeyAssertion {
  /** `rawId`, base64url without padding. */
  credentialId: string;
  /** `response.clientDataJSON`, base64url without padding. The bytes are the browser's, unchanged. */
  clientDataJson: string;
  /** `response.authenticatorData`, base64url without padding. */
  authenticatorData: string;
  /** `response.signature`, base64url without padding. */
  signature: string;
  /** `response.userHandle`, base64url without padding. Absent if the authenticator gave none. */
  userHandle?: string | undefined;
}

/** Registers one-time passwords by e-mail, sent to the customer's address. */
export interface EmailOtpCredentialCreateParams extends OfWallet {
  type: "EMAIL_OTP";
}

/** Registers one-time passwords by SMS, sent to the customer's phone number. Only the newest service has it. */
export interface SmsOtpCredentialCreateParams extends OfWallet {
  // April: absent
  type: "SMS_OTP";
}

/** Registers an OpenID provider. */
export interface OauthCredentialCreateParams extends OfWallet {
  type: "OAUTH";
  /** A token (JWT) of the provider, issued less than 60 seconds ago. */
  oidcToken: string;
}

/** Registers a passkey. */
export interface PasskeyCredentialCreateParams extends OfWallet {
  type: "PASSKEY";
  /** The name that the customer knows the device by. */
  nickname: string;
  /** The registration challenge from the platform's backend, base64url. */
  challenge: string;
  attestation: PasskeyAttestation;
}

/** Parameters of `auth.credentials.create`, by type. */
export type CredentialCreateParams =
  | EmailOtpCredentialCreateParams
  | SmsOtpCredentialCreateParams
  | OauthCredentialCreateParams
  | PasskeyCredentialCreateParams;

/** Filters of `auth.credentials.list`. */
export interface CredentialListParams extends OfWallet {}

/** Parameters of `auth.credentials.challenge` for a passkey. */
export interface CredentialChallengeParams {
  /**
   * A fresh P-256 public key for this sign-in, SEC1 in hexadecimal. Uncompressed: 130 characters, starting
   * with `04`. Compressed: 66 characters, starting with `02` or `03`.
   */
  clientPublicKey: string;
}

/** A passkey challenge. */
export interface PasskeyAuthChallenge extends Partial<{
  [Property in keyof AuthMethod]: Nullish<AuthMethod[Property]>;
}> {
  /** The WebAuthn challenge, base64url. */
  challenge: string;
  /** Pass it to `verify` unchanged. */
  requestId: string;
  /** ISO 8601 date-time in UTC. */
  expiresAt?: Nullish<string>;
}

interface VerifyParams {
  /**
   * A fresh P-256 public key for sealing the session key, SEC1 in hexadecimal. Uncompressed: 130 characters,
   * starting with `04`. Compressed: 66 characters, starting with `02` or `03`. The private key stays on the
   * device.
   */
  // April: required
  clientPublicKey: string;
}

/** Signs in with a one-time password. */
export interface EmailOtpVerifyParams extends VerifyParams {
  type: "EMAIL_OTP";
  /** The code from the e-mail. */
  // April: required
  otp: string;
}

/** Signs in with an OpenID token. */
export interface OauthVerifyParams extends VerifyParams {
  type: "OAUTH";
  /** A token (JWT) issued less than 60 seconds ago. The service rejects an older one. */
  oidcToken: string;
}

/** Signs in with a passkey. */
export interface PasskeyVerifyParams extends VerifyParams {
  type: "PASSKEY";
  assertion: PasskeyAssertion;
}

/** Parameters of `auth.credentials.verify`, by type. */
export type CredentialVerifyParams = EmailOtpVerifyParams | OauthVerifyParams | PasskeyVerifyParams;

const authMethodShape = {
  id: string,
  accountId: string,
  type: string,
  nickname: string,
  createdAt: string,
  updatedAt: string,
};

export const authMethodSchema = /* @__PURE__ */ model<AuthMethod>(authMethodShape);

export const passkeyAuthChallengeSchema = /* @__PURE__ */ model<PasskeyAuthChallenge>({
  id: nullishString,
  accountId: nullishString,
  type: nullishString,
  nickname: nullishString,
  createdAt: nullishString,
  updatedAt: nullishString,
  challenge: string,
  requestId: string,
  expiresAt: nullishString,
});

/** A session of an embedded wallet, with its own signing key. */
export interface Session extends Omit<AuthMethod, "id"> {
  id: SessionId;
  /** ISO 8601 date-time in UTC. From this time on, the session is invalid and its signing key must not be used. */
  expiresAt: string;
  /**
   * The signing key, sealed to `clientPublicKey`: base58check of a 33-byte compressed P-256 point and the
   * ciphertext. Only the response of `verify` has it.
   */
  encryptedSessionSigningKey?: Nullish<string>;
}

/** Filters of `auth.sessions.list`. */
export interface SessionListParams extends OfWallet {}

export const sessionSchema = /* @__PURE__ */ model<Session>({
  ...authMethodShape,
  expiresAt: string,
  encryptedSessionSigningKey: nullishString,
});

/** Signs in with a sealed one-time code. The session key, which is sealed with the code, signs the challenge. */
export interface SealedCodeVerifyParams {
  type: "EMAIL_OTP" | "SMS_OTP";
  /** JSON with `encappedPublic` and `ciphertext`, both in hexadecimal. */
  encryptedOtpBundle: string;
}

/** Signs in with a passkey. The challenge has taken the public key of the session. */
export interface BoundPasskeyVerifyParams {
  type: "PASSKEY";
  assertion: PasskeyAssertion;
}

/** Parameters of a session's refresh. */
export interface SessionRefreshParams {
  /**
   * A fresh P-256 public key, SEC1 in hexadecimal. Compressed, it is the key of the new session. Uncompressed, the service
   * seals the new session key to it.
   */
  clientPublicKey: string;
}

/**
 * The response (202) to an action that needs a session key's signature. Repeat the same request with a stamp
 * over `payloadToSign`.
 */
export interface SignedRetryChallenge {
  /** The text to sign, byte for byte. */
  payloadToSign: string;
  /** Send it with the repeated request. Works once. */
  requestId: string;
  /** ISO 8601 date-time in UTC, typically 5 minutes after creation. The repeated request must arrive before it. */
  expiresAt: string;
  /** The type of the credential, for information only. */
  // April: absent in internalAccounts; without SMS_OTP
  type?: Nullish<Open<AuthMethodType>>;
}
