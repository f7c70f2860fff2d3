/** The error codes of this package, each with its class. `docs/errors.md` lists the outcome and the remedy of each. */
export interface PaymentsErrorCodes {
  /** Your signal aborted the call. `cause` is its reason. */
  ABORTED: "AbortedError";
  /** The challenge expired before the client sent its signature. */
  CHALLENGE_EXPIRED: "ChallengeExpiredError";
  /** The service responded to the signed request with another challenge. */
  CHALLENGE_REPEATED: "ChallengeRepeatedError";
  /** The quote differs from the one that the customer confirmed. */
  CONFIRMATION_REQUIRED: "ConfirmationRequiredError";
  /** The connection failed. `platformCode` is the platform's code. */
  CONNECTION_FAILED: "ConnectionError";
  /** The credential of a sign-in belongs to another wallet. The new session expires unused. */
  CREDENTIAL_MISMATCH: "CredentialMismatchError";
  /** The function in `credentials` failed, or returned no credentials. `cause` is its error. */
  CREDENTIALS_UNAVAILABLE: "CredentialsError";
  /** The wallet has no credential of this type. */
  CREDENTIAL_NOT_FOUND: "CredentialNotFoundError";
  /** The platform has no `crypto.subtle`. */
  CRYPTO_UNAVAILABLE: "CryptoUnavailableError";
  /** The value is sealed to another key, or was changed. */
  DECRYPTION_FAILED: "DecryptionError";
  /** An option or environment variable is missing or malformed. `option` names it. */
  INVALID_CONFIGURATION: "ConfigurationError";
  /** A key is malformed, has the wrong type, or was used up or wiped. */
  INVALID_KEY: "InvalidKeyError";
  /** An argument is invalid. `issues` names each field. */
  INVALID_REQUEST: "InvalidRequestError";
  /** A successful response has an unexpected shape (strict mode) or an unsafe amount. See `issues` and `body`. */
  INVALID_RESPONSE: "ResponseValidationError";
  /** A session bundle or wallet export is unreadable. `layer` names the part. */
  MALFORMED_BUNDLE: "MalformedBundleError";
  /** Revoking a credential needs a session of another credential. */
  OTHER_CREDENTIAL_REQUIRED: "OtherCredentialRequiredError";
  /** A list cursor is missing, repeats or is not text. */
  PAGINATION_FAILED: "PaginationError";
  /** A part of this package could not be loaded. A newer release may have replaced the file. */
  PART_NOT_LOADED: "ConnectionError";
  /** The browser returned no passkey. `reason` says why. */
  PASSKEY_FAILED: "PasskeyError";
  /** The wallet has a passkey and its service allows one, or an earlier registration has an unknown outcome. */
  PASSKEY_REGISTRATION: "PasskeyRegistrationError";
  /** An equal payment of the wallet is open. */
  PAYMENT_OPEN: "PaymentOpenError";
  /** The response is a redirect. The client does not follow redirects. */
  REDIRECTED: "ConnectionError";
  /** The response of a session's refresh was lost. The earlier session still signs. */
  REFRESH_LOST: "RefreshLostError";
  /** The wallet's session has ended. */
  SESSION_EXPIRED: "SessionExpiredError";
  /** The service does not fit the option `sessionKeys: "held"`. */
  SESSION_KEYS_MISMATCH: "SessionKeysError";
  /** The wallet has no session. */
  SESSION_REQUIRED: "SessionRequiredError";
  /** A wallet export has no signature of a trusted issuer, or a stamp is invalid. `check` names the failed check. */
  SIGNATURE_INVALID: "SignatureVerificationError";
  /** The store failed, so the wallet cannot record or read a payment. */
  STORE_UNAVAILABLE: "StoreUnavailableError";
  /** No complete response arrived within `timeout` (`scope: "attempt"`) or `totalTimeout` (`"total"`). */
  TIMEOUT: "TimeoutError";
  /** A successful response is incomplete JSON, or has an unexpected status. */
  UNREADABLE_RESPONSE: "ResponseValidationError";
  /** The response belongs to another request. */
  UNRELATED_RESPONSE: "UnrelatedResponseError";
  /** A delivery is unsigned or not recent. `check` names the failed check. */
  WEBHOOK_NOT_VERIFIED: "WebhookVerificationError";
}

