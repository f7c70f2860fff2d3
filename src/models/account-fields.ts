import type { Nullish, Open } from "./open";

/** Kind of a bank account. Source: specification, "ExternalAccount". */
export type BankAccountType = Open<"CHECKING" | "SAVINGS">;

/** Kind of a PIX key. Source: specification, "ExternalAccount". */
export type PixKeyType = Open<"CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM">;

/** A bank account in the United States. Source: specification, "ExternalAccount", USD_ACCOUNT. */
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

/** An account in Brazil, reached through PIX. Source: specification, "ExternalAccount", BRL_ACCOUNT. */
export interface BrlAccountFields {
  accountType: "BRL_ACCOUNT";
  pixKey: string;
  pixKeyType: PixKeyType;
  /** CPF or CNPJ, digits only. */
  taxId: string;
}

/** A bank account known by its IBAN. Source: specification, "ExternalAccount", AED_ACCOUNT; contract for the others. */
export interface IbanAccountFields {
  accountType: "AED_ACCOUNT" | "DKK_ACCOUNT" | "EUR_ACCOUNT";
  /** ISO 13616, without blanks. */
  iban: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** A bank account in Mexico. Source: contract, MxnAccountInfoBase. */
export interface MxnAccountFields {
  accountType: "MXN_ACCOUNT";
  /** CLABE, 18 digits. */
  clabeNumber: string;
}

/** An account in India, reached through UPI. Source: contract, InrAccountInfoBase. */
export interface InrAccountFields {
  accountType: "INR_ACCOUNT";
  /** Virtual payment address, `name@provider`. */
  vpa: string;
}

/** A bank account in the United Kingdom. Source: contract, GbpAccountInfoBase. */
export interface GbpAccountFields {
  accountType: "GBP_ACCOUNT";
  /** Six digits. */
  sortCode: string;
  /** Eight digits. */
  accountNumber: string;
}

/** A bank account in Canada. Source: contract, CadAccountInfoBase. */
export interface CadAccountFields {
  accountType: "CAD_ACCOUNT";
  /** Institution number, three digits. */
  bankCode: string;
  /** Transit number, five digits. */
  branchCode: string;
  accountNumber: string;
}

/** A bank account known by bank name and number. Source: contract, NgnAccountInfoBase and its like. */
export interface NamedBankAccountFields {
  accountType: "NGN_ACCOUNT" | "PHP_ACCOUNT" | "ZAR_ACCOUNT";
  bankName: string;
  accountNumber: string;
}

/** A bank account known by bank name, number and BIC. Source: contract, HkdAccountInfoBase and its like. */
export interface SwiftBankAccountFields {
  accountType: "HKD_ACCOUNT" | "MYR_ACCOUNT" | "SGD_ACCOUNT" | "THB_ACCOUNT" | "VND_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode: string;
}

/** A bank account in Indonesia. Source: contract, IdrAccountInfoBase. */
export interface IdrAccountFields {
  accountType: "IDR_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode: string;
  /** E.164, starting with `+62`. */
  phoneNumber: string;
}

/** A bank account in Egypt. Source: contract, EgpAccountInfoBase. */
export interface EgpAccountFields {
  accountType: "EGP_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** ISO 13616, without blanks. */
  iban?: Nullish<string>;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** A bank account in Ghana. Source: contract, GhsAccountInfoBase. */
export interface GhsAccountFields {
  accountType: "GHS_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** E.164. */
  phoneNumber: string;
}

/** A bank account in Pakistan. Source: contract, PkrAccountInfoBase. */
export interface PkrAccountFields {
  accountType: "PKR_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** E.164. */
  phoneNumber: string;
  /** ISO 13616, without blanks. */
  iban?: Nullish<string>;
}

/** A bank account in Bangladesh. Source: contract, BdtAccountInfoBase. */
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

/** A bank account in Colombia. Source: contract, CopAccountInfoBase. */
export interface CopAccountFields {
  accountType: "COP_ACCOUNT";
  bankName: string;
  accountNumber: string;
  bankAccountType: BankAccountType;
}

/** A bank account in Guatemala. Source: contract, GtqAccountInfoBase. */
export interface GtqAccountFields {
  accountType: "GTQ_ACCOUNT";
  bankName: string;
  accountNumber: string;
  bankAccountType: BankAccountType;
}

/** A bank account in Jamaica. Source: contract, JmdAccountInfoBase. */
export interface JmdAccountFields {
  accountType: "JMD_ACCOUNT";
  bankName: string;
  accountNumber: string;
  /** Five digits. */
  branchCode: string;
  bankAccountType: BankAccountType;
}

/** A mobile money account. Source: contract, KesAccountInfoBase and its like. */
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

/** A mobile money account in a currency of several countries. Source: contract, XafAccountInfoBase, XofAccountInfoBase. */
export interface RegionalMobileMoneyAccountFields {
  accountType: "XAF_ACCOUNT" | "XOF_ACCOUNT";
  /** E.164. */
  phoneNumber: string;
  /** The mobile money operator. */
  provider: string;
  /** ISO 3166-1 alpha-2: BJ, CI, SN or TG for XOF, CM or CG for XAF. */
  region: string;
}

/** A mobile money account in Haiti. Source: contract, HtgAccountInfoBase. */
export interface HtgAccountFields {
  accountType: "HTG_ACCOUNT";
  /** E.164. */
  phoneNumber: string;
}

/** What identifies an account in fiat money, by `accountType`. Source: specification, "ExternalAccount"; contract. */
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

/** A wallet on a blockchain. Source: contract, SparkWalletInfo and its like. */
export interface CryptoWalletFields {
  accountType:
    "SPARK_WALLET" | "SOLANA_WALLET" | "TRON_WALLET" | "POLYGON_WALLET" | "BASE_WALLET" | "ETHEREUM_WALLET";
  address: string;
}
