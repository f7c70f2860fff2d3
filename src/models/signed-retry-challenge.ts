import type { AuthMethodType } from "./auth-method";
import type { Nullish, Open } from "./open";

/**
 * The response (202) to an action that needs a session key's signature. Repeat the same request with a stamp
 * over `payloadToSign`.
 */
export interface SignedRetryChallenge {
  /** The text to sign, byte for byte. */
  payloadToSign: string;
  /** Send it with the repeated request. Works once. */
  requestId: string;
  /** ISO 8601 date-time in UTC, typically 5 minutes after creation. The repeated request must arrive before it. */
  expiresAt: string;
  /** The type of the credential, for information only. */
  // April: absent in internalAccounts; without SMS_OTP
  type?: Nullish<Open<AuthMethodType>>;
}
