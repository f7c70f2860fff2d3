/**
 * Types in the signatures of the entries that you cannot import by name. TypeScript still knows them. This module is part of the
 * reference only.
 *
 * @module types
 */
export type { ApiErrorFacts } from "../../src/core/api-errors";
export type { ErrorFacts, ResponseErrorFacts } from "../../src/core/errors";
export type { WirePage } from "../../src/core/pagination";
export type {
  EndEvent,
  FailureEvent,
  RequestEvent,
  ResponseEvent,
  ResponseMismatchEvent,
  RetryEvent,
} from "../../src/core/types";
export type {
  AccountKind,
  BankAccountTypeFields,
  BankFields,
  BdtFields,
  BeneficiaryNeed,
  BranchFields,
  ClabeFields,
  CryptoWalletFields,
  CryptoWalletKinds,
  EgpFields,
  FiatAccountFields,
  FiatAccountKinds,
  IbanFields,
  MobileMoneyFields,
  PhoneFields,
  PixFields,
  PkrFields,
  RegionFields,
  SortCodeFields,
  SwiftBankFields,
  TransitFields,
  UpiFields,
  UsdFields,
} from "../../src/models/account-fields";
export type { ListBody, PageBody } from "../../src/models/page";
export type {
  FiatAccountDetails,
  UnlistedAccountInfo,
  UnlistedBeneficiary,
} from "../../src/models/account-info";
export type { BulkImportProblem, BulkImportProgress } from "../../src/models/bulk-import";
export type {
  BulkUploadEventType,
  CustomerEventType,
  EventEnvelope,
  IncomingPaymentEventData,
  IncomingPaymentEventType,
  OutgoingPaymentEventType,
  VerificationEventType,
} from "../../src/models/event";
export type { ExchangeRateFees } from "../../src/models/rates";
export type { BeneficiaryVerifiedData } from "../../src/models/accounts";
export type { Id } from "../../src/models/ids";
export type { Input } from "../../src/models/open";
export type { Nullish, Open } from "../../src/models/open";
export type {
  ArsPaymentInfo,
  BrlPaymentInfo,
  CopPaymentInfo,
  CryptoPaymentInfo,
  EmbeddedWalletPaymentInfo,
  FiatPaymentInfo,
  LightningPaymentInfo,
  PaymentDetails,
  SignedPayment,
  UnlistedPaymentInfo,
} from "../../src/models/payment-instruction";
export type { UnlistedDestination, UnlistedSource } from "../../src/models/source-destination";
export type { ReconciliationInstructions } from "../../src/models/transaction";
export type { Posting } from "../../src/simulator/domain/records/accounts";
export type { BundleLayer } from "../../src/wallet/crypto/errors";
export type { RegistrationChallengeSource } from "../../src/wallet/options";
export type { PasskeyDescriptor } from "../../src/wallet/passkey-ceremony";
export type { SandboxOidcTokenClaims } from "../../src/wallet/sandbox";
