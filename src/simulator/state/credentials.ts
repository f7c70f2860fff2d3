import { invalidInput } from "../problem";
import type { World } from "../world";

/** The three kinds of proof that can open a session (specification, AuthMethod). */
export type CredentialType = "OAUTH" | "EMAIL_OTP" | "PASSKEY";

export const credentialTypes: readonly CredentialType[] = ["OAUTH", "EMAIL_OTP", "PASSKEY"];

interface CredentialBase {
  id: `AuthMethod:${string}`;
  /** The wallet that the credential authenticates. */
  accountId: string;
  nickname: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  updatedAt: string;
}

/** A mailed code: it serves one verification. */
export interface OneTimeCode {
  code: string;
  /** Milliseconds since 1970-01-01 UTC. */
  expiresAtMs: number;
  /** Wrong codes so far. */
  failures: number;
}

export interface EmailOtpCredentialRecord extends CredentialBase {
  type: "EMAIL_OTP";
  /** The open code; none once it was used, until the next challenge. */
  oneTimeCode: OneTimeCode | undefined;
}

/** Who the identity provider says the owner is. */
export interface OidcIdentity {
  issuer: string;
  subject: string;
}

export interface OauthCredentialRecord extends CredentialBase {
  type: "OAUTH";
  identity: OidcIdentity;
}

/** What a passkey registration leaves behind. */
export interface PasskeyRegistration {
  /** Base64url. */
  credentialId: string;
  attestation: PasskeyAttestation;
  /** Known once the attestation has been checked, which production does and sandbox does not. */
  key: PasskeyPublicKey | undefined;
}

export interface PasskeyAttestation {
  credentialId: string;
  clientDataJson: string;
  attestationObject: string;
  transports: string[];
}

export interface PasskeyPublicKey {
  /** COSE (RFC 9052). */
  publicKey: Uint8Array<ArrayBuffer>;
  /** The authenticator's signature counter (WebAuthn, section 6.1.1). */
  counter: number;
}

export interface PasskeyCredentialRecord extends CredentialBase {
  type: "PASSKEY";
  passkey: PasskeyRegistration;
}

/** A registered credential. It counts from its registration on, verified or not (OP-14). */
export type CredentialRecord = EmailOtpCredentialRecord | OauthCredentialRecord | PasskeyCredentialRecord;

/** The AuthMethod of the specification. */
export interface AuthMethodView {
  id: string;
  accountId: string;
  type: CredentialType;
  nickname: string;
  createdAt: string;
  updatedAt: string;
}

export function authMethodView({
  id,
  accountId,
  type,
  nickname,
  createdAt,
  updatedAt,
}: CredentialRecord): AuthMethodView {
  return { id, accountId, type, nickname, createdAt, updatedAt };
}

/** The credentials of a wallet, oldest first. */
export function credentialsOf(world: World, accountId: string): CredentialRecord[] {
  return [...world.credentials.values()].filter((credential) => credential.accountId === accountId);
}

/** An embedded wallet and its owner. */
export interface Wallet {
  id: string;
  customerId: string;
}

/**
 * The wallet of that id.
 *
 * @throws {Problem} 404 when there is no such internal account; 400 when it is not an embedded wallet (OP-66).
 */
export function findWallet(world: World, accountId: string): Wallet {
  const account = world.internalAccount(accountId);
  if (account.type !== "EMBEDDED_WALLET" || account.customerId === null) {
    throw invalidInput(`${accountId} is not an embedded wallet`, {
      accountId: `has the type ${account.type}`,
    });
  }
  return { id: account.id, customerId: account.customerId };
}
