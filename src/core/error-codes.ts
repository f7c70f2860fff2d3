/**
 * Every `code` that this package itself gives to an error; `docs/errors.md` says of each what it means and what to do. An
 * {@link ApiError} has the service's code instead, or `HTTP_<status>` where the response had none.
 */
export type PaymentsErrorCode =
  | "CHALLENGE_EXPIRED"
  | "CHALLENGE_REPEATED"
  | "CONNECTION_FAILED"
  | "CREDENTIAL_MISMATCH"
  | "CREDENTIAL_NOT_FOUND"
  | "CRYPTO_UNAVAILABLE"
  | "DECRYPTION_FAILED"
  | "INVALID_CONFIGURATION"
  | "INVALID_KEY"
  | "INVALID_REQUEST"
  | "INVALID_RESPONSE"
  | "MALFORMED_BUNDLE"
  | "OTHER_CREDENTIAL_REQUIRED"
  | "PAGINATION_FAILED"
  | "PASSKEY_FAILED"
  | "REDIRECTED"
  | "SESSION_EXPIRED"
  | "SESSION_REQUIRED"
  | "SIGNATURE_INVALID"
  | "TIMEOUT"
  | "UNREADABLE_RESPONSE"
  | "UNRELATED_RESPONSE"
  | "WEBHOOK_NOT_VERIFIED";
