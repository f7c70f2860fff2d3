import type { Nullish, Open } from "./open";

/** The kind of a bank account. */
export type BankAccountType = Open<"CHECKING" | "SAVINGS">;

/** The kind of a PIX key. */
export type PixKeyType = Open<"CPF" | "CNPJ" | "EMAIL" | "PHONE" | "RANDOM">;

/** Identifies an account by its IBAN. */
export interface IbanFields {
  /** ISO 13616, 15 to 34 characters without spaces. In AED: `AE` and 21 digits. */
  iban: string;
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode?: Nullish<string>;
}

/** Identifies an account by bank name and account number. */
export interface BankFields {
  /** At most 255 characters. */
  bankName: string;
  /** At most 34 characters. Digits only for NGN (10), PHP (8 to 16) and ZAR (9 to 13). */
  accountNumber: string;
}

/** Identifies an account by bank name, BIC and account number. */
export interface SwiftBankFields extends BankFields {
  /** BIC, 8 or 11 characters (ISO 9362). */
  swiftCode: string;
}

/** Identifies an account by a phone number. */
export interface PhoneFields {
  /** E.164, at most 15 characters. IDR, KES, RWF, TZS and ZMW require their own country code. */
  phoneNumber: string;
}

/** A mobile money account. */
export interface MobileMoneyFields extends PhoneFields {
  /** The mobile money operator, at most 255 characters. */
  provider: string;
}

/** A mobile money account in a currency of several countries. */
export interface RegionFields<Region extends string> extends MobileMoneyFields {
  /** The country of the account, ISO 3166-1 alpha-2. */
  region: Open<Region>;
}

/** A bank account with its kind. */
export interface BankAccountTypeFields extends BankFields {
  bankAccountType: BankAccountType;
}

/** A bank branch. */
export interface BranchFields {
  /** Five digits. */
  branchCode: string;
}

/** Identifies an account by account number and routing number. */
export interface UsdFields {
  /** At most 34 characters. */
  accountNumber: string;
  /** ABA routing number, nine digits. */
  routingNumber: string;
  bankAccountType?: Nullish<BankAccountType>;
  bankName?: Nullish<string>;
  /** The platform's own id of the account. */
  // April: absent
  platformAccountId?: Nullish<string>;
}

/** Identifies a Pix account by its key and the owner's tax id. */
export interface PixFields {
  /** At most 77 characters. */
  pixKey: string;
  pixKeyType: PixKeyType;
  /** CPF or CNPJ, 11 to 14 digits. */
  taxId: string;
}

/** Identifies an account by its CLABE. */
export interface ClabeFields {
  /** 18 digits. */
  clabeNumber: string;
}

/** Identifies an account by its UPI address. */
export interface UpiFields {
  /** A virtual payment address, `name@provider`. */
  vpa: string;
}

/** Identifies an account by account number and sort code. */
export interface SortCodeFields {
  /** Six digits. */
  sortCode: string;
  /** Eight digits. */
  accountNumber: string;
}

/** Identifies an account by account, bank and branch number. */
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

/** A field that some kinds of account require of an individual beneficiary. */
export type BeneficiaryNeed =
  "address" | "countryOfResidence" | "documentNumber" | "documentType" | "phoneNumber";

/**
 * The fields of a kind of account. `Needs` are the fields that an individual beneficiary needs besides the name. Responses of the
 * newest service may lack the fields `Lacking`.
 */
export interface AccountKind<
  Fields,
  Needs extends BeneficiaryNeed = never,
  Lacking extends keyof Fields = never,
> {
  fields: Fields;
  needs: Needs;
  lacking: Lacking;
}

/**
 * The 35 kinds of fiat account, by `accountType`. The types for responses, parameters and payment
 * instructions all derive from this table.
 */
export interface FiatAccountKinds {
  AED_ACCOUNT: AccountKind<IbanFields>;
  BDT_ACCOUNT: AccountKind<BdtFields, never, "accountNumber" | "phoneNumber" | "branchCode">;
  BRL_ACCOUNT: AccountKind<PixFields>;
  BWP_ACCOUNT: AccountKind<MobileMoneyFields>;
  CAD_ACCOUNT: AccountKind<TransitFields>;
  COP_ACCOUNT: AccountKind<
    BankAccountTypeFields,
    "documentType" | "documentNumber",
    "accountNumber" | "bankAccountType"
  >;
  DKK_ACCOUNT: AccountKind<IbanFields>;
  EGP_ACCOUNT: AccountKind<EgpFields, "phoneNumber" | "countryOfResidence" | "address", "accountNumber">;
  EUR_ACCOUNT: AccountKind<IbanFields, "address">;
  GBP_ACCOUNT: AccountKind<SortCodeFields>;
  GHS_ACCOUNT: AccountKind<BankFields & PhoneFields, never, "accountNumber" | "phoneNumber">;
  GTQ_ACCOUNT: AccountKind<BankAccountTypeFields, "phoneNumber" | "countryOfResidence">;
  HKD_ACCOUNT: AccountKind<SwiftBankFields>;
  HTG_ACCOUNT: AccountKind<PhoneFields>;
  IDR_ACCOUNT: AccountKind<SwiftBankFields & PhoneFields>;
  INR_ACCOUNT: AccountKind<UpiFields, never, "vpa">;
  JMD_ACCOUNT: AccountKind<BankAccountTypeFields & BranchFields, "phoneNumber" | "address">;
  KES_ACCOUNT: AccountKind<MobileMoneyFields>;
  MWK_ACCOUNT: AccountKind<MobileMoneyFields>;
  MXN_ACCOUNT: AccountKind<ClabeFields>;
  MYR_ACCOUNT: AccountKind<SwiftBankFields>;
  NGN_ACCOUNT: AccountKind<BankFields>;
  PHP_ACCOUNT: AccountKind<BankFields>;
  PKR_ACCOUNT: AccountKind<PkrFields, never, "accountNumber" | "phoneNumber">;
  RWF_ACCOUNT: AccountKind<MobileMoneyFields>;
  SGD_ACCOUNT: AccountKind<SwiftBankFields, never, "bankName">;
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

type MayBeAbsent<Fields> = { [Name in keyof Fields]?: Nullish<Fields[Name]> };

/** Fields of a response, which may lack some. */
type MayLack<Fields, Lacking> = [Lacking] extends [never]
  ? Fields
  : Omit<Fields, Lacking & keyof Fields> & MayBeAbsent<Pick<Fields, Lacking & keyof Fields>>;

/** Identifies a fiat account of one kind in a response. Includes `accountType`. */
export type FiatAccountFields<Kind extends keyof FiatAccountKinds> = {
  accountType: Kind;
} & MayLack<FiatAccountKinds[Kind]["fields"], FiatAccountKinds[Kind]["lacking"]>;

/** The six kinds of blockchain wallet, with the assets that each accepts. */
export interface CryptoWalletKinds {
  BASE_WALLET: "USDC";
  ETHEREUM_WALLET: "USDC";
  POLYGON_WALLET: "USDC";
  SOLANA_WALLET: "USDC" | "USDT";
  SPARK_WALLET: "BTC" | "USDB";
  TRON_WALLET: "USDT";
}

/** Identifies a blockchain wallet. */
export interface CryptoWalletFields<Kind extends keyof CryptoWalletKinds> {
  accountType: Kind;
  /** The wallet's address on its blockchain. */
  address: string;
}
