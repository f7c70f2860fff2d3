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
export type {
  TransactionDescription,
  TransactionParty,
  TransactionState,
} from "./transactions/describe-transaction";
export { deriveIdempotencyKey } from "./core/idempotency";
export { amountToDecimal, formatAmount, parseAmount, quoteRate } from "./money/amounts";
export type { CurrencyUnit, QuoteAmounts, QuoteRate } from "./money/amounts";
export { newerTransaction } from "./transactions/newer-transaction";
export type {
  BearerCredentials,
  ClientCredentials,
  Credentials,
  CredentialsProvider,
} from "./core/client-credentials";
export { Paginator } from "./core/pagination";
export type { Page } from "./core/pagination";
export type { Expectation, RawListOptions, RawRequestOptions } from "./resources/raw-call";
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
  UploadProgress,
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
export type { TypedApi, TypedListOptions, TypedOptions, TypedResult } from "./resources/typed-api";
export { isTerminal } from "./transactions/terminal";
export { API_VERSION } from "./config/version";
export type { BankAccountType } from "./models/account-fields";
export type {
  AccountInfo,
  AccountInfoParams,
  Beneficiary,
  BusinessBeneficiary,
  BusinessBeneficiaryParams,
  CryptoWalletInfo,
  FiatAccountInfo,
  IndividualBeneficiary,
  IndividualBeneficiaryParams,
  LightningInfo,
  PaymentRail,
} from "./models/account-info";
export type { Address, AddressParams } from "./models/address";
export type {
  ApiToken,
  CreatedApiToken,
  Discovery,
  PlatformConfig,
  PlatformCurrency,
  UmaInvitation,
  UmaProvider,
} from "./models/platform";
export type {
  AuthMethod,
  CredentialCreateParams,
  CredentialVerifyParams,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyAuthChallenge,
  Session,
  SignedRetryChallenge,
} from "./models/auth";
export type {
  BeneficialOwner,
  DocumentUploadParams,
  KybStatus,
  KycStatus,
  PersonalInfo,
  PersonalInfoParams,
  UploadedDocument,
  UploadFile,
  Verification,
  VerificationIssue,
  VerificationStatus,
} from "./models/onboarding";
export type { BulkImportAccepted, BulkImportError, BulkImportJob } from "./models/bulk-import";
export type { Currency, CurrencyAmount, CurrencyCode } from "./models/currency";
export type {
  BusinessCustomer,
  BusinessInfo,
  BusinessType,
  Customer,
  CustomerCreateParams,
  CustomerUpdateParams,
  IndividualCustomer,
  KycLink,
} from "./models/customer";
export type { ExchangeRate, RateDetails, WithdrawalFeeEstimate } from "./models/rates";
export type {
  CryptoNetwork,
  ExternalAccount,
  ExternalAccountCreateParams,
  InternalAccount,
  WalletExport,
} from "./models/accounts";
export type {
  AccountId,
  AuthMethodId,
  BeneficialOwnerId,
  CustomerId,
  ExternalAccountId,
  InternalAccountId,
  LookupId,
  QuoteId,
  SessionId,
  TransactionId,
  VerificationId,
} from "./models/ids";
export type { Unlisted } from "./models/open";
export type { PaymentAccountInfo, PaymentInstruction } from "./models/payment-instruction";
export type { Quote, QuoteCreateParams, QuoteStatus } from "./models/quote";
export type {
  CounterpartyField,
  CurrencyPreference,
  CustomerInfoFieldName,
  ExternalAccountLookup,
  ReceiverLookup,
  UmaLookup,
} from "./models/receiver";
export type { SandboxReceiveUmaParams, WebhookTest } from "./models/sandbox";
export type {
  AccountDestination,
  AccountSource,
  Destination,
  DestinationParams,
  RealtimeFundingSource,
  Source,
  SourceParams,
  UmaDestination,
  UmaSource,
} from "./models/source-destination";
export type {
  IncomingTransaction,
  OutgoingTransaction,
  Refund,
  Transaction,
  TransactionListParams,
  TransactionStatus,
  TransferInParams,
  TransferOutParams,
  UnlistedTransaction,
} from "./models/transaction";
