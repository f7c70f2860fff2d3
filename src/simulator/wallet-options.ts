import { parseDuration } from "./clock";
import type { SimulatorEnvironment } from "./options";

/** What an OIDC token says about its owner (OpenID Connect Core, section 2). */
export interface OidcClaims {
  /** The issuer. */
  iss: string;
  /** The owner's id at the issuer. */
  sub: string;
  /** When the token was issued, in seconds since 1970-01-01 UTC. */
  iat: number;
  email?: string | undefined;
}

/**
 * Checks the signature of an OIDC token and answers with its claims; throws when the token is not genuine. The
 * simulator checks the issuer and the age itself.
 */
export type OidcTokenVerifier = (token: string) => OidcClaims | Promise<OidcClaims>;

/** For which site passkeys are made. Used in production, where passkeys are checked. */
export interface SimulatorWebAuthn {
  /** The relying party's id: a domain (WebAuthn, section 5.1.2). Default `"localhost"`. */
  rpId?: string | undefined;
  /** The accepted origins, such as `https://wallet.example`. Default: every origin whose host is the `rpId` or lies below it. */
  origins?: readonly string[] | undefined;
}

/** The options that concern embedded wallets. */
export interface SimulatorWalletOptions {
  /**
   * What a verification in sandbox answers as `encryptedSessionSigningKey`: a bundle that the client key opens, or a fixed
   * text that nothing opens (OP-06). Default `"sealed"`.
   */
  sessionKey?: "sealed" | "opaque" | undefined;
  /** In sandbox the magic signature counts only while the wallet has an active session (OP-12). Default `false`; production always asks for one. */
  requireSession?: boolean | undefined;
  /**
   * Refuse a `clientPublicKey` that served before, and a verification whose key is not that of its passkey challenge
   * (OP-20). Default: in production only.
   */
  strictClientKeys?: boolean | undefined;
  /** How long a session lives (LIM-07), in milliseconds or as a text such as `"15m"`. Default 15 min. */
  sessionLifetime?: number | string | undefined;
  /** How long a signed retry, a one-time code and a passkey challenge stay open (LIM-06, OP-19). Default 5 min. */
  challengeLifetime?: number | string | undefined;
  /** The recognized OIDC issuers (OP-16). Default: the simulator's own, Google and Apple. */
  oidcIssuers?: readonly string[] | undefined;
  /** How production checks the signature of an OIDC token. Default: with `jose` against the keys of the simulator's identity provider. */
  verifyOidcToken?: OidcTokenVerifier | undefined;
  webAuthn?: SimulatorWebAuthn | undefined;
}

/** Every wallet option with its value. */
export interface ResolvedWalletOptions {
  sessionKey: "sealed" | "opaque";
  requireSession: boolean;
  strictClientKeys: boolean;
  sessionLifetimeMs: number;
  challengeLifetimeMs: number;
  oidcIssuers: readonly string[];
  verifyOidcToken: OidcTokenVerifier | undefined;
  webAuthn: { rpId: string; origins: readonly string[] | undefined };
}

/** @throws {TypeError | RangeError} when an option has a value it cannot have. */
export function resolveWalletOptions(
  options: SimulatorWalletOptions,
  environment: SimulatorEnvironment,
): ResolvedWalletOptions {
  const oidcIssuers = options.oidcIssuers ?? [
    "https://identity.payments.test",
    "https://accounts.google.com",
    "https://appleid.apple.com",
  ];
  if (oidcIssuers.length === 0) throw new TypeError("`oidcIssuers` needs at least one issuer");
  return {
    sessionKey: options.sessionKey ?? "sealed",
    requireSession: options.requireSession ?? environment === "production",
    strictClientKeys: options.strictClientKeys ?? environment === "production",
    sessionLifetimeMs: parseDuration(options.sessionLifetime ?? "15m"),
    challengeLifetimeMs: parseDuration(options.challengeLifetime ?? "5m"),
    oidcIssuers,
    verifyOidcToken: options.verifyOidcToken,
    webAuthn: { rpId: options.webAuthn?.rpId ?? "localhost", origins: options.webAuthn?.origins },
  };
}
