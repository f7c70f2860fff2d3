import type { AuthenticationCredential, RegistrationCredential } from "./passkey-mapping";

/** Names a passkey (WebAuthn Level 3, `PublicKeyCredentialDescriptorJSON`). */
export interface PasskeyDescriptor {
  /** The WebAuthn credential id, base64url: not the service's `AuthMethod` id. */
  id: string;
  type: "public-key";
}

/** What a registration asks the browser for (WebAuthn Level 3, `PublicKeyCredentialCreationOptionsJSON`). */
export interface PasskeyCreationOptions {
  /** Base64url. */
  challenge: string;
  rp: { id?: string; name: string };
  /** `id` is base64url. */
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  excludeCredentials: PasskeyDescriptor[];
  authenticatorSelection: { residentKey: "required"; requireResidentKey: true; userVerification: "required" };
  attestation: "none";
}

/** What a sign-in asks the browser for (WebAuthn Level 3, `PublicKeyCredentialRequestOptionsJSON`). */
export interface PasskeyRequestOptions {
  /** Base64url. */
  challenge: string;
  rpId?: string;
  /** Absent: any passkey of the relying party that the device finds by itself. */
  allowCredentials?: PasskeyDescriptor[];
  userVerification: "required";
}

/** A passkey that the service does not have (WebAuthn Level 3, `UnknownCredentialOptions`). */
export interface UnknownPasskey {
  /** Default: the page's host name. */
  rpId?: string | undefined;
  /** The WebAuthn credential id, base64url. */
  credentialId: string;
}

/** The passkeys of a user that the service accepts (WebAuthn Level 3, `AllAcceptedCredentialsOptions`). */
export interface AcceptedPasskeys {
  /** Default: the page's host name. */
  rpId?: string | undefined;
  /** The user id of the registration, base64url. */
  userId: string;
  /** WebAuthn credential ids, base64url. */
  credentialIds: readonly string[];
}

/**
 * The device's part of a passkey: shows the dialog and lets the authenticator sign. A browser has one; scripts and tests
 * bring their own.
 *
 * Browsers open the dialog only in response to a gesture, and Safari forgets the gesture at the first wait, so `create` and `get`
 * call the browser before they await anything; what takes time beforehand belongs in `prepare`.
 */
export interface PasskeyCeremony {
  /** Loads what the ceremonies need; awaited before the gesture. */
  prepare?(): unknown;
  /** The WebAuthn credential id (base64url) of the wallet's passkey, as far as this device knows one. */
  recall?(accountId: string): string | undefined;
  /** Keeps that id for the next sign-in; `undefined` forgets it. */
  remember?(accountId: string, credentialId: string | undefined): void;
  /** Makes a passkey. `signal` closes the dialog. */
  create(
    options: PasskeyCreationOptions,
    signal?: AbortSignal,
  ): RegistrationCredential | Promise<RegistrationCredential>;
  /**
   * Signs the challenge with a passkey. `signal` closes the dialog. With `mediation: "conditional"` there is no dialog: the
   * browser offers passkeys in the autofill of a field, until the customer picks one.
   */
  get(
    options: PasskeyRequestOptions,
    signal?: AbortSignal,
    mediation?: "conditional",
  ): AuthenticationCredential | Promise<AuthenticationCredential>;
  /** Whether `get` can offer passkeys in the autofill of a field. Default: it cannot. */
  canAutofill?(): boolean | Promise<boolean>;
  /** Tells the browser that the service does not have a passkey. The browser stops offering it. */
  signalUnknown?(passkey: UnknownPasskey): unknown;
  /** Tells the browser which passkeys of a user the service accepts. The browser stops offering all others. */
  signalAccepted?(passkeys: AcceptedPasskeys): unknown;
}
