import type { PasskeyAssertion } from "./auth-method";

/** Signs in with a sealed one-time code. The session key, which is sealed with the code, signs the challenge. */
export interface SealedCodeVerifyParams {
  type: "EMAIL_OTP" | "SMS_OTP";
  /** JSON with `encappedPublic` and `ciphertext`, both in hexadecimal. */
  encryptedOtpBundle: string;
}

/** Signs in with a passkey. The challenge has taken the public key of the session. */
export interface BoundPasskeyVerifyParams {
  type: "PASSKEY";
  assertion: PasskeyAssertion;
}

/** Parameters of a session's refresh. */
export interface SessionRefreshParams {
  /**
   * A fresh P-256 public key, SEC1 in hexadecimal. Compressed, it is the key of the new session. Uncompressed, the service
   * seals the new session key to it.
   */
  clientPublicKey: string;
}
