import type { AuthMethodType } from "./auth-method";
import type { Nullish, Open } from "./open";

/**
 * The response (202) to an action that a session key must sign: repeat the same request with a stamp over
 * `payloadToSign`.
 */
export interface SignedRetryChallenge {
  /** The text to sign, byte for byte as it is. */
  payloadToSign: string;
  /** Sent back with the repeated request; usable once. */
  requestId: string;
  /** ISO 8601 date-time in UTC by which the repeated request must arrive, typically 5 minutes after issue. */
  expiresAt: string;
  /** The credential type concerned; information only. */
  type?: Nullish<Open<AuthMethodType>>;
}
