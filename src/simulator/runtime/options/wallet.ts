/** Bytes with a buffer of their own. TypeScript knows `Uint8Array<ArrayBuffer>` from 5.7 on only. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** What a passkey is checked against: the challenge and the site that it was used for. */
interface WebAuthnExpectation {
  expectedChallenge: string;
  expectedOrigin: string[];
  expectedRPID: string;
  requireUserVerification: boolean;
}

/** What the check of a passkey gets from the browser (WebAuthn, section 5.8.1): all of it in base64url. */
interface WebAuthnResponse<Response> {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: Record<string, never>;
  response: Response;
}

/**
 * What checks passkeys: the two functions of `@simplewebauthn/server` (14 or later) that the simulator calls. The package itself fits.
 *
 * @example
 * ```ts
 * import * as verifier from "@simplewebauthn/server";
 * import { Simulator } from "payments-sdk/simulator";
 *
 * const simulator = new Simulator({ environment: "production", wallet: { webAuthn: { verifier } } });
 * ```
 */
export interface WebAuthnVerifier {
  /** Checks a registration (WebAuthn, section 7.1). */
  verifyRegistrationResponse(
    options: WebAuthnExpectation & {
      response: WebAuthnResponse<{ clientDataJSON: string; attestationObject: string }>;
    },
  ): Promise<{
    verified: boolean;
    registrationInfo?: { credential: { id: string; publicKey: Bytes; counter: number } } | undefined;
  }>;
  /** Checks an assertion (WebAuthn, section 7.2). */
  verifyAuthenticationResponse(
    options: WebAuthnExpectation & {
      expectedTopOrigin: string[];
      response: WebAuthnResponse<{
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string;
      }>;
      credential: { id: string; publicKey: Bytes; counter: number };
    },
  ): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>;
}

/** The site that passkeys belong to, and the package that checks them. Used in production only. */
export interface SimulatorWebAuthn {
  /** The package `@simplewebauthn/server`: without it, a passkey gets a 500. Default: none. */
  verifier?: WebAuthnVerifier | undefined;
  /** The relying party's id: a domain (WebAuthn, section 5.1.2). Default `"localhost"`. */
  rpId?: string | undefined;
  /** The accepted origins, such as `https://wallet.example`. Default: every origin with the host `rpId` or a subdomain of it. */
  origins?: readonly string[] | undefined;
  /** Other origins that may frame the wallet's page, such as `https://shop.example`. Default: none. */
  topOrigins?: readonly string[] | undefined;
}

/** The claims of an OIDC token (OpenID Connect Core, section 2). */
export interface OidcClaims {
  /** The issuer. */
  iss: string;
  /** The owner's id at the issuer. */
  sub: string;
  /** The time of issue, in seconds since 1970-01-01 UTC. */
  iat: number;
  /** The owner's e-mail address, which becomes the nickname of the credential. */
  email?: string | undefined;
  /** The claim that binds the token to a held session key. */
  nonce?: string | undefined;
}

/**
 * Checks the signature of an OIDC token and returns its claims. Throws when the token is not genuine. The simulator
 * checks the issuer and the age.
 */
export type OidcTokenVerifier = (token: string) => OidcClaims | Promise<OidcClaims>;

/** Embedded wallets. */
export interface SimulatorWalletOptions {
  /**
   * The `encryptedSessionSigningKey` in sandbox: a bundle that the client key opens, or a fixed string that nothing
   * opens (`"opaque"`). Default `"sealed"`.
   */
  sessionKey?: "sealed" | "opaque" | undefined;
  /** Sandbox needs an active session for the magic signature. Production always needs one. Default `false`. */
  requireSession?: boolean | undefined;
  /**
   * Sandbox rejects a used `clientPublicKey`, and another key than that of the passkey challenge.
   * Production always does. Default `false`.
   */
  strictClientKeys?: boolean | undefined;
  /**
   * Accounts as at the newest service. Each starts with an EMAIL_OTP credential for the customer's address, and may have
   * several passkeys. Lists show the `credentialId` of a passkey, and every sign-in challenge is text. Default `false`.
   */
  newestAccounts?: boolean | undefined;
  /** How long a session lives: milliseconds, or a string such as `"15m"`. Default 15 min. */
  sessionLifetime?: number | string | undefined;
  /** The recognized OIDC issuers. Default: the simulator's own, Google and Apple. */
  oidcIssuers?: readonly string[] | undefined;
  /** Checks the signature of an OIDC token in production. Default: a check with the keys of the simulator's identity provider. */
  verifyOidcToken?: OidcTokenVerifier | undefined;
  /** The site that passkeys belong to. */
  webAuthn?: SimulatorWebAuthn | undefined;
}
