import { callback, flag, oneOf } from "../../../options/kinds";
import type { Kind } from "../../../options/kinds";
import { duration, group, msOf, texts } from "./reader";
import { webAuthn } from "./web-authn";
import type { SimulatorWebAuthn } from "./web-authn";

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
   * opens. Default `"sealed"`.
   */
  sessionKey?: "sealed" | "opaque" | undefined;
  /** Sandbox needs an active session for the magic signature. Production always needs one. Default `false`. */
  requireSession?: boolean | undefined;
  /**
   * Sandbox rejects a used `clientPublicKey`, and a verification with another key than its passkey challenge.
   * Production always does. Default `false`.
   */
  strictClientKeys?: boolean | undefined;
  /** How long a session lives: milliseconds, or a string such as `"15m"`. Default 15 min. */
  sessionLifetime?: number | string | undefined;
  /** The recognized OIDC issuers. Default: the simulator's own, Google and Apple. */
  oidcIssuers?: readonly string[] | undefined;
  /** Checks the signature of an OIDC token in production. Default: a check with the keys of the simulator's identity provider. */
  verifyOidcToken?: OidcTokenVerifier | undefined;
  /** The site that passkeys belong to. */
  webAuthn?: SimulatorWebAuthn | undefined;
}

const defaultIssuers = [
  "https://identity.payments.test",
  "https://accounts.google.com",
  "https://appleid.apple.com",
];

const issuers: Kind = (value, path) =>
  Array.isArray(value) && value.length === 0
    ? { path, message: "must name at least one issuer" }
    : texts(value, path);

export const wallet = group(
  {
    sessionKey: oneOf("sealed", "opaque"),
    requireSession: flag,
    strictClientKeys: flag,
    sessionLifetime: duration,
    oidcIssuers: issuers,
    verifyOidcToken: callback,
    webAuthn: webAuthn.kind,
  },
  (given: SimulatorWalletOptions, isProduction: boolean) => ({
    sessionKey: given.sessionKey ?? "sealed",
    requireSession: given.requireSession ?? isProduction,
    strictClientKeys: given.strictClientKeys ?? isProduction,
    sessionLifetimeMs: msOf(given.sessionLifetime ?? "15m"),
    // How long a signed retry, a one-time code and a passkey challenge stay open (OP-19).
    challengeLifetimeMs: 300_000,
    oidcIssuers: given.oidcIssuers ?? defaultIssuers,
    verifyOidcToken: given.verifyOidcToken,
    webAuthn: webAuthn.read(given.webAuthn),
  }),
);
