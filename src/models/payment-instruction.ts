import type {
  CryptoWalletFields,
  CryptoWalletKinds,
  FiatAccountFields,
  FiatAccountKinds,
} from "./account-fields";
import type { PaymentRail } from "./account-info";
import type { Nullish, Open, Unlisted } from "./open";
import { boolean, object, optional, optionalText, variant } from "./schema";

/** What any instruction of a quote may carry. */
export interface SignedPayment {
  /** Where the source is an embedded wallet: the text that its owner signs, byte for byte as it is. */
  payloadToSign?: Nullish<string>;
}

/** What an instruction adds to the account that is to be paid. */
export interface PaymentDetails extends SignedPayment {
  paymentRails?: Nullish<PaymentRail[]>;
  bankName?: Nullish<string>;
  /** To be given with the payment, so that it can be matched. */
  reference?: Nullish<string>;
}

/** A bank or mobile money account to pay into. */
export type FiatPaymentInfo = {
  [Kind in Exclude<keyof FiatAccountKinds, "BRL_ACCOUNT" | "COP_ACCOUNT">]: FiatAccountFields<Kind> &
    PaymentDetails;
}[Exclude<keyof FiatAccountKinds, "BRL_ACCOUNT" | "COP_ACCOUNT">];

/** A PIX payment in Brazil. */
export interface BrlPaymentInfo extends PaymentDetails {
  accountType: "BRL_ACCOUNT";
  /** The text of the QR code to pay. */
  qrCode: string;
}

/** A bank account in Argentina to pay into. */
export interface ArsPaymentInfo extends PaymentDetails {
  accountType: "ARS_ACCOUNT";
  /** CBU or CVU, 22 digits. */
  accountNumber: string;
}

/** A payment page in Colombia. */
export interface CopPaymentInfo extends PaymentDetails {
  accountType: "COP_ACCOUNT";
  /** The address of the page on which to pay. */
  paymentUrl: string;
}

/** A wallet on a blockchain to pay into. */
export type CryptoPaymentInfo = {
  [Kind in keyof CryptoWalletKinds]: CryptoWalletFields<Kind> & WalletPayment<Kind>;
}[keyof CryptoWalletKinds];

interface WalletPayment<Kind extends keyof CryptoWalletKinds> extends SignedPayment {
  /** The asset to send, for example `BTC`. */
  assetType?: Nullish<Open<CryptoWalletKinds[Kind]>>;
  /** An invoice to pay instead of the address; Spark only. */
  invoice?: Kind extends "SPARK_WALLET" ? Nullish<string> : never;
}

/** A Lightning invoice to pay. */
export interface LightningPaymentInfo extends SignedPayment {
  accountType: "LIGHTNING";
  /** BOLT 11 invoice. */
  invoice: string;
}

/** The source is an embedded wallet, whose owner signs the payment. */
export interface EmbeddedWalletPaymentInfo extends SignedPayment {
  accountType: "EMBEDDED_WALLET";
  payloadToSign: string;
}

/** A kind of account that is newer than this package; all its fields are kept. */
export interface UnlistedPaymentInfo extends SignedPayment {
  accountType: Unlisted;
  [field: string]: unknown;
}

/**
 * Where to pay; `accountType` tells which kind. A kind that this package does not know keeps all its fields;
 * see {@link Unlisted}.
 */
export type PaymentAccountInfo =
  | FiatPaymentInfo
  | BrlPaymentInfo
  | ArsPaymentInfo
  | CopPaymentInfo
  | CryptoPaymentInfo
  | LightningPaymentInfo
  | EmbeddedWalletPaymentInfo
  | UnlistedPaymentInfo;

/** How to fund an account or to pay a quote. */
export interface PaymentInstruction {
  accountOrWalletInfo: PaymentAccountInfo;
  /** A remark for the person who pays. */
  instructionsNotes?: Nullish<string>;
  /** Whether the account belongs to the platform; only on funding instructions. */
  isPlatformAccount?: Nullish<boolean>;
}

export const paymentInstructionSchema = /* @__PURE__ */ object<PaymentInstruction>({
  accountOrWalletInfo: /* @__PURE__ */ variant<PaymentAccountInfo>("accountType"),
  instructionsNotes: optionalText,
  isPlatformAccount: /* @__PURE__ */ optional(boolean),
});
