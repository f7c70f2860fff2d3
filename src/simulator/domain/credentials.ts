import type { PasskeyAttestation, PasskeyPublicKey } from "../crypto/web-authn";
import type { WorldState } from "../runtime/state";
import type { InternalAccounts } from "./internal-accounts";
import { invalidInput } from "./problem";
import { Store } from "./store";

/** The three kinds of proof that can open a session (specification, "AuthMethod"). */
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

/** An embedded wallet and its owner. */
export interface Wallet {
  id: string;
  customerId: string;
}

/**
 * The wallet of that id.
 *
 * @throws {Problem} when the request is refused: 404 when there is no such internal account; 400 when it is not an embedded wallet (OP-66).
 */
export function walletOf(accounts: InternalAccounts, accountId: string): Wallet {
  const account = accounts.get(accountId);
  if (account.type !== "EMBEDDED_WALLET" || account.customerId === null) {
    throw invalidInput(`${accountId} is not an embedded wallet`, {
      accountId: `has the type ${account.type}`,
    });
  }
  return { id: account.id, customerId: account.customerId };
}

/** The credentials of the embedded wallets. */
export class Credentials extends Store<CredentialRecord, "accountId"> {
  constructor(state: WorldState) {
    super("AuthMethod", state, { accountId: ({ accountId }) => accountId });
  }

  /** The credentials of a wallet, oldest first. */
  of(accountId: string): CredentialRecord[] {
    return this.by("accountId", accountId);
  }

  /** @throws {Problem} when the request is refused: 400 when the wallet would be left without a credential. */
  requireAnother(credential: CredentialRecord): void {
    if (this.of(credential.accountId).length === 1) {
      throw invalidInput("The only credential of a wallet cannot be revoked: register another one first");
    }
  }
}
