import type { Nullish, Open } from "./open";

/** Kind of a bank account (specification, "ExternalAccount"). */
export type BankAccountType = Open<"CHECKING" | "SAVINGS">;

/** Kind of a PIX key (specification, "ExternalAccount"). */
export type PixKeyType = Open<"CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM">;

/** A bank account in the United States (specification, "ExternalAccount", USD_ACCOUNT). */
export interface UsdAccountFields {
  accountType: "USD_ACCOUNT";
  accountNumber: string;
  /** ABA routing number, nine digits. */
  routingNumber: string;
  bankAccountType?: Nullish<BankAccountType>;
  bankName?: Nullish<string>;
  /** The platform's own identifier of the account. */
  platformAccountId?: Nullish<string>;
}

/** An account in Brazil, reached through PIX (specification, "ExternalAccount", BRL_ACCOUNT). */
export interface BrlAccountFields {
  accountType: "BRL_ACCOUNT";
  pixKey: string;
  pixKeyType: PixKeyType;
  /** CPF or CNPJ, digits only. */
  taxId: string;
}

/** A bank account known by its IBAN (specification, "ExternalAccount", AED_ACCOUNT; contract). */
export interface IbanAccountFields {
  accountType: "AED_ACCOUNT" | "DKK_ACCOUNT" | "EUR_ACCOUNT";
  /** ISO 13616, without blanks. */
  iban: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** A bank account in Mexico (contract, MxnAccountInfoBase). */
export interface MxnAccountFields {
  accountType: "MXN_ACCOUNT";
  /** CLABE, 18 digits. */
  clabeNumber: string;
}

/** An account in India, reached through UPI (contract, InrAccountInfoBase). */
export interface InrAccountFields {
  accountType: "INR_ACCOUNT";
  /** Virtual payment address, `name@provider`. */
  vpa: string;
}

/** A bank account in the United Kingdom (contract, GbpAccountInfoBase). */
export interface GbpAccountFields {
  accountType: "GBP_ACCOUNT";
  /** Six digits. */
  sortCode: string;
  /** Eight digits. */
  accountNumber: string;
}

/** A bank account in Canada (contract, CadAccountInfoBase). */
export interface CadAccountFields {
  accountType: "CAD_ACCOUNT";
  /** Institution number, three digits. */
  bankCode: string;
  /** Transit number, five digits. */
  branchCode: string;
  accountNumber: string;
}

/** A bank account known by bank name and number (contract, NgnAccountInfoBase and similar). */
export interface NamedBankAccountFields {
  accountType: "NGN_ACCOUNT" | "PHP_ACCOUNT" | "ZAR_ACCOUNT";
  bankName: string;
  accountNumber: string;
}

/** A bank account known by bank name, number and BIC (contract, HkdAccountInfoBase and similar). */
export interface SwiftBankAccountFields {
  accountType: "HKD_ACCOUNT" | "MYR_ACCOUNT" | "SGD_ACCOUNT" | "THB_ACCOUNT" | "VND_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode: string;
}

/** A bank account in Indonesia (contract, IdrAccountInfoBase). */
export interface IdrAccountFields {
  accountType: "IDR_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode: string;
  /** E.164, starting with `+62`. */
  phoneNumber: string;
}

/** A bank account in Egypt (contract, EgpAccountInfoBase). */
export interface EgpAccountFields {
  accountType: "EGP_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** ISO 13616, without blanks. */
  iban?: Nullish<string>;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** A bank account in Ghana (contract, GhsAccountInfoBase). */
export interface GhsAccountFields {
  accountType: "GHS_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** E.164. */
  phoneNumber: string;
}

/** A bank account in Pakistan (contract, PkrAccountInfoBase). */
export interface PkrAccountFields {
  accountType: "PKR_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** E.164. */
  phoneNumber: string;
  /** ISO 13616, without blanks. */
  iban?: Nullish<string>;
}

/** A bank account in Bangladesh (contract, BdtAccountInfoBase). */
export interface BdtAccountFields {
  accountType: "BDT_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** Five digits. */
  branchCode: string;
  /** E.164. */
  phoneNumber: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** A bank account in Colombia (contract, CopAccountInfoBase). */
export interface CopAccountFields {
  accountType: "COP_ACCOUNT";
  bankName: string;
  accountNumber: string;
  bankAccountType: BankAccountType;
}

/** A bank account in Guatemala (contract, GtqAccountInfoBase). */
export interface GtqAccountFields {
  accountType: "GTQ_ACCOUNT";
  bankName: string;
  accountNumber: string;
  bankAccountType: BankAccountType;
}

/** A bank account in Jamaica (contract, JmdAccountInfoBase). */
export interface JmdAccountFields {
  accountType: "JMD_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** Five digits. */
  branchCode: string;
  bankAccountType: BankAccountType;
}

/** A mobile money account (contract, KesAccountInfoBase and similar). */
export interface MobileMoneyAccountFields {
  accountType:
    | "BWP_ACCOUNT"
    | "KES_ACCOUNT"
    | "MWK_ACCOUNT"
    | "RWF_ACCOUNT"
    | "TZS_ACCOUNT"
    | "UGX_ACCOUNT"
    | "ZMW_ACCOUNT";
  /** E.164. */
  phoneNumber: string;
  /** The mobile money operator. */
  provider: string;
}

/** A mobile money account in a currency of several countries (contract, XafAccountInfoBase, XofAccountInfoBase). */
export interface RegionalMobileMoneyAccountFields {
  accountType: "XAF_ACCOUNT" | "XOF_ACCOUNT";
  /** E.164. */
  phoneNumber: string;
  /** The mobile money operator. */
  provider: string;
  /** ISO 3166-1 alpha-2: BJ, CI, SN or TG for XOF, CM or CG for XAF. */
  region: string;
}

/** A mobile money account in Haiti (contract, HtgAccountInfoBase). */
export interface HtgAccountFields {
  accountType: "HTG_ACCOUNT";
  /** E.164. */
  phoneNumber: string;
}

/** What identifies an account in fiat money, by `accountType` (specification, "ExternalAccount"; contract). */
export type FiatAccountFields =
  | UsdAccountFields
  | BrlAccountFields
  | IbanAccountFields
  | MxnAccountFields
  | InrAccountFields
  | GbpAccountFields
  | CadAccountFields
  | NamedBankAccountFields
  | SwiftBankAccountFields
  | IdrAccountFields
  | EgpAccountFields
  | GhsAccountFields
  | PkrAccountFields
  | BdtAccountFields
  | CopAccountFields
  | GtqAccountFields
  | JmdAccountFields
  | MobileMoneyAccountFields
  | RegionalMobileMoneyAccountFields
  | HtgAccountFields;

/** A wallet on a blockchain (contract, SparkWalletInfo and similar). */
export interface CryptoWalletFields {
  accountType:
    "SPARK_WALLET" | "SOLANA_WALLET" | "TRON_WALLET" | "POLYGON_WALLET" | "BASE_WALLET" | "ETHEREUM_WALLET";
  address: string;
}
