/**
 * A typed client for the payments service API.
 *
 * @module payments-sdk
 */
export { PaymentsClient } from "./client";
export type { ClientOptions, ClientOverrides } from "./config";
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
export { accountFields } from "./account-form";
export type { AccountField, AccountGroupField, AccountKindName, AccountTextField } from "./account-form";
export { describeTransaction } from "./describe-transaction";
export type { TransactionDescription, TransactionParty, TransactionState } from "./describe-transaction";
export { deriveIdempotencyKey } from "./core/idempotency";
export { amountToDecimal, formatAmount, parseAmount, quoteRate } from "./money";
export type { CurrencyUnit, QuoteAmounts, QuoteRate } from "./money";
export { newerTransaction } from "./newer-transaction";
export type {
  BearerCredentials,
  ClientCredentials,
  Credentials,
  CredentialsProvider,
} from "./core/client-credentials";
export { Page, Paginator } from "./core/pagination";
export type { Expectation, RawListOptions, RawRequestOptions } from "./resources/raw-call";
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
  UploadOptions,
  UploadProgress,
} from "./core/types";
export type { Auth } from "./resources/auth";
export type { BeneficialOwners } from "./resources/beneficial-owners";
export type { BulkCustomers } from "./resources/bulk-customers";
export type { Config } from "./resources/config";
export type { AuthCredentials, VerifyOptions } from "./resources/credentials";
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
export type { AuthSessions } from "./resources/sessions";
export type { Tokens } from "./resources/tokens";
export type { Transactions } from "./resources/transactions";
export type { Transfers } from "./resources/transfers";
export type { UmaProviders } from "./resources/uma-providers";
export type { Verifications } from "./resources/verifications";
export { findPayloadToSign, isExpired } from "./resources/quotes";
export { missingPayerData } from "./resources/receivers";
export type { WaitOptions } from "./resources/wait-for";
export type { TypedApi, TypedListOptions, TypedOptions, TypedResult } from "./typed";
export { isTerminal } from "./terminal";
export { API_VERSION } from "./version";
export type { BankAccountType, PixKeyType } from "./models/account-fields";
export type {
  AccountInfo,
  AccountInfoParams,
  Beneficiary,
  BeneficiaryParams,
  BusinessBeneficiary,
  BusinessBeneficiaryParams,
  CryptoWalletInfo,
  FiatAccountInfo,
  FiatAccountInfoParams,
  IndividualBeneficiary,
  IndividualBeneficiaryParams,
  LightningInfo,
  LightningInfoParams,
  PaymentRail,
} from "./models/account-info";
export type { Address, AddressParams } from "./models/address";
export type {
  ApiToken,
  ApiTokenCreateParams,
  ApiTokenListParams,
  ApiTokenPermission,
  CreatedApiToken,
} from "./models/api-token";
export type {
  AuthMethod,
  AuthMethodType,
  CredentialChallengeParams,
  CredentialCreateParams,
  CredentialListParams,
  CredentialVerifyParams,
  EmailOtpCredentialCreateParams,
  EmailOtpVerifyParams,
  OauthCredentialCreateParams,
  OauthVerifyParams,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyAuthChallenge,
  PasskeyCredentialCreateParams,
  PasskeyTransport,
  PasskeyVerifyParams,
  SmsOtpCredentialCreateParams,
} from "./models/auth-method";
export type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerRole,
  BeneficialOwnerUpdateParams,
  IdentificationType,
  PersonalInfo,
  PersonalInfoParams,
} from "./models/beneficial-owner";
export type { BulkImportAccepted, BulkImportError, BulkImportJob } from "./models/bulk-import";
export type { Currency, CurrencyAmount, CurrencyCode } from "./models/currency";
export type {
  BusinessCustomer,
  BusinessCustomerCreateParams,
  BusinessCustomerUpdateParams,
  BusinessInfo,
  BusinessType,
  Customer,
  CustomerCreateParams,
  CustomerListParams,
  CustomerType,
  CustomerUpdateParams,
  IndividualCustomer,
  IndividualCustomerCreateParams,
  IndividualCustomerUpdateParams,
  KybStatus,
  KycLink,
  KycLinkParams,
  PurposeOfAccount,
} from "./models/customer";
export type { Discovery, DiscoveryListParams } from "./models/discovery";
export type {
  DocumentListParams,
  DocumentReplaceParams,
  DocumentKind,
  DocumentUploadParams,
  UploadedDocument,
} from "./models/document";
export type { ExchangeRate, ExchangeRateListParams } from "./models/exchange-rate";
export type {
  BeneficiaryVerificationStatus,
  CryptoNetwork,
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
  ExternalAccountStatus,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
} from "./models/external-account";
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
export type {
  InternalAccount,
  InternalAccountListParams,
  InternalAccountType,
  PlatformInternalAccountListParams,
} from "./models/internal-account";
export type { UmaInvitation, UmaInvitationClaimParams, UmaInvitationCreateParams } from "./models/invitation";
export type { KycStatus } from "./models/kyc-status";
export type { Unlisted } from "./models/open";
export type { PageParams } from "./models/page";
export type { PaymentAccountInfo, PaymentInstruction } from "./models/payment-instruction";
export type {
  PlatformConfig,
  PlatformConfigUpdateParams,
  PlatformCurrency,
  PlatformCurrencyParams,
} from "./models/platform-config";
export type {
  PurposeOfPayment,
  Quote,
  QuoteCreateParams,
  QuoteExecuteParams,
  QuoteStatus,
} from "./models/quote";
export type { RateDetails } from "./models/rate-details";
export type {
  CounterpartyField,
  CurrencyPreference,
  CustomerInfoFieldName,
  ExternalAccountLookup,
  ReceiverLookup,
  ReceiverLookupParams,
  UmaLookup,
} from "./models/receiver";
export type {
  SandboxFundParams,
  SandboxReceiveUmaParams,
  SandboxSendParams,
  WebhookTest,
} from "./models/sandbox";
export type { Session, SessionListParams } from "./models/session";
export type { SignedRetryChallenge } from "./models/signed-retry-challenge";
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
  IncomingFailureReason,
  IncomingTransaction,
  IncomingTransactionStatus,
  OutgoingFailureReason,
  OutgoingTransaction,
  OutgoingTransactionStatus,
  Refund,
  Transaction,
  TransactionApproveParams,
  TransactionListParams,
  TransactionRejectParams,
  TransactionStatus,
  TransactionType,
  TransferInParams,
  TransferOutParams,
  UnlistedTransaction,
} from "./models/transaction";
export type { UmaProvider, UmaProviderListParams } from "./models/uma-provider";
export type { UploadFile } from "./models/upload";
export type {
  Verification,
  VerificationCreateParams,
  VerificationIssue,
  VerificationIssueType,
  VerificationListParams,
  VerificationStatus,
} from "./models/verification";
export type { WalletExport, WalletExportParams } from "./models/wallet-export";
export type { WithdrawalFeeEstimate, WithdrawalFeeEstimateParams } from "./models/withdrawal-fee";
