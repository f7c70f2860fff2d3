/** What `resources` of the root entry has: the classes of the resources, and the types of their methods that are rarely named. */
export type { RawListOptions } from "./raw-call";
export type { Auth, AuthCredentials, AuthSessions, VerifyOptions } from "./auth";
export type { BeneficialOwners, Documents, Verifications } from "./onboarding";
export type { BulkCustomers, Customers } from "./customers";
export type { Config, Discoveries, Invitations, Tokens, UmaProviders } from "./platform";
export type { CryptoWithdrawals, ExchangeRates } from "./rates";
export type {
  ExternalAccounts,
  InternalAccounts,
  Platform,
  PlatformExternalAccounts,
  PlatformInternalAccounts,
} from "./accounts";
export type { Quotes } from "./quotes";
export type { Receivers } from "./receivers";
export type { Sandbox, SandboxWebhooks } from "./sandbox";
export type { Transactions, Transfers } from "./transactions";
export type { TypedApi, TypedListOptions, TypedOptions, TypedResult } from "./typed-api";
export type { PixKeyType } from "../models/account-fields";
export type {
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
} from "../models/account-info";
export type {
  ApiTokenCreateParams,
  ApiTokenListParams,
  ApiTokenPermission,
  DiscoveryListParams,
  PlatformConfigUpdateParams,
  PlatformCurrency,
  PlatformCurrencyParams,
  UmaInvitationClaimParams,
  UmaInvitationCreateParams,
  UmaProviderListParams,
} from "../models/platform";
export type {
  AuthMethodType,
  CredentialChallengeParams,
  CredentialListParams,
  EmailOtpCredentialCreateParams,
  EmailOtpVerifyParams,
  OauthCredentialCreateParams,
  OauthVerifyParams,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCredentialCreateParams,
  PasskeyTransport,
  PasskeyVerifyParams,
  SessionListParams,
  SmsOtpCredentialCreateParams,
} from "../models/auth";
export type {
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerRole,
  BeneficialOwnerUpdateParams,
  DocumentKind,
  DocumentListParams,
  DocumentReplaceParams,
  IdentificationType,
  KybStatus,
  KycStatus,
  PersonalInfo,
  VerificationCreateParams,
  VerificationIssueType,
  VerificationListParams,
} from "../models/onboarding";
export type { BulkImportError } from "../models/bulk-import";
export type {
  BusinessCustomerCreateParams,
  BusinessCustomerUpdateParams,
  BusinessInfo,
  CustomerListParams,
  CustomerType,
  IndividualCustomerCreateParams,
  IndividualCustomerUpdateParams,
  KycLinkParams,
} from "../models/customer";
export type { ExchangeRateListParams, WithdrawalFeeEstimateParams } from "../models/rates";
export type {
  BeneficiaryVerificationStatus,
  CryptoNetwork,
  ExternalAccountListParams,
  ExternalAccountStatus,
  InternalAccountListParams,
  InternalAccountType,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
  PlatformInternalAccountListParams,
  WalletExportParams,
} from "../models/accounts";
export type { PageParams } from "../models/page";
export type { PurposeOfPayment, QuoteExecuteParams, QuoteStatus } from "../models/quote";
export type {
  CounterpartyField,
  CurrencyPreference,
  ExternalAccountLookup,
  ReceiverLookupParams,
  UmaLookup,
} from "../models/receiver";
export type { SandboxFundParams, SandboxSendParams } from "../models/sandbox";
export type {
  AccountDestination,
  AccountSource,
  RealtimeFundingSource,
  UmaDestination,
  UmaSource,
} from "../models/source-destination";
export type {
  IncomingFailureReason,
  IncomingTransactionStatus,
  OutgoingFailureReason,
  OutgoingTransactionStatus,
  TransactionApproveParams,
  TransactionRejectParams,
  TransactionStatus,
  TransactionType,
  UnlistedTransaction,
} from "../models/transaction";
