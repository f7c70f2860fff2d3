import { accountInfoSchema } from "./account-info";
import type { AccountInfo, AccountInfoParams } from "./account-info";
import { currencyAmountSchema } from "./currency";
import type { CurrencyAmount, CurrencyCode } from "./currency";
import type { CustomerId, ExternalAccountId, InternalAccountId } from "./ids";
import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { paymentInstructionSchema } from "./payment-instruction";
import type { PaymentInstruction } from "./payment-instruction";
import { boolean, list, model, nullish, nullishString, string } from "./schema";

/**
 * The kind of an internal account.
 *
 * - `INTERNAL_FIAT`: managed fiat money.
 * - `INTERNAL_CRYPTO`: a managed stablecoin such as USDC.
 * - `EMBEDDED_WALLET`: a self-custodial wallet. Its owner signs every outbound transfer.
 */
export type InternalAccountType = "INTERNAL_FIAT" | "INTERNAL_CRYPTO" | "EMBEDDED_WALLET";

/** An account that the service holds for a customer or the platform. */
export interface InternalAccount {
  id: InternalAccountId;
  type: Open<InternalAccountType>;
  balance: CurrencyAmount;
  /** The ways to fund the account. */
  fundingPaymentInstructions: PaymentInstruction[];
  /** The customer that owns it. Absent on an account of the platform. */
  customerId?: Nullish<CustomerId>;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** Filters of `internalAccounts.list`. */
export interface InternalAccountListParams extends PageParams {
  currency?: CurrencyCode | undefined;
  customerId?: CustomerId | undefined;
  type?: InternalAccountType | undefined;
}

/** Filters of `platform.internalAccounts.list`. */
export interface PlatformInternalAccountListParams {
  currency?: CurrencyCode | undefined;
  type?: InternalAccountType | undefined;
}

export const internalAccountSchema = /* @__PURE__ */ model<InternalAccount>({
  id: string,
  type: string,
  balance: currencyAmountSchema,
  fundingPaymentInstructions: /* @__PURE__ */ list(paymentInstructionSchema),
  customerId: nullishString,
  createdAt: string,
  updatedAt: string,
});

/** The state of an external account. */
export type ExternalAccountStatus = Open<"PENDING" | "ACTIVE" | "UNDER_REVIEW" | "INACTIVE">;

/** How well the beneficiary's name matches the holder's name. */
export type BeneficiaryVerificationStatus = Open<
  "MATCHED" | "PARTIAL_MATCH" | "NOT_MATCHED" | "UNSUPPORTED" | "CHECKED_BY_RECEIVING_FI" | "PENDING"
>;

/** The network of a crypto wallet. */
export type CryptoNetwork = Open<
  | "SOLANA_MAINNET"
  | "SOLANA_DEVNET"
  | "ETHEREUM_MAINNET"
  | "ETHEREUM_TESTNET"
  | "BASE_MAINNET"
  | "BASE_TESTNET"
  | "SPARK_MAINNET"
  | "SPARK_TESTNET"
  | "LIGHTNING_MAINNET"
  | "LIGHTNING_REGTEST"
>;

/** What the payment rail knows about the account's holder. */
export interface BeneficiaryVerifiedData {
  fullName?: Nullish<string>;
}

/** A bank account, a crypto wallet or another account outside the service. */
export interface ExternalAccount {
  id: ExternalAccountId;
  status: ExternalAccountStatus;
  currency: CurrencyCode;
  accountInfo: AccountInfo;
  /** The customer that owns the account. Null or absent on an account of the platform. */
  customerId?: Nullish<CustomerId>;
  /** The platform's own id of the account. The service does not keep it unique. */
  platformAccountId?: Nullish<string>;
  /** Whether UMA payments to the customer arrive here. At most one account of a customer has this set. */
  defaultUmaDepositAccount?: Nullish<boolean>;
  beneficiaryVerificationStatus?: Nullish<BeneficiaryVerificationStatus>;
  beneficiaryVerifiedData?: Nullish<BeneficiaryVerifiedData>;
  /** Present on crypto wallets. */
  cryptoNetwork?: Nullish<CryptoNetwork>;
}

/** Parameters of `platform.externalAccounts.create`. */
export interface PlatformExternalAccountCreateParams {
  currency: CurrencyCode;
  accountInfo: AccountInfoParams;
  /** The platform's own id of the account. The service does not keep it unique. */
  platformAccountId?: string | undefined;
}

/** Parameters of `externalAccounts.create`. */
export interface ExternalAccountCreateParams extends PlatformExternalAccountCreateParams {
  /** The customer that owns the account. */
  customerId?: CustomerId | undefined;
  /** Whether UMA payments to the customer arrive here. Default of the service: false. */
  defaultUmaDepositAccount?: boolean | undefined;
  /** The network of a crypto wallet. */
  cryptoNetwork?: CryptoNetwork | undefined;
}

/** Filters of `externalAccounts.list`. */
export interface ExternalAccountListParams extends PageParams {
  currency?: CurrencyCode | undefined;
  customerId?: CustomerId | undefined;
}

/** Filters of `platform.externalAccounts.list`. */
export interface PlatformExternalAccountListParams {
  currency?: CurrencyCode | undefined;
}

export const externalAccountSchema = /* @__PURE__ */ model<ExternalAccount>({
  id: string,
  status: string,
  currency: string,
  accountInfo: accountInfoSchema,
  customerId: nullishString,
  platformAccountId: nullishString,
  defaultUmaDepositAccount: /* @__PURE__ */ nullish(boolean),
  beneficiaryVerificationStatus: nullishString,
  beneficiaryVerifiedData: /* @__PURE__ */ nullish(
    /* @__PURE__ */ model<BeneficiaryVerifiedData>({ fullName: nullishString }),
  ),
  cryptoNetwork: nullishString,
});

/** Parameters of `internalAccounts.export`. */
export interface WalletExportParams {
  /**
   * A fresh P-256 public key for this export, SEC1 in hexadecimal. Uncompressed: 130 characters, starting
   * with `04`. Compressed: 66 characters, starting with `02` or `03`.
   */
  clientPublicKey: string;
}

/** The sealed recovery phrase of an embedded wallet. */
export interface WalletExport {
  id: InternalAccountId;
  /**
   * JSON text with the phrase, sealed to `clientPublicKey`, and the issuer's signature. `openWalletExport` of
   * this package checks the signature first.
   */
  encryptedWalletCredentials: string;
}

export const walletExportSchema = /* @__PURE__ */ model<WalletExport>({
  id: string,
  encryptedWalletCredentials: string,
});
