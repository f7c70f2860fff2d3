import type { ServiceErrorCode } from "./error-codes";
import { fieldOf, textOf } from "./fields";

/** Codes that the specification gives without a list. */
type SpecifiedCode = "NOT_FOUND" | "CONFLICT";

/** Every error code of the specification and the contract. The compiler keeps the list complete. */
const KNOWN_CODES: Readonly<Record<ServiceErrorCode | SpecifiedCode, true>> = {
  NOT_FOUND: true,
  CONFLICT: true,
  AMOUNT_OUT_OF_RANGE: true,
  CERT_CHAIN_EXPIRED: true,
  CERT_CHAIN_INVALID: true,
  DATA_MISMATCH: true,
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: true,
  EXPIRED: true,
  INCOMPLETE: true,
  INVALID_AMOUNT: true,
  INVALID_BANK_ACCOUNT: true,
  INVALID_CURRENCY: true,
  INVALID_INPUT: true,
  INVALID_NONCE: true,
  INVALID_PAYREQ_RESPONSE: true,
  INVALID_PUBKEY_FORMAT: true,
  INVALID_RECEIVER: true,
  INVALID_REQUEST_FORMAT: true,
  INVALID_TIMESTAMP: true,
  INVALID_UMA_ADDRESS: true,
  INVITATIONS_NOT_CONFIGURED: true,
  INVITATION_ALREADY_CLAIMED: true,
  INVITATION_CANCELLED: true,
  LOOKUP_REQUEST_FAILED: true,
  LOW_QUALITY: true,
  MISSING_MANDATORY_USER_INFO: true,
  MISSING_REQUIRED_UMA_PARAMETERS: true,
  PARSE_LNURLP_RESPONSE_ERROR: true,
  PARSE_PAYREQ_RESPONSE_ERROR: true,
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: true,
  QUOTE_REQUEST_FAILED: true,
  SELF_PAYMENT: true,
  SENDER_NOT_ACCEPTED: true,
  SUSPECTED_FRAUD: true,
  UNSUITABLE_DOCUMENT: true,
  WEBHOOK_DELIVERY_ERROR: true,
  WEBHOOK_ENDPOINT_NOT_SET: true,
  INVALID_SIGNATURE: true,
  UNAUTHORIZED: true,
  COUNTERPARTY_NOT_ALLOWED: true,
  FORBIDDEN: true,
  USER_NOT_READY: true,
  VELOCITY_LIMIT_EXCEEDED: true,
  BULK_UPLOAD_JOB_NOT_FOUND: true,
  INVITATION_NOT_FOUND: true,
  LOOKUP_REQUEST_NOT_FOUND: true,
  QUOTE_NOT_FOUND: true,
  REFERENCE_NOT_FOUND: true,
  TOKEN_NOT_FOUND: true,
  TRANSACTION_NOT_FOUND: true,
  USER_NOT_FOUND: true,
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: true,
  UMA_ADDRESS_EXISTS: true,
  CUSTOMER_DELETED: true,
  UNSUPPORTED_UMA_VERSION: true,
  COUNTERPARTY_PUBKEY_FETCH_ERROR: true,
  LNURLP_REQUEST_FAILED: true,
  NO_COMPATIBLE_UMA_VERSION: true,
  PAYREQ_REQUEST_FAILED: true,
  RATE_LIMITED: true,
  INTERNAL_ERROR: true,
  SERVICE_SWITCH_ERROR: true,
  NOT_IMPLEMENTED: true,
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: true,
};

/** Fields that gateways give to their errors and the service does not. */
const GATEWAY_FIELDS = ["timestamp", "path", "type", "error"];

/** Words in capitals, such as `QUOTE_NOT_FOUND`. */
const CODE_FORM = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/**
 * Whether an error body is the service's own. It has a code of the specification or the contract, or the contract's three fields:
 * a `status` equal to the HTTP status, a `code` in capitals and a `message`.
 */
export function isServiceError(status: number, body: unknown): boolean {
  const code = textOf(body, "code") ?? "";
  if (Object.hasOwn(KNOWN_CODES, code)) return true;
  return (
    fieldOf(body, "status") === status &&
    CODE_FORM.test(code) &&
    textOf(body, "message") !== undefined &&
    GATEWAY_FIELDS.every((name) => fieldOf(body, name) === undefined)
  );
}