/** Any `code` that this package gives to an error. {@link PaymentsErrorCodes} explains each. */
export type PaymentsErrorCode = keyof PaymentsErrorCodes;

/** What a code says beyond its status. */
export interface CodeRow {
  /** The HTTP status. The first one, if the service sends the code with several. */
  readonly status: number;
  /** The ending of the attempt, if it is not the one of the status. `existing`: an earlier copy may have done it. */
  readonly ending?: "refused" | "denied" | "existing" | "in-progress";
  /** `reconcile`: read what the service has. `reconcile-post`: the same for a POST only. */
  readonly advice?: "reconcile" | "reconcile-post";
  /** The cause may pass without your help. */
  readonly temporary?: true;
}

/**
 * The error codes of the service: those of both contracts, and those that its guides name. A number is a row with a status only. The
 * judge decides by this table, and `docs/errors.md` lists it.
 */
const SERVICE_ERROR_CODES = {
  /** The amount is outside the range of the currency, rail or receiver, or exceeds the balance (`temporary`). */
  AMOUNT_OUT_OF_RANGE: 400,
  /** The card holder is not verified. */
  CARDHOLDER_KYC_NOT_APPROVED: 400,
  /** A certificate of the UMA counterparty has expired. */
  CERT_CHAIN_EXPIRED: 400,
  /** The certificate chain of the UMA counterparty is invalid. */
  CERT_CHAIN_INVALID: 400,
  /** A document contradicts the data of its holder. */
  DATA_MISMATCH: 400,
  /** The wallet already has an e-mail credential. */
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: { status: 400, ending: "existing", advice: "reconcile" },
  /** This version of the terms for end users does not exist. */
  END_USER_TERMS_VERSION_NOT_FOUND: 400,
  /** A document has expired. */
  EXPIRED: 400,
  /** The external account must be verified first. */
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: 400,
  /** A document is incomplete. For example, a page is missing. */
  INCOMPLETE: 400,
  /** An amount is not a positive integer in the smallest unit of its currency. */
  INVALID_AMOUNT: 400,
  /** The account does not exist, is closed or is unusable here. */
  INVALID_BANK_ACCOUNT: 400,
  /** A currency is unknown, not enabled, or does not match the account. */
  INVALID_CURRENCY: 400,
  /** A field is missing or malformed. `details` may name it. */
  INVALID_INPUT: 400,
  /** The nonce of an UMA message is missing or was used before. */
  INVALID_NONCE: 400,
  /** The UMA counterparty responded to the payment request with invalid data. */
  INVALID_PAYREQ_RESPONSE: 400,
  /** A public key is malformed. */
  INVALID_PUBKEY_FORMAT: 400,
  /** The receiver cannot be paid. */
  INVALID_RECEIVER: 400,
  /** The body does not have the documented form. */
  INVALID_REQUEST_FORMAT: 400,
  /** A timestamp is malformed or too far from the service's time. */
  INVALID_TIMESTAMP: 400,
  /** A UMA address does not have the form `$name@domain`. */
  INVALID_UMA_ADDRESS: 400,
  /** The platform has not set up invitations. */
  INVITATIONS_NOT_CONFIGURED: 400,
  /** The invitation is already claimed. */
  INVITATION_ALREADY_CLAIMED: { status: 400, ending: "existing", advice: "reconcile" },
  /** The invitation was cancelled. */
  INVITATION_CANCELLED: 400,
  /** The receiver lookup failed. */
  LOOKUP_REQUEST_FAILED: { status: 400, temporary: true },
  /** A document is unreadable. */
  LOW_QUALITY: 400,
  /** The customer lacks data that the payment needs. */
  MISSING_MANDATORY_USER_INFO: 400,
  /** An UMA message lacks a required parameter. */
  MISSING_REQUIRED_UMA_PARAMETERS: 400,
  /** The counterparty's response to the lookup cannot be read. */
  PARSE_LNURLP_RESPONSE_ERROR: 400,
  /** The counterparty's response to the payment request cannot be read. */
  PARSE_PAYREQ_RESPONSE_ERROR: 400,
  /** The wallet already has a passkey. */
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: { status: 400, ending: "existing", advice: "reconcile" },
  /** The wallet already has a text-message credential. */
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: { status: 400, ending: "existing", advice: "reconcile" },
  /** The service could not create a quote. */
  QUOTE_REQUEST_FAILED: { status: 400, temporary: true },
  /** Sender and receiver are the same. */
  SELF_PAYMENT: 400,
  /** The receiver does not accept this sender. */
  SENDER_NOT_ACCEPTED: 400,
  /** The account at the stablecoin provider is unusable. */
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: 400,
  /** The account at the stablecoin provider was revoked. */
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 400,
  /** The request must say which account at the stablecoin provider it means. */
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: 400,
  /** A document looks forged. */
  SUSPECTED_FRAUD: 400,
  /** The payment is larger than its limit. */
  TRANSACTION_SIZE_LIMIT_EXCEEDED: 400,
  /** This type of document is not accepted. */
  UNSUITABLE_DOCUMENT: 400,
  /** The platform's webhook endpoint is unreachable, or rejected the event. */
  WEBHOOK_DELIVERY_ERROR: { status: 400, temporary: true },
  /** The platform has no webhook endpoint. */
  WEBHOOK_ENDPOINT_NOT_SET: 400,
  /** A signature is not valid. */
  INVALID_SIGNATURE: 401,
  /** The request id of a signed request is missing. */
  REQUEST_ID_MISSING: 401,
  /** The service does not accept the credentials or the proof of a wallet action. `reason` says which. */
  UNAUTHORIZED: 401,
  /** The signature of a wallet belongs to another body. */
  WALLET_SIGNATURE_BODY_MISMATCH: 401,
  /** The signature of a wallet is not valid. */
  WALLET_SIGNATURE_INVALID: 401,
  /** The signature of a wallet is malformed. */
  WALLET_SIGNATURE_MALFORMED: 401,
  /** The signature of a wallet is missing. */
  WALLET_SIGNATURE_MISSING: 401,
  /** Payments to or from this counterparty are not allowed. */
  COUNTERPARTY_NOT_ALLOWED: 403,
  /** The end user has not accepted the terms. */
  END_USER_TERMS_NOT_ACCEPTED: 403,
  /** The credentials do not permit the call. */
  FORBIDDEN: 403,
  /** The customer may not do this yet, for example before verification. */
  USER_NOT_READY: 403,
  /** Too many payments, or too much money, within a period. */
  VELOCITY_LIMIT_EXCEEDED: { status: 403, temporary: true },
  /** The import job does not exist. */
  BULK_UPLOAD_JOB_NOT_FOUND: 404,
  /** The invitation does not exist. */
  INVITATION_NOT_FOUND: 404,
  /** The receiver lookup does not exist, or has expired. */
  LOOKUP_REQUEST_NOT_FOUND: 404,
  /** The resource does not exist. */
  NOT_FOUND: 404,
  /** The quote does not exist. */
  QUOTE_NOT_FOUND: 404,
  /** The resource, or something that the request refers to, does not exist. */
  REFERENCE_NOT_FOUND: 404,
  /** The account at the stablecoin provider does not exist. */
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: 404,
  /** The API token does not exist. */
  TOKEN_NOT_FOUND: 404,
  /** The transaction does not exist. */
  TRANSACTION_NOT_FOUND: 404,
  /** The UMA address does not exist. */
  UMA_NOT_FOUND: 404,
  /** The customer does not exist. */
  USER_NOT_FOUND: 404,
  /** The address does not take this method. */
  METHOD_NOT_ALLOWED: 405,
  /** The payment does not wait for an approval. */
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: { status: 409, advice: "reconcile" },
  /** The UMA address is already taken. */
  UMA_ADDRESS_EXISTS: { status: 409, ending: "existing", advice: "reconcile" },
  /** The beneficiary is trusted already. */
  BENEFICIARY_TRUSTED: { status: 409, advice: "reconcile" },
  /** The card is closed already. */
  CARD_ALREADY_CLOSED: { status: 409, advice: "reconcile" },
  /** The state of the card allows no change. */
  CARD_NOT_MUTABLE: { status: 409, advice: "reconcile" },
  /** The state of the resource does not allow the call, or the resource exists already. */
  CONFLICT: { status: 409, advice: "reconcile-post" },
  /** The credentials of the wallet changed during the call. */
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: 409,
  /** Another credential uses this e-mail address. */
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: { status: 409, ending: "existing", advice: "reconcile" },
  /** The idempotency key belongs to a request with other parameters. */
  IDEMPOTENCY_KEY_REUSED: { status: 409, advice: "reconcile" },
  /** The first request with this idempotency key is still running. */
  IDEMPOTENT_REQUEST_IN_PROGRESS: { status: 409, ending: "in-progress" },
  /** The account has too little money. */
  INSUFFICIENT_BALANCE: { status: 409, temporary: true },
  /** The state of the resource does not allow the call. */
  INVALID_STATE_TRANSITION: { status: 409, advice: "reconcile" },
  /** The passkey is registered already. */
  PASSKEY_ALREADY_ENROLLED: { status: 409, advice: "reconcile" },
  /** The quote expired before it was executed, or was executed by an earlier call. */
  QUOTE_EXPIRED: { status: 409, advice: "reconcile" },
  /** The customer must repeat the strong authentication. */
  SCA_SESSION_REQUIRED: { status: 409, ending: "denied", temporary: true },
  /** The payment can no longer be cancelled. */
  TRANSACTION_NOT_CANCELLABLE: { status: 409, ending: "existing", advice: "reconcile" },
  /** The customer was deleted. */
  CUSTOMER_DELETED: 410,
  /** The counterparty does not support this version of UMA. */
  UNSUPPORTED_UMA_VERSION: 412,
  /** The account is locked. `details.lockedUntil` may say until when. */
  ACCOUNT_LOCKED: { status: 423, temporary: true },
  /** The counterparty's public keys could not be fetched. */
  COUNTERPARTY_PUBKEY_FETCH_ERROR: { status: 424, temporary: true },
  /** The e-mail address changed at the service, but not at the provider of the wallet. */
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: { status: 424, temporary: true },
  /** The counterparty did not respond to the lookup. */
  LNURLP_REQUEST_FAILED: { status: 424, temporary: true },
  /** The two sides have no common version of UMA. */
  NO_COMPATIBLE_UMA_VERSION: { status: 424, temporary: true },
  /** The counterparty did not respond to the payment request. */
  PAYREQ_REQUEST_FAILED: { status: 424, temporary: true },
  /** The limit of the day is reached. The next day allows payments again. */
  DAILY_VOLUME_LIMIT_EXCEEDED: { status: 429, temporary: true },
  /** Too many requests. */
  RATE_LIMITED: 429,
  /** The service failed. */
  INTERNAL_ERROR: 500,
  /** A part of the service could not reach another part. */
  SERVICE_SWITCH_ERROR: 500,
  /** The service does not offer this yet. */
  NOT_IMPLEMENTED: 501,
  /** The counterparty requires data about the receiver that the service does not know. */
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: 501,
  /** The service is not available. */
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<string, number | CodeRow>;

/** The status of each code. */
type Statuses<Table> = {
  readonly [Code in keyof Table]: Table[Code] extends { readonly status: infer Status }
    ? Status
    : Table[Code];
};

/**
 * The error codes of the service, each with its HTTP status. The service may send others. If a response has
 * no code, its {@link ApiError} has the code `HTTP_<status>`.
 */
export interface ServiceErrorCodes extends Statuses<typeof SERVICE_ERROR_CODES> {}

/** Any known `code` of an {@link ApiError}. {@link ServiceErrorCodes} explains each. */
export type ServiceErrorCode = keyof ServiceErrorCodes;

/** The row of a code, or `undefined` if the table does not list it. */
export function codeRow(code: string): CodeRow | undefined {
  if (!Object.hasOwn(SERVICE_ERROR_CODES, code)) return undefined;
  const row: number | CodeRow = SERVICE_ERROR_CODES[code as ServiceErrorCode];
  return typeof row === "number" ? { status: row } : row;
}

/** The row of a code that the table does not list, if its status says more than "refused". A counterparty's failure passes. */
export function statusRow(status: number): CodeRow | undefined {
  return status === 424 ? { status, temporary: true } : undefined;
}
