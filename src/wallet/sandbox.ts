import { base64url } from "../core/base64";
import { refuse } from "../core/errors";
import { check } from "../resources/checks";
import { text } from "../options/kinds";
import type { Signer } from "../core/types";
import { utf8 } from "./crypto/bytes";
import type { PasskeyCeremony } from "./passkey-ceremony";

/** The environment of the service. */
export type WalletEnvironment = "production" | "sandbox";

/**
 * Magic values that the sandbox accepts in place of real proofs. A production wallet rejects them. The one exception is the
 * code, because production can send the same code by email.
 */
export const sandboxValues = {
  /** The code of every EMAIL_OTP sign-in. */
  otp: "000000",
  /** The token of every OAUTH sign-in. To register, use a token of the usual form: see {@link sandboxOidcToken}. */
  oidcToken: "sandbox-valid-oidc-token",
  /** The `signature` of a passkey's assertion. The sandbox does not check the rest. */
  passkeySignature: "sandbox-valid-passkey-signature",
  /** `Service-Wallet-Signature` of every signed action. */
  walletSignature: "sandbox-valid-signature",
} as const;

/**
 * Returns a signer for the sandbox. Its stamp is always {@link sandboxValues}`.walletSignature`. Use it for calls of the
 * client, without a wallet.
 *
 * @example
 * ```ts
 * await payments.auth.sessions.revoke(session.id, { signer: sandboxSigner() });
 * ```
 */
export function sandboxSigner(): Signer {
  return { stamp: () => sandboxValues.walletSignature };
}

/** The claims of a {@link sandboxOidcToken}. */
export interface SandboxOidcTokenClaims {
  /** The OpenID provider. The service must know it. Default `https://accounts.google.com`. */
  issuer?: string | undefined;
  /** Becomes the credential's nickname. */
  email: string;
  /** Default: the e-mail address. */
  subject?: string | undefined;
  /** The nonce that a sign-in with `sessionKeys: "held"` passes to your function. Default: none. */
  nonce?: string | undefined;
  /** In milliseconds since the epoch. Default: now. */
  issuedAt?: number | undefined;
}

/**
 * Returns a token that registers an OAUTH credential in the sandbox. The sandbox reads the token but does not check its
 * signature. Production rejects it.
 *
 * @example
 * ```ts
 * const oidcToken = sandboxOidcToken({ email: "ada@example.com" });
 * await wallet.credentials.register({ type: "OAUTH", oidcToken });
 * ```
 *
 * @throws {InvalidRequestError} when `email` is missing.
 */
export function sandboxOidcToken(params: SandboxOidcTokenClaims): string {
  check("sandboxOidcToken", params, { email: text });
  const { issuer = "https://accounts.google.com", email, subject = email, issuedAt = Date.now() } = params;
  const { nonce } = params;
  const claims = { iss: issuer, sub: subject, email, nonce, iat: Math.floor(issuedAt / 1000) };
  return [{ alg: "RS256", typ: "JWT" }, claims, "sandbox"]
    .map((part) => base64url(utf8(JSON.stringify(part))))
    .join(".");
}

/**
 * Returns passkeys without a device, for sandbox wallets in scripts and tests. Their data have the right form but prove
 * nothing. A sandbox wallet uses this by default.
 *
 * @example
 * ```ts
 * const wallet = new Wallet({ client: payments, accountId, environment: "sandbox", passkeys: sandboxPasskeys() });
 * ```
 */
export function sandboxPasskeys(): PasskeyCeremony {
  const rawId = base64url(utf8("sandbox-passkey"));
  const clientData = (type: string, challenge: string) =>
    base64url(utf8(JSON.stringify({ type, challenge, origin: "https://sandbox.invalid" })));
  return {
    create: ({ challenge }) => ({
      rawId,
      response: {
        clientDataJSON: clientData("webauthn.create", challenge),
        attestationObject: base64url(utf8("sandbox-attestation")),
        transports: ["internal"],
      },
    }),
    get: ({ challenge }) => ({
      rawId,
      response: {
        clientDataJSON: clientData("webauthn.get", challenge),
        authenticatorData: base64url(utf8("sandbox-authenticator-data")),
        signature: sandboxValues.passkeySignature,
      },
    }),
  };
}

/**
 * Rejects magic values in production, because they are always a mistake there.
 *
 * @throws {InvalidRequestError} when the value is one of them; the error names the field, never the value.
 */
export function assertNotSandboxValue(
  environment: WalletEnvironment,
  operation: string,
  field: string,
  value: string,
): void {
  // Production can send this code by email.
  if (environment === "sandbox" || value === sandboxValues.otp) return;
  if (!Object.values<string>(sandboxValues).includes(value)) return;
  refuse(field, "is a sandbox value, but this wallet's `environment` is production", operation);
}
