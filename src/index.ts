/**
 * A typed client for the payments service API.
 *
 * @module payments-sdk
 */
export { PaymentsClient } from "./client";
export type { RawRequestOptions } from "./client";
export type { ClientOptions } from "./config";
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
  ChallengeExpiredError,
  ChallengeRepeatedError,
  ConfigurationError,
  ConnectionError,
  InvalidRequestError,
  PaginationError,
  PaymentsError,
  ResponseValidationError,
  TimeoutError,
  UnrelatedResponseError,
} from "./core/errors";
export type {
  PaymentsErrorCode,
  PaymentsErrorCodes,
  ServiceErrorCode,
  ServiceErrorCodes,
} from "./core/error-codes";
export { deriveIdempotencyKey } from "./core/idempotency";
export { formatAmount, parseAmount } from "./money";
export type { CurrencyUnit } from "./money";
export { Page, Paginator } from "./core/pagination";
export { responseOf } from "./core/response-of";
export type { ResponseMeta } from "./core/response-of";
export { isSignedRetryChallenge } from "./core/signed-call";
export type {
  CallEvent,
  EndEvent,
  FailureEvent,
  FetchLike,
  Hooks,
  Issue,
  ListOptions,
  Logger,
  LogLevel,
  Outcome,
  RequestEvent,
  RequestOptions,
  ResponseEvent,
  ResponseMismatchEvent,
  RetryEvent,
  Signer,
  UploadOptions,
  UploadProgress,
} from "./core/types";
export type { Auth } from "./resources/auth";
export type { BeneficialOwners } from "./resources/beneficial-owners";
export type { BulkCustomers } from "./resources/bulk-customers";
export type { Config } from "./resources/config";
export type { Credentials } from "./resources/credentials";
export type { CryptoWithdrawals } from "./resources/crypto-withdrawals";
export type { Customers } from "./resources/customers";
export type { Discoveries } from "./resources/discoveries";
export type { Documents } from "./resources/documents";
export type { ExchangeRates } from "./resources/exchange-rates";
export type { ExternalAccounts } from "./resources/external-accounts";
export type { InternalAccounts } from "./resources/internal-accounts";
export type { Invitations } from "./resources/invitations";
export type { Platform, PlatformExternalAccounts, PlatformInternalAccounts } from "./resources/platform";
export type { Quotes } from "./resources/quotes";
export type { Receivers } from "./resources/receivers";
export type { Sandbox, SandboxWebhooks } from "./resources/sandbox";
export type { Sessions } from "./resources/sessions";
export type { Tokens } from "./resources/tokens";
export type { Transactions } from "./resources/transactions";
export type { Transfers } from "./resources/transfers";
export type { UmaProviders } from "./resources/uma-providers";
export type { Verifications } from "./resources/verifications";
export { findPayloadToSign, isExpired } from "./resources/quotes";
export { missingPayerData } from "./resources/receivers";
export type { VerifyOptions } from "./resources/credentials";
export { isTerminal } from "./resources/wait-for";
export type { WaitOptions } from "./resources/wait-for";
export { API_VERSION } from "./version";
export type {
  AccountDestination,
  AccountId,
  AccountInfo,
  AccountInfoParams,
  AccountSource,
  Address,
  AddressParams,
  ApiToken,
  ApiTokenCreateParams,
  ApiTokenListParams,
  ApiTokenPermission,
  AuthMethod,
  AuthMethodId,
  AuthMethodType,
  BalanceUpdatedEvent,
  BankAccountType,
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerId,
  BeneficialOwnerListParams,
  BeneficialOwnerRole,
  BeneficialOwnerUpdateParams,
  Beneficiary,
  BeneficiaryParams,
  BeneficiaryVerificationStatus,
  BulkImportAccepted,
  BulkImportError,
  BulkImportJob,
  BulkUploadEvent,
  BusinessBeneficiary,
  BusinessBeneficiaryParams,
  BusinessCustomer,
  BusinessCustomerCreateParams,
  BusinessCustomerUpdateParams,
  BusinessInfo,
  BusinessType,
  CounterpartyField,
  CreatedApiToken,
  CredentialChallengeParams,
  CredentialCreateParams,
  CredentialListParams,
  CredentialVerifyParams,
  CryptoNetwork,
  CryptoWalletInfo,
  Currency,
  CurrencyAmount,
  CurrencyCode,
  CurrencyPreference,
  Customer,
  CustomerCreateParams,
  CustomerEvent,
  CustomerId,
  CustomerInfoFieldName,
  CustomerListParams,
  CustomerType,
  CustomerUpdateParams,
  Destination,
  DestinationParams,
  Discovery,
  DiscoveryListParams,
  DocumentListParams,
  DocumentReplaceParams,
  DocumentKind,
  DocumentUploadParams,
  EmailOtpCredentialCreateParams,
  EmailOtpVerifyParams,
  ExchangeRate,
  ExchangeRateListParams,
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountId,
  ExternalAccountListParams,
  ExternalAccountLookup,
  ExternalAccountStatus,
  FiatAccountInfo,
  FiatAccountInfoParams,
  IdentificationType,
  IncomingFailureReason,
  IncomingPaymentEvent,
  IncomingTransaction,
  IncomingTransactionStatus,
  IndividualBeneficiary,
  IndividualBeneficiaryParams,
  IndividualCustomer,
  IndividualCustomerCreateParams,
  IndividualCustomerUpdateParams,
  InternalAccount,
  InternalAccountId,
  InternalAccountListParams,
  InternalAccountType,
  InvitationClaimedEvent,
  KnownWebhookEvent,
  KybStatus,
  KycLink,
  KycLinkParams,
  KycStatus,
  LightningInfo,
  LightningInfoParams,
  LookupId,
  OauthCredentialCreateParams,
  OauthVerifyParams,
  OutgoingFailureReason,
  OutgoingPaymentEvent,
  OutgoingTransaction,
  OutgoingTransactionStatus,
  PageParams,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyAuthChallenge,
  PasskeyCredentialCreateParams,
  PasskeyTransport,
  PasskeyVerifyParams,
  PaymentAccountInfo,
  PaymentInstruction,
  PaymentRail,
  PersonalInfo,
  PersonalInfoParams,
  PixKeyType,
  PlatformConfig,
  PlatformConfigUpdateParams,
  PlatformCurrency,
  PlatformCurrencyParams,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
  PlatformInternalAccountListParams,
  PurposeOfAccount,
  PurposeOfPayment,
  Quote,
  QuoteCreateParams,
  QuoteExecuteParams,
  QuoteId,
  QuoteStatus,
  RateDetails,
  RealtimeFundingSource,
  ReceiverLookup,
  ReceiverLookupParams,
  Refund,
  SandboxFundParams,
  SandboxReceiveUmaParams,
  SandboxSendParams,
  Session,
  SessionId,
  SessionListParams,
  SignedRetryChallenge,
  Source,
  SourceParams,
  TestEvent,
  Transaction,
  TransactionApproveParams,
  TransactionId,
  TransactionListParams,
  TransactionRejectParams,
  TransactionStatus,
  TransactionType,
  TransferInParams,
  TransferOutParams,
  UmaDestination,
  UmaInvitation,
  UmaInvitationClaimParams,
  UmaInvitationCreateParams,
  UmaLookup,
  UmaProvider,
  UmaProviderListParams,
  UmaSource,
  Unlisted,
  UnlistedEvent,
  UploadedDocument,
  UploadFile,
  Verification,
  VerificationCreateParams,
  VerificationEvent,
  VerificationId,
  VerificationIssue,
  VerificationIssueType,
  VerificationListParams,
  VerificationStatus,
  WalletExport,
  WalletExportParams,
  WebhookEvent,
  WebhookEventType,
  WebhookTest,
  WithdrawalFeeEstimate,
  WithdrawalFeeEstimateParams,
} from "./models";
