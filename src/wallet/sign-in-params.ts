import type { AuthMethodId } from "../models/ids";
import type { PasskeyRequestOptions } from "./passkey-ceremony";
import type { SignInKey } from "./session-keys";

/** The types of credentials that send a code. */
export type CodeType = "EMAIL_OTP" | "SMS_OTP";

/**
 * Signs in with a code from an email. The first sign-in takes the code of the registration. Later ones take a code from
 * `wallet.requestCode()`.
 */
export interface EmailOtpSignIn {
  type: "EMAIL_OTP";
  /** The code. */
  otp: string;
  /** Default: the wallet's credential of the type. */
  credentialId?: AuthMethodId | undefined;
}

/** Signs in with a code from an SMS, which `wallet.requestCode("SMS_OTP")` sends. Needs `sessionKeys: "held"`. */
export interface SmsOtpSignIn extends Omit<EmailOtpSignIn, "type"> {
  type: "SMS_OTP";
}

/** Signs in with a token of an OpenID provider. */
export interface OauthSignIn {
  type: "OAUTH";
  /**
   * A token (JWT) issued less than 60 seconds ago. A cached token fails. Pass a function to ask the provider for a token with
   * the given `nonce`. With `sessionKeys: "held"`, it must be a function.
   */
  oidcToken: string | ((nonce: string) => string | PromiseLike<string>);
  /** Default: the wallet's only OAUTH credential. */
  credentialId?: AuthMethodId | undefined;
}

/** Signs in with a passkey. */
export interface PasskeySignIn {
  type: "PASSKEY";
  /** Default: the wallet's PASSKEY credential. */
  credentialId?: AuthMethodId | undefined;
  /**
   * The WebAuthn credential ids (base64url) that the browser may use. Default: the passkey that this device remembers for the
   * wallet. Without one, the customer picks.
   */
  allowCredentials?: readonly string[] | undefined;
}

/**
 * Signs in with the passkey that the customer picks from the autofill of a field. It needs no dialog and no gesture.
 */
export interface PasskeyAutofillSignIn {
  type: "PASSKEY";
  /** The page needs a field: `<input autocomplete="username webauthn">`. */
  mediation: "conditional";
  /** Default: the wallet's PASSKEY credential. */
  credentialId?: AuthMethodId | undefined;
}

/** A prepared passkey sign-in. In the user gesture, call `wallet.signIn(prepared)`. */
export interface PreparedSignIn {
  readonly type: "PASSKEY";
  readonly credentialId: AuthMethodId;
  /** The request to the browser. */
  readonly request: PasskeyRequestOptions;
  /** The service's id of the challenge, sent back in the `Request-Id` header. */
  readonly requestId: string;
  /** ISO 8601 date-time in UTC. Complete the sign-in before it. Absent if the service sends none. */
  readonly expiresAt?: string | undefined;
  /** The key of this sign-in: it opens the session key, or is the session key. */
  readonly keyPair: SignInKey;
  /** Whether the challenge has bound the key, so that the verification does not repeat it. */
  readonly isKeyBound?: boolean | undefined;
}

/** The parameters of a sign-in. `type` selects the form. */
export type SignInParams =
  EmailOtpSignIn | SmsOtpSignIn | OauthSignIn | PasskeySignIn | PasskeyAutofillSignIn | PreparedSignIn;
