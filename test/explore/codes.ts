/** An error code of the service, with its status. */
export interface ServiceCode {
  readonly status: number;
  readonly code: string;
}

const codes = (status: number, text: string): ServiceCode[] =>
  text.split(/\s+/).map((code) => ({ status, code }));

/** Codes that refuse a request after the service looked at its key. From the public documents, without the package. */
export const refusing: readonly ServiceCode[] = [
  ...codes(400, "INVALID_INPUT AMOUNT_OUT_OF_RANGE QUOTE_REQUEST_FAILED LOOKUP_REQUEST_FAILED"),
  ...codes(400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS INVITATION_ALREADY_CLAIMED WEBHOOK_DELIVERY_ERROR"),
  ...codes(404, "NOT_FOUND QUOTE_NOT_FOUND UMA_NOT_FOUND"),
  ...codes(405, "METHOD_NOT_ALLOWED"),
  ...codes(409, "QUOTE_EXPIRED CONFLICT INSUFFICIENT_BALANCE IDEMPOTENCY_KEY_REUSED UMA_ADDRESS_EXISTS"),
  ...codes(
    409,
    "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL TRANSACTION_NOT_CANCELLABLE INVALID_STATE_TRANSITION",
  ),
  ...codes(409, "EMAIL_OTP_EMAIL_ALREADY_EXISTS EMAIL_OTP_CREDENTIAL_SET_CHANGED PASSKEY_ALREADY_ENROLLED"),
  ...codes(409, "BENEFICIARY_TRUSTED CARD_ALREADY_CLOSED CARD_NOT_MUTABLE"),
  ...codes(410, "CUSTOMER_DELETED"),
  ...codes(412, "UNSUPPORTED_UMA_VERSION"),
  ...codes(424, "PAYREQ_REQUEST_FAILED LNURLP_REQUEST_FAILED OTHER_COUNTERPARTY_FAILED"),
  ...codes(501, "NOT_IMPLEMENTED UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY"),
];

/** Codes that refuse a request before the service looks at its key. They say nothing about an earlier run with the key. */
export const beforeTheKey: readonly ServiceCode[] = [
  ...codes(401, "UNAUTHORIZED INVALID_SIGNATURE"),
  ...codes(403, "FORBIDDEN VELOCITY_LIMIT_EXCEEDED"),
  ...codes(409, "SCA_SESSION_REQUIRED"),
  ...codes(423, "ACCOUNT_LOCKED"),
  ...codes(429, "DAILY_VOLUME_LIMIT_EXCEEDED"),
];

/** Codes that leave it open whether the service acted. */
export const open: readonly ServiceCode[] = [
  ...codes(409, "IDEMPOTENT_REQUEST_IN_PROGRESS OTHER_CODE"),
  ...codes(422, "IDEMPOTENT_REQUEST_IN_PROGRESS PAYMENT_STILL_RUNNING"),
  ...codes(500, "INTERNAL_ERROR SERVICE_SWITCH_ERROR"),
  ...codes(503, "SERVICE_UNAVAILABLE"),
];
