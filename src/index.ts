/**
 * A typed client for the payments service API.
 *
 * @module payments-sdk
 */
export { PaymentsClient } from "./client";
export type { ClientOptions, ClientOverrides } from "./config/client-options";
export { isApiError, isConnectionError, isPaymentsError, isTimeoutError } from "./core/error-guards";
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from "./core/api-errors";
export {
  AbortedError,
  ChallengeExpiredError,
  ChallengeRepeatedError,
  ConfigurationError,
  ConnectionError,
  CredentialsError,
  InvalidRequestError,
  PaginationError,
  PaymentsError,
  ResponseValidationError,
  TimeoutError,
  UnrelatedResponseError,
} from "./core/errors";
export type { Advice } from "./core/errors";
export type {
  PaymentsErrorCode,
  PaymentsErrorCodes,
  ServiceErrorCode,
  ServiceErrorCodes,
} from "./core/error-codes";
export { accountEffect } from "./transactions/account-effect";
export { describeTransaction } from "./transactions/describe-transaction";
export type { TransactionDescription, TransactionState } from "./transactions/describe-transaction";
export { deriveIdempotencyKey } from "./core/idempotency";
export { amountToDecimal, formatAmount, parseAmount, quoteRate } from "./money/amounts";
export type { CurrencyUnit, QuoteRate } from "./money/amounts";
export { newerTransaction } from "./transactions/newer-transaction";
export type { ClientCredentials, Credentials } from "./core/client-credentials";
export { Paginator } from "./core/pagination";
export type { Page } from "./core/pagination";
export type { RawListOptions, RawRequestOptions } from "./resources/raw-call";
export type { LeftCall } from "./core/running-calls";
export { responseOf } from "./core/response-of";
export type { ResponseMeta } from "./core/response-of";
export { isSignedRetryChallenge } from "./core/judge";
export type {
  CallEvent,
  ClientLimits,
  FetchLike,
  Hooks,
  HttpMethod,
  Issue,
  ListOptions,
  Logger,
  LogLevel,
  Outcome,
  RequestOptions,
  Signer,
  Transport,
  TransportRequest,
  TransportResponse,
  UploadOptions,
} from "./core/types";
export type { Auth, AuthCredentials, AuthSessions, VerifyOptions } from "./resources/auth";
export type { BeneficialOwners, Documents, Verifications } from "./resources/onboarding";
export type { BulkCustomers, Customers } from "./resources/customers";
export type { Config, Discoveries, Invitations, Tokens, UmaProviders } from "./resources/platform";
export type { CryptoWithdrawals, ExchangeRates } from "./resources/rates";
export type {
  ExternalAccounts,
  InternalAccounts,
  Platform,
  PlatformExternalAccounts,
  PlatformInternalAccounts,
} from "./resources/accounts";
export type { Quotes } from "./resources/quotes";
export type { Receivers } from "./resources/receivers";
export type { Sandbox, SandboxWebhooks } from "./resources/sandbox";
export type { Transactions, Transfers } from "./resources/transactions";
export { findPayloadToSign, isExpired } from "./resources/quotes";
export { missingPayerData } from "./resources/receivers";
export type { WaitOptions } from "./resources/wait-for";
export type { TypedApi } from "./resources/typed-api";
export { isTerminal } from "./transactions/terminal";
export { API_VERSION } from "./config/version";
export type { AccountInfo, AccountInfoParams, Beneficiary } from "./models/account-info";
export type { Address, AddressParams } from "./models/address";
export type {
  ApiToken,
  CreatedApiToken,
  Discovery,
  PlatformConfig,
  UmaInvitation,
  UmaProvider,
} from "./models/platform";
export type {
  AuthMethod,
  CredentialCreateParams,
  CredentialVerifyParams,
  PasskeyAuthChallenge,
  Session,
  SignedRetryChallenge,
} from "./models/auth";
export type {
  BeneficialOwner,
  DocumentUploadParams,
  PersonalInfoParams,
  UploadedDocument,
  UploadFile,
  Verification,
  VerificationIssue,
  VerificationStatus,
} from "./models/onboarding";
export type { BulkImportAccepted, BulkImportJob } from "./models/bulk-import";
export type { Currency, CurrencyAmount, CurrencyCode } from "./models/currency";
export type { Customer, CustomerCreateParams, CustomerUpdateParams, KycLink } from "./models/customer";
export type { ExchangeRate, RateDetails, WithdrawalFeeEstimate } from "./models/rates";
export type {
  ExternalAccount,
  ExternalAccountCreateParams,
  InternalAccount,
  WalletExport,
} from "./models/accounts";
export type {
  AccountId,
  AuthMethodId,
  CustomerId,
  ExternalAccountId,
  InternalAccountId,
  QuoteId,
  TransactionId,
} from "./models/ids";
export type { Unlisted } from "./models/open";
export type { PaymentInstruction } from "./models/payment-instruction";
export type { Quote, QuoteCreateParams } from "./models/quote";
export type { ExternalAccountLookup, ReceiverLookup, UmaLookup } from "./models/receiver";
export type { WebhookTest } from "./models/sandbox";
export type { Destination, Source } from "./models/source-destination";
export type {
  IncomingTransaction,
  OutgoingTransaction,
  Refund,
  Transaction,
  TransactionListParams,
  TransferInParams,
  TransferOutParams,
} from "./models/transaction";
