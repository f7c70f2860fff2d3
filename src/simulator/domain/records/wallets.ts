import type { AuthMethod, AuthMethodType, PasskeyAttestation, Session } from "../../../models/auth";
import type { Bytes } from "../../crypto/encoding";
import type { PasskeyPublicKey } from "../../crypto/web-authn";
import type { Kept } from "./kept";

/** The kinds of proof that can open a session (specification, "AuthMethod"). Only the newest service has SMS_OTP. */
export const credentialTypes: readonly AuthMethodType[] = ["OAUTH", "EMAIL_OTP", "SMS_OTP", "PASSKEY"];

/** A code that was sent: it serves one verification. */
export interface SentCode {
  code: string;
  expiresAtMs: number;
  /** Wrong codes so far. */
  failures: number;
  /** The name of the enclave's key for this code. The newest sign-in seals the code to it. */
  target: string;
}

/** The part of a credential that its type decides. */
export type Proof =
  /** With the open code; none once it was used, until the next challenge. */
  | { type: "EMAIL_OTP" | "SMS_OTP"; nickname: string; oneTimeCode?: SentCode }
  /** With what the identity provider says about the owner. */
  | { type: "OAUTH"; nickname: string; identity: { issuer: string; subject: string } }
  /** With the key of the attestation, which only production checks. */
  | { type: "PASSKEY"; nickname: string; attestation: PasskeyAttestation; key?: PasskeyPublicKey };

/** A registered credential. It counts from its registration on, verified or not (OP-14). */
export type CredentialRecord = Proof & Omit<Kept<AuthMethod>, "type" | "nickname">;

export type CodeCredential = Extract<CredentialRecord, { type: "EMAIL_OTP" | "SMS_OTP" }>;

export const isOfCodes = (credential: CredentialRecord): credential is CodeCredential =>
  credential.type === "EMAIL_OTP" || credential.type === "SMS_OTP";

export type CredentialOf<Type extends AuthMethodType> = Extract<CredentialRecord, { type: Type }>;

export const credentialKeys = { accountId: ({ accountId }: CredentialRecord) => accountId };

/** A session of a wallet: its key may sign until `expiresAt`. Revoked sessions are not kept. */
export interface SessionRecord extends Omit<Kept<Session>, "encryptedSessionSigningKey"> {
  credentialId: string;
  /** The session's public key, compressed, in hexadecimal. */
  publicKey: string;
  /** The client made the key. Its stamps count in the sandbox, too. */
  isHeld?: true;
}

export const sessionKeys = {
  accountId: ({ accountId }: SessionRecord) => accountId,
  credentialId: ({ credentialId }: SessionRecord) => credentialId,
};

/** A WebAuthn challenge for the next verification of a passkey. */
export interface PasskeyChallengeRecord {
  requestId: string;
  /** Milliseconds since 1970-01-01 UTC; the instant itself is too late. */
  expiresAtMs: number;
  /** Set by the success that consumes the challenge. */
  used: boolean;
  credentialId: string;
  /** The bytes that WebAuthn signs, in base64url. */
  challenge: string;
  /** The challenge as the newest service sends it. Absent in the older form, which is `challenge`. */
  text?: string;
  /** The client key that the verification has to bring again (OP-20). */
  clientPublicKey: string;
}

/** The initial request of a signed action, waiting for the signed request. */
export interface SignedRequestRecord {
  accountId: string;
  expiresAtMs: number;
  /** Set by the success that consumes the challenge: a `requestId` serves once. */
  used: boolean;
  /** Method, path and the very bytes of the body. */
  fingerprint: string;
  payloadToSign: string;
  /** The only key that may sign, compressed. Default: the keys of the wallet's sessions. */
  signedBy?: string;
  /** What the initial request prepared, as plain data, so that a snapshot can save it. */
  data: unknown;
}

/** A `clientPublicKey`. Responses are sealed to an uncompressed one. A compressed one is the session's own key. */
export interface ClientKey {
  /** The digits as sent. */
  text: string;
  /** In lower case. */
  hex: string;
  point: Bytes;
}
