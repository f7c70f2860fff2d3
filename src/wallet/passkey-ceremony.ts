import type { AuthenticationCredential, RegistrationCredential } from "./passkey-mapping";

/** Names a passkey (WebAuthn Level 3, `PublicKeyCredentialDescriptorJSON`). */
export interface PasskeyDescriptor {
  /** The WebAuthn credential id in base64url. This is not the service's `AuthMethod` id. */
  id: string;
  type: "public-key";
}

/** The browser options of a registration (WebAuthn Level 3, `PublicKeyCredentialCreationOptionsJSON`). */
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

/** The browser options of a sign-in (WebAuthn Level 3, `PublicKeyCredentialRequestOptionsJSON`). */
export interface PasskeyRequestOptions {
  /** Base64url. */
  challenge: string;
  rpId?: string;
  /** If absent, the browser offers any discoverable passkey of the relying party. */
  allowCredentials?: PasskeyDescriptor[];
  userVerification: "required";
}

/** A passkey that the service does not know (WebAuthn Level 3, `UnknownCredentialOptions`). */
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
  /** The user id from the registration, base64url. */
  userId: string;
  /** WebAuthn credential ids, base64url. */
  credentialIds: readonly string[];
}

/**
 * Creates and uses passkeys on the device. It shows the dialog and lets the authenticator sign. Use `browserPasskeys()` in a
 * page. Scripts and tests pass their own.
 *
 * Browsers open the dialog only in response to a gesture, and Safari forgets the gesture at the first wait. `create` and
 * `get` must therefore call the browser before they await anything. Put slow work in `prepare`.
 */
export interface PasskeyCeremony {
  /** Loads the code that the ceremonies need. The wallet awaits it before the gesture. */
  prepare?(): unknown;
  /** Returns the WebAuthn credential id (base64url) of the wallet's passkey, if this device knows it. */
  recall?(accountId: string): string | undefined;
  /** Stores that id for the next sign-in. `undefined` forgets it. */
  remember?(accountId: string, credentialId: string | undefined): void;
  /** Returns the text that `rememberAttempt` stored. */
  recallAttempt?(accountId: string): string | undefined;
  /**
   * Stores an unfinished registration as text, so that it continues after a reload. It holds no secret. `undefined` forgets it.
   */
  rememberAttempt?(accountId: string, attempt: string | undefined): void;
  /** Creates a passkey. `signal` closes the dialog. */
  create(
    options: PasskeyCreationOptions,
    signal?: AbortSignal,
  ): RegistrationCredential | Promise<RegistrationCredential>;
  /**
   * Signs the challenge with a passkey. `signal` closes the dialog. With `mediation: "conditional"`, the browser shows no
   * dialog. It offers passkeys in the autofill of a field until the customer picks one.
   */
  get(
    options: PasskeyRequestOptions,
    signal?: AbortSignal,
    mediation?: "conditional",
  ): AuthenticationCredential | Promise<AuthenticationCredential>;
  /** Whether `get` can offer passkeys in the autofill of a field. Default: false. */
  canAutofill?(): boolean | Promise<boolean>;
  /** Tells the browser that the service does not know a passkey. The browser stops offering it. */
  signalUnknown?(passkey: UnknownPasskey): unknown;
  /** Tells the browser which passkeys of a user the service accepts. The browser stops offering all others. */
  signalAccepted?(passkeys: AcceptedPasskeys): unknown;
}
