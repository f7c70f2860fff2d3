import type {
  BeneficiaryNeed,
  CryptoWalletFields,
  CryptoWalletKinds,
  FiatAccountFields,
  FiatAccountKinds,
} from "./account-fields";
import type { Address, AddressParams } from "./address";
import type { Input, Nullish, Open, Unlisted } from "./open";
import { nullishString, variant } from "./schema";

/** A network or scheme that moves money between banks. */
export type PaymentRail = Open<
  | "ACH"
  | "BANK_TRANSFER"
  | "FAST"
  | "FASTER_PAYMENTS"
  | "FEDNOW"
  | "MOBILE_MONEY"
  | "PAYNOW"
  | "PIX"
  | "RTP"
  | "SEPA"
  | "SEPA_INSTANT"
  | "SPEI"
  | "UPI"
  | "WIRE"
>;

/** A person who owns an account. */
export interface IndividualBeneficiary {
  beneficiaryType: "INDIVIDUAL";
  fullName: string;
  /** `YYYY-MM-DD`. */
  birthDate?: Nullish<string>;
  /** ISO 3166-1 alpha-2. */
  nationality?: Nullish<string>;
  email?: Nullish<string>;
  /** E.164. */
  phoneNumber?: Nullish<string>;
  /** ISO 3166-1 alpha-2. */
  countryOfResidence?: Nullish<string>;
  /** The kind of identity document. Required for COP accounts. */
  documentType?: Nullish<string>;
  /** The number of the identity document. Required for COP accounts. */
  documentNumber?: Nullish<string>;
  registrationNumber?: Nullish<string>;
  address?: Nullish<Address>;
}

/** A business that owns an account. */
export interface BusinessBeneficiary {
  beneficiaryType: "BUSINESS";
  legalName: string;
  registrationNumber?: Nullish<string>;
  taxId?: Nullish<string>;
  email?: Nullish<string>;
  /** E.164. */
  phoneNumber?: Nullish<string>;
  /** ISO 3166-1 alpha-2. */
  countryOfResidence?: Nullish<string>;
  address?: Nullish<Address>;
}

/** A kind of beneficiary that is newer than this package. It keeps all its fields. */
export interface UnlistedBeneficiary {
  beneficiaryType: Unlisted;
  [field: string]: unknown;
}

/** The owner of an account. `beneficiaryType` is the kind. */
export type Beneficiary = IndividualBeneficiary | BusinessBeneficiary | UnlistedBeneficiary;

/** Fields that responses add to a fiat account. */
export interface FiatAccountDetails {
  paymentRails?: Nullish<PaymentRail[]>;
  beneficiary?: Nullish<Beneficiary>;
}

/** A fiat account. */
export type FiatAccountInfo = {
  [Kind in keyof FiatAccountKinds]: FiatAccountFields<Kind> & FiatAccountDetails;
}[keyof FiatAccountKinds];

/** A blockchain wallet. */
export type CryptoWalletInfo = {
  [Kind in keyof CryptoWalletKinds]: CryptoWalletFields<Kind>;
}[keyof CryptoWalletKinds];

/** A Lightning destination. It has one of the three fields. */
export interface LightningInfo {
  accountType: "LIGHTNING";
  /** BOLT 11 invoice. */
  invoice?: Nullish<string>;
  /** BOLT 12 offer. */
  bolt12?: Nullish<string>;
  /** `name@domain`. */
  lightningAddress?: Nullish<string>;
}

/** A kind of account that is newer than this package. It keeps all its fields. */
export interface UnlistedAccountInfo {
  accountType: Unlisted;
  [field: string]: unknown;
}

/**
 * Identifies an external account. `accountType` is the kind. An unknown kind keeps all its fields: see
 * {@link Unlisted}.
 */
export type AccountInfo = FiatAccountInfo | CryptoWalletInfo | LightningInfo | UnlistedAccountInfo;

/** A person who owns an account, as you send it. */
export interface IndividualBeneficiaryParams extends Omit<Input<IndividualBeneficiary>, "address"> {
  address?: AddressParams | undefined;
}

/** A business that owns an account, as you send it. */
export interface BusinessBeneficiaryParams extends Omit<Input<BusinessBeneficiary>, "address"> {
  address?: AddressParams | undefined;
}

/**
 * The owner of an account, as you send it. `Needs` are the fields that a person needs besides the name. They
 * depend on the kind of account: see {@link AccountInfoParams}.
 */
export type BeneficiaryParams<Needs extends BeneficiaryNeed = never> =
  | (IndividualBeneficiaryParams & {
      [Field in Needs]: Exclude<IndividualBeneficiaryParams[Field], undefined>;
    })
  | BusinessBeneficiaryParams
  | UnlistedBeneficiary;

/** A fiat account, as you send it. */
export type FiatAccountInfoParams = {
  [Kind in keyof FiatAccountKinds]: { accountType: Kind } & Input<FiatAccountKinds[Kind]["fields"]> & {
      beneficiary: BeneficiaryParams<FiatAccountKinds[Kind]["needs"]>;
    };
}[keyof FiatAccountKinds];

/** A Lightning destination, as you send it: exactly one of the three fields. */
export type LightningInfoParams = { accountType: "LIGHTNING" } & (
  | { invoice: string; bolt12?: undefined; lightningAddress?: undefined }
  | { bolt12: string; invoice?: undefined; lightningAddress?: undefined }
  | { lightningAddress: string; invoice?: undefined; bolt12?: undefined }
);

/** Identifies a new external account. */
export type AccountInfoParams =
  FiatAccountInfoParams | CryptoWalletInfo | LightningInfoParams | UnlistedAccountInfo;

type NameOf<Union> = Union extends unknown ? keyof Union : never;
type TextName = Exclude<
  NameOf<FiatAccountInfo | LightningInfo>,
  "accountType" | "paymentRails" | "beneficiary"
>;

/** The text fields of all kinds of account. A newer kind has no other use for these names. */
export const accountTexts: Record<TextName, typeof nullishString> = {
  accountNumber: nullishString,
  bankAccountType: nullishString,
  bankCode: nullishString,
  bankName: nullishString,
  bolt12: nullishString,
  branchCode: nullishString,
  clabeNumber: nullishString,
  iban: nullishString,
  invoice: nullishString,
  lightningAddress: nullishString,
  phoneNumber: nullishString,
  pixKey: nullishString,
  pixKeyType: nullishString,
  platformAccountId: nullishString,
  provider: nullishString,
  region: nullishString,
  routingNumber: nullishString,
  sortCode: nullishString,
  swiftCode: nullishString,
  taxId: nullishString,
  vpa: nullishString,
};

export const accountInfoSchema = /* @__PURE__ */ variant<AccountInfo>("accountType", accountTexts);
