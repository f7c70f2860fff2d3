import { base64urlnopad } from "@scure/base";
import { refuse } from "../core/errors";
import { check, text } from "../resources/checks";
import type { Signer } from "../core/types";
import { utf8 } from "./crypto/bytes";
import type { PasskeyCeremony } from "./passkey-ceremony";

/** Which of the service's environments a wallet belongs to. */
export type WalletEnvironment = "production" | "sandbox";

/**
 * The values that the sandbox accepts in place of real proofs, and no others. A production wallet refuses them. The one exception
 * is the code, which production may really mail.
 */
export const sandboxValues = {
  /** The code of every EMAIL_OTP sign-in. */
  otp: "000000",
  /** The token of every OAUTH sign-in. Registering takes a token of the usual form: see {@link sandboxOidcToken}. */
  oidcToken: "sandbox-valid-oidc-token",
  /** `signature` of a passkey's assertion; the rest of the assertion is not checked. */
  passkeySignature: "sandbox-valid-passkey-signature",
  /** `Service-Wallet-Signature` of every signed action. */
  walletSignature: "sandbox-valid-signature",
} as const;

/**
 * A signer for the sandbox: its stamps are {@link sandboxValues}`.walletSignature`, whatever the payload. For calls one
 * level below the wallet.
 *
 * @example
 * ```ts
 * await payments.auth.sessions.revoke(session.id, { signer: sandboxSigner() });
 * ```
 */
export function sandboxSigner(): Signer {
  return { stamp: () => sandboxValues.walletSignature };
}

/** What {@link sandboxOidcToken} says about its owner. */
export interface SandboxOidcTokenClaims {
  /** A provider that the service knows. Default `https://accounts.google.com`. */
  issuer?: string | undefined;
  /** Becomes the credential's nickname. */
  email: string;
  /** Default: the e-mail address. */
  subject?: string | undefined;
  /** In milliseconds since the epoch. Default: this moment. */
  issuedAt?: number | undefined;
}

/**
 * A token to register an OAUTH credential with in the sandbox, which reads the token and does not check its signature.
 * Production rejects it.
 *
 * @example
 * ```ts
 * const oidcToken = sandboxOidcToken({ email: "ada@example.com" });
 * await wallet.credentials.register({ type: "OAUTH", oidcToken });
 * ```
 *
 * @throws {InvalidRequestError} when there is no `email`.
 */
export function sandboxOidcToken(params: SandboxOidcTokenClaims): string {
  check("sandboxOidcToken", params, { email: text });
  const { issuer = "https://accounts.google.com", email, subject = email, issuedAt = Date.now() } = params;
  const claims = { iss: issuer, sub: subject, email, iat: Math.floor(issuedAt / 1000) };
  return [{ alg: "RS256", typ: "JWT" }, claims, "sandbox"]
    .map((part) => base64urlnopad.encode(utf8(JSON.stringify(part))))
    .join(".");
}

/**
 * Passkeys without a device, for sandbox wallets in scripts and tests: what it makes has the right form and proves nothing.
 * A sandbox wallet uses it when it is given no ceremony.
 *
 * @example
 * ```ts
 * const wallet = new Wallet({ client: payments, accountId, environment: "sandbox", passkeys: sandboxPasskeys() });
 * ```
 */
export function sandboxPasskeys(): PasskeyCeremony {
  const rawId = base64urlnopad.encode(utf8("sandbox-passkey"));
  const clientData = (type: string, challenge: string) =>
    base64urlnopad.encode(utf8(JSON.stringify({ type, challenge, origin: "https://sandbox.invalid" })));
  return {
    create: ({ challenge }) => ({
      rawId,
      response: {
        clientDataJSON: clientData("webauthn.create", challenge),
        attestationObject: base64urlnopad.encode(utf8("sandbox-attestation")),
        transports: ["internal"],
      },
    }),
    get: ({ challenge }) => ({
      rawId,
      response: {
        clientDataJSON: clientData("webauthn.get", challenge),
        authenticatorData: base64urlnopad.encode(utf8("sandbox-authenticator-data")),
        signature: sandboxValues.passkeySignature,
      },
    }),
  };
}

/**
 * Keeps the magic values out of production, where they can only be a mistake.
 *
 * @throws {InvalidRequestError} when the value is one of them; the error names the field, never the value.
 */
export function assertNotSandboxValue(
  environment: WalletEnvironment,
  operation: string,
  field: string,
  value: string,
): void {
  // Production may really mail the code.
  if (environment === "sandbox" || value === sandboxValues.otp) return;
  if (!Object.values<string>(sandboxValues).includes(value)) return;
  refuse(field, "is a value of the sandbox, and this wallet's `environment` is production", operation);
}
