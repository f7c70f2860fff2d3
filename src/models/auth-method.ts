import type { AuthMethodId, InternalAccountId } from "./ids";
import type { Nullish, Open } from "./open";
import { object, optionalText, text } from "./schema";

/**
 * Kind of a credential. `OAUTH`: a token of an OpenID provider. `EMAIL_OTP`: a one-time password by e-mail.
 * `PASSKEY`: a WebAuthn passkey bound to a device.
 */
export type AuthMethodType = "OAUTH" | "EMAIL_OTP" | "PASSKEY";

/** A credential that can sign in to an embedded wallet. */
export interface AuthMethod {
  id: AuthMethodId;
  /** The embedded wallet. */
  accountId: InternalAccountId;
  type: Open<AuthMethodType>;
  /** The e-mail address (`EMAIL_OTP`, mostly `OAUTH` too), or the name given at registration (`PASSKEY`). */
  nickname: string;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** How a browser can reach an authenticator (WebAuthn Level 3, AuthenticatorTransport). */
export type PasskeyTransport = Open<"usb" | "nfc" | "ble" | "internal" | "hybrid">;

/** The outcome of a passkey registration (WebAuthn, 5.2.1). */
export interface PasskeyAttestation {
  /** `rawId`, base64url without padding. */
  credentialId: string;
  /** `response.clientDataJSON`, base64url without padding; the bytes are those of the browser. */
  clientDataJson: string;
  /** `response.attestationObject`, base64url without padding. */
  attestationObject: string;
  /** `response.getTransports()`. */
  transports?: PasskeyTransport[] | undefined;
}

/** The outcome of a passkey authentication (WebAuthn, 5.2.2). */
export interface PasskeyAssertion {
  /** `rawId`, base64url without padding. */
  credentialId: string;
  /** `response.clientDataJSON`, base64url without padding; the bytes are those of the browser. */
  clientDataJson: string;
  /** `response.authenticatorData`, base64url without padding. */
  authenticatorData: string;
  /** `response.signature`, base64url without padding. */
  signature: string;
  /** `response.userHandle`, base64url without padding; left out when the authenticator gave none. */
  userHandle?: string | undefined;
}

/** Registers a one-time password by e-mail, to the customer's address. */
export interface EmailOtpCredentialCreateParams {
  type: "EMAIL_OTP";
  /** The embedded wallet. */
  accountId: InternalAccountId;
}

/** Registers an OpenID provider. */
export interface OauthCredentialCreateParams {
  type: "OAUTH";
  /** The embedded wallet. */
  accountId: InternalAccountId;
  /** A token of the provider (JWT), issued less than 60 seconds ago. */
  oidcToken: string;
}

/** Registers a passkey. */
export interface PasskeyCredentialCreateParams {
  type: "PASSKEY";
  /** The embedded wallet. */
  accountId: InternalAccountId;
  /** A name by which the customer knows the device. */
  nickname?: string | undefined;
  /** The challenge that the platform's backend issued for the registration, base64url. */
  challenge: string;
  attestation: PasskeyAttestation;
}

/** Parameters of `auth.credentials.create`, by type. */
export type CredentialCreateParams =
  EmailOtpCredentialCreateParams | OauthCredentialCreateParams | PasskeyCredentialCreateParams;

/** Filters of `auth.credentials.list`. */
export interface CredentialListParams {
  /** The embedded wallet. */
  accountId: InternalAccountId;
}

/** Parameters of `auth.credentials.challenge` for a passkey. */
export interface CredentialChallengeParams {
  /**
   * The fresh P-256 public key of the sign-in, SEC1 in hex: uncompressed, 130 characters starting with `04`, or compressed, 66
   * characters starting with `02` or `03`.
   */
  clientPublicKey: string;
}

/** A challenge for a passkey. */
export interface PasskeyAuthChallenge extends Partial<{
  [Property in keyof AuthMethod]: Nullish<AuthMethod[Property]>;
}> {
  /** The WebAuthn challenge, base64url. */
  challenge: string;
  /** To be given to `verify`, as it is. */
  requestId: string;
  /** ISO 8601 date-time in UTC. */
  expiresAt?: Nullish<string>;
}

interface VerifyParams {
  /**
   * A fresh P-256 public key, to which the session key is sealed, SEC1 in hex: uncompressed, 130 characters starting with
   * `04`, or compressed, 66 characters starting with `02` or `03`. Its private key stays on the device.
   */
  clientPublicKey: string;
}

/** Signs in with a one-time password. */
export interface EmailOtpVerifyParams extends VerifyParams {
  type: "EMAIL_OTP";
  /** The code from the e-mail. */
  otp: string;
}

/** Signs in with a token of an OpenID provider. */
export interface OauthVerifyParams extends VerifyParams {
  type: "OAUTH";
  /** A token (JWT) issued less than 60 seconds ago; a cached one fails. */
  oidcToken: string;
}

/** Signs in with a passkey. */
export interface PasskeyVerifyParams extends VerifyParams {
  type: "PASSKEY";
  assertion: PasskeyAssertion;
}

/** Parameters of `auth.credentials.verify`, by type. */
export type CredentialVerifyParams = EmailOtpVerifyParams | OauthVerifyParams | PasskeyVerifyParams;

export const authMethodShape = {
  id: text,
  accountId: text,
  type: text,
  nickname: text,
  createdAt: text,
  updatedAt: text,
};

export const authMethodSchema = /* @__PURE__ */ object<AuthMethod>(authMethodShape);

export const passkeyAuthChallengeSchema = /* @__PURE__ */ object<PasskeyAuthChallenge>({
  id: optionalText,
  accountId: optionalText,
  type: optionalText,
  nickname: optionalText,
  createdAt: optionalText,
  updatedAt: optionalText,
  challenge: text,
  requestId: text,
  expiresAt: optionalText,
});
