export type { BankAccountType, PixKeyType } from "./account-fields";
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
} from "./account-info";
export type { Address, AddressParams } from "./address";
export type {
  ApiToken,
  ApiTokenCreateParams,
  ApiTokenListParams,
  ApiTokenPermission,
  CreatedApiToken,
} from "./api-token";
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
} from "./auth-method";
export type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerRole,
  BeneficialOwnerUpdateParams,
  IdentificationType,
  PersonalInfo,
  PersonalInfoParams,
} from "./beneficial-owner";
export type { BulkImportAccepted, BulkImportError, BulkImportJob } from "./bulk-import";
export type { Currency, CurrencyAmount, CurrencyCode } from "./currency";
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
} from "./customer";
export type { Discovery, DiscoveryListParams } from "./discovery";
export type {
  DocumentListParams,
  DocumentReplaceParams,
  DocumentKind,
  DocumentUploadParams,
  UploadedDocument,
} from "./document";
export type {
  BalanceUpdatedEvent,
  BulkUploadEvent,
  CustomerEvent,
  IncomingPaymentEvent,
  InvitationClaimedEvent,
  KnownWebhookEvent,
  OutgoingPaymentEvent,
  TestEvent,
  UnlistedEvent,
  VerificationEvent,
  WebhookEvent,
  WebhookEventType,
} from "./event";
export type { ExchangeRate, ExchangeRateListParams } from "./exchange-rate";
export type {
  BeneficiaryVerificationStatus,
  CryptoNetwork,
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
  ExternalAccountStatus,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
} from "./external-account";
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
} from "./ids";
export type {
  InternalAccount,
  InternalAccountListParams,
  InternalAccountType,
  PlatformInternalAccountListParams,
} from "./internal-account";
export type { UmaInvitation, UmaInvitationClaimParams, UmaInvitationCreateParams } from "./invitation";
export type { PageParams } from "./page";
export type { PaymentAccountInfo, PaymentInstruction } from "./payment-instruction";
export type {
  PlatformConfig,
  PlatformConfigUpdateParams,
  PlatformCurrency,
  PlatformCurrencyParams,
} from "./platform-config";
export type { PurposeOfPayment, Quote, QuoteCreateParams, QuoteExecuteParams, QuoteStatus } from "./quote";
export type { RateDetails } from "./rate-details";
export type {
  CounterpartyField,
  CurrencyPreference,
  CustomerInfoFieldName,
  ExternalAccountLookup,
  ReceiverLookup,
  ReceiverLookupParams,
  UmaLookup,
} from "./receiver";
export type { SandboxFundParams, SandboxReceiveUmaParams, SandboxSendParams, WebhookTest } from "./sandbox";
export type { Session, SessionListParams } from "./session";
export type { SignedRetryChallenge } from "./signed-retry-challenge";
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
} from "./source-destination";
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
} from "./transaction";
export type { UmaProvider, UmaProviderListParams } from "./uma-provider";
export type { Unlisted } from "./open";
export type { UploadFile } from "./upload";
export type {
  Verification,
  VerificationCreateParams,
  VerificationIssue,
  VerificationIssueType,
  VerificationListParams,
  VerificationStatus,
} from "./verification";
export type { WalletExport, WalletExportParams } from "./wallet-export";
export type { WithdrawalFeeEstimate, WithdrawalFeeEstimateParams } from "./withdrawal-fee";
export type { KycStatus } from "./kyc-status";
