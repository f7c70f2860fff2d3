import type { Nullish, Open } from "./open";

/** Kind of a bank account. */
export type BankAccountType = Open<"CHECKING" | "SAVINGS">;

/** Kind of a PIX key. */
export type PixKeyType = Open<"CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM">;

/** An account known by its IBAN. */
export interface IbanFields {
  /** ISO 13616, 15 to 34 characters without blanks; an account in AED has `AE` and 21 digits. */
  iban: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** An account known by its bank's name and its number. */
export interface BankFields {
  /** At most 255 characters. */
  bankName: string;
  /** At most 34 characters; in digits for NGN (10), PHP (8 to 16) and ZAR (9 to 13). */
  accountNumber: string;
}

/** An account known by its bank's name and BIC, and its number. */
export interface SwiftBankFields extends BankFields {
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode: string;
}

/** A phone number that stands for an account. */
export interface PhoneFields {
  /** E.164, at most 15 characters; IDR, KES, RWF, TZS and ZMW ask for the code of their country. */
  phoneNumber: string;
}

/** An account of mobile money. */
export interface MobileMoneyFields extends PhoneFields {
  /** The mobile money operator, at most 255 characters. */
  provider: string;
}

/** A currency of several countries, of which one has to be named. */
export interface RegionFields<Region extends string> extends MobileMoneyFields {
  /** The country, ISO 3166-1 alpha-2. */
  region: Open<Region>;
}

/** An account at a bank, and its kind. */
export interface BankAccountTypeFields extends BankFields {
  bankAccountType: BankAccountType;
}

/** The branch of a bank. */
export interface BranchFields {
  /** Five digits. */
  branchCode: string;
}

/** An account number and a routing number. */
export interface UsdFields {
  /** At most 34 characters. */
  accountNumber: string;
  /** ABA routing number, nine digits. */
  routingNumber: string;
  bankAccountType?: Nullish<BankAccountType>;
  bankName?: Nullish<string>;
  /** The platform's own identifier of the account. */
  platformAccountId?: Nullish<string>;
}

/** A key of Pix, and its owner. */
export interface PixFields {
  /** At most 77 characters. */
  pixKey: string;
  pixKeyType: PixKeyType;
  /** CPF or CNPJ, 11 to 14 digits. */
  taxId: string;
}

/** A CLABE. */
export interface ClabeFields {
  /** CLABE, 18 digits. */
  clabeNumber: string;
}

/** A virtual payment address of UPI. */
export interface UpiFields {
  /** Virtual payment address, `name@provider`. */
  vpa: string;
}

/** An account number and a sort code. */
export interface SortCodeFields {
  /** Six digits. */
  sortCode: string;
  /** Eight digits. */
  accountNumber: string;
}

/** An account number with the numbers of bank and branch. */
export interface TransitFields extends BranchFields {
  /** Institution number, three digits. */
  bankCode: string;
  /** 7 to 12 digits. */
  accountNumber: string;
}

/** An account in Bangladesh. */
export interface BdtFields extends BankFields, BranchFields, PhoneFields {
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** An account in Pakistan. */
export interface PkrFields extends BankFields, PhoneFields {
  /** ISO 13616, 15 to 34 characters without blanks. */
  iban?: Nullish<string>;
}

/** An account in Egypt. */
export interface EgpFields extends BankFields {
  /** ISO 13616, 15 to 34 characters without blanks. */
  iban?: Nullish<string>;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** A field that some kinds of account ask of a beneficiary who is a person. */
export type BeneficiaryNeed =
  "address" | "countryOfResidence" | "documentNumber" | "documentType" | "phoneNumber";

/** What a kind of account has, and which fields its beneficiary needs beside the name when that is a person. */
export interface AccountKind<Fields, Needs extends BeneficiaryNeed = never> {
  fields: Fields;
  needs: Needs;
}

/**
 * The 35 kinds of account in fiat money, by `accountType`: the one table from which the types of accounts
 * that are read, accounts that are sent and payment instructions are made.
 */
export interface FiatAccountKinds {
  AED_ACCOUNT: AccountKind<IbanFields>;
  BDT_ACCOUNT: AccountKind<BdtFields>;
  BRL_ACCOUNT: AccountKind<PixFields>;
  BWP_ACCOUNT: AccountKind<MobileMoneyFields>;
  CAD_ACCOUNT: AccountKind<TransitFields>;
  COP_ACCOUNT: AccountKind<BankAccountTypeFields, "documentType" | "documentNumber">;
  DKK_ACCOUNT: AccountKind<IbanFields>;
  EGP_ACCOUNT: AccountKind<EgpFields, "phoneNumber" | "countryOfResidence" | "address">;
  EUR_ACCOUNT: AccountKind<IbanFields, "address">;
  GBP_ACCOUNT: AccountKind<SortCodeFields>;
  GHS_ACCOUNT: AccountKind<BankFields & PhoneFields>;
  GTQ_ACCOUNT: AccountKind<BankAccountTypeFields, "phoneNumber" | "countryOfResidence">;
  HKD_ACCOUNT: AccountKind<SwiftBankFields>;
  HTG_ACCOUNT: AccountKind<PhoneFields>;
  IDR_ACCOUNT: AccountKind<SwiftBankFields & PhoneFields>;
  INR_ACCOUNT: AccountKind<UpiFields>;
  JMD_ACCOUNT: AccountKind<BankAccountTypeFields & BranchFields, "phoneNumber" | "address">;
  KES_ACCOUNT: AccountKind<MobileMoneyFields>;
  MWK_ACCOUNT: AccountKind<MobileMoneyFields>;
  MXN_ACCOUNT: AccountKind<ClabeFields>;
  MYR_ACCOUNT: AccountKind<SwiftBankFields>;
  NGN_ACCOUNT: AccountKind<BankFields>;
  PHP_ACCOUNT: AccountKind<BankFields>;
  PKR_ACCOUNT: AccountKind<PkrFields>;
  RWF_ACCOUNT: AccountKind<MobileMoneyFields>;
  SGD_ACCOUNT: AccountKind<SwiftBankFields>;
  THB_ACCOUNT: AccountKind<SwiftBankFields>;
  TZS_ACCOUNT: AccountKind<MobileMoneyFields>;
  UGX_ACCOUNT: AccountKind<MobileMoneyFields>;
  USD_ACCOUNT: AccountKind<UsdFields>;
  VND_ACCOUNT: AccountKind<SwiftBankFields>;
  XAF_ACCOUNT: AccountKind<RegionFields<"CG" | "CM">>;
  XOF_ACCOUNT: AccountKind<RegionFields<"BJ" | "CI" | "SN" | "TG">>;
  ZAR_ACCOUNT: AccountKind<BankFields>;
  ZMW_ACCOUNT: AccountKind<MobileMoneyFields>;
}

/** What identifies an account of one kind in fiat money, `accountType` included. */
export type FiatAccountFields<Kind extends keyof FiatAccountKinds> = {
  accountType: Kind;
} & FiatAccountKinds[Kind]["fields"];

/** The six kinds of wallet on a blockchain, with the assets that can be paid into them. */
export interface CryptoWalletKinds {
  BASE_WALLET: "USDC";
  ETHEREUM_WALLET: "USDC";
  POLYGON_WALLET: "USDC";
  SOLANA_WALLET: "USDC" | "USDT";
  SPARK_WALLET: "BTC" | "USDB";
  TRON_WALLET: "USDT";
}

/** What identifies a wallet on a blockchain. */
export interface CryptoWalletFields<Kind extends keyof CryptoWalletKinds> {
  accountType: Kind;
  /** The wallet's address on its chain. */
  address: string;
}
