import type { Reply } from "../route";
import type { SessionRecord } from "./sessions";

interface ChallengeBase {
  requestId: string;
  /** Milliseconds since 1970-01-01 UTC; the instant itself is too late. */
  expiresAtMs: number;
  /** Set by the success that consumes the challenge: a `requestId` serves once (SRY-08). */
  used: boolean;
}

/** The first step of a signed retry, waiting for its signature. */
export interface SignedRetryRecord extends ChallengeBase {
  kind: "signed-retry";
  accountId: string;
  /** What the retry must repeat: method, path and body bytes (SRY-05). */
  request: string;
  payloadToSign: string;
  /** Whether this session's signature counts for the action (CRD-25). */
  mayBeSignedBy: (session: SessionRecord) => boolean;
  /** Does what was asked for. It checks again what may have changed since the first call. */
  perform: () => Reply | Promise<Reply>;
}

/** A WebAuthn challenge for the next verification of a passkey. */
export interface PasskeyChallengeRecord extends ChallengeBase {
  kind: "passkey";
  credentialId: string;
  /** Base64url. */
  challenge: string;
  /** The client key that the verification has to bring again (OP-20). */
  clientPublicKey: string;
}

export type ChallengeRecord = SignedRetryRecord | PasskeyChallengeRecord;
