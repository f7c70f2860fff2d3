import type {
  CryptoWalletFields,
  CryptoWalletKinds,
  FiatAccountFields,
  FiatAccountKinds,
} from "./account-fields";
import { accountTexts } from "./account-info";
import type { PaymentRail } from "./account-info";
import type { Nullish, Open, Unlisted } from "./open";
import { boolean, model, nullish, nullishString, variant } from "./schema";

/** Fields that any payment instruction of a quote may have. */
export interface SignedPayment {
  /** The text that the owner signs, byte for byte. Present if the source is an embedded wallet. */
  payloadToSign?: Nullish<string>;
}

/** Fields that an instruction adds to the account to pay. */
export interface PaymentDetails extends SignedPayment {
  // April: without PIX
  paymentRails?: Nullish<PaymentRail[]>;
  bankName?: Nullish<string>;
  /** Include it with the payment, so that the service can match the payment. */
  reference?: Nullish<string>;
}

/** Pays into a bank or mobile money account. */
export type FiatPaymentInfo = {
  [Kind in Exclude<keyof FiatAccountKinds, "BRL_ACCOUNT" | "COP_ACCOUNT">]: FiatAccountFields<Kind> &
    PaymentDetails;
}[Exclude<keyof FiatAccountKinds, "BRL_ACCOUNT" | "COP_ACCOUNT">];

/** Pays with PIX in Brazil. */
export interface BrlPaymentInfo extends PaymentDetails {
  accountType: "BRL_ACCOUNT";
  /** The text of the QR code to pay. */
  qrCode: string;
}

/** Pays into a bank account in Argentina. */
export interface ArsPaymentInfo extends PaymentDetails {
  accountType: "ARS_ACCOUNT";
  /** CBU or CVU, 22 digits. */
  accountNumber: string;
}

/** Pays on a web page in Colombia. */
export interface CopPaymentInfo extends PaymentDetails {
  accountType: "COP_ACCOUNT";
  /** The URL of the payment page. */
  paymentUrl: string;
}

/** Pays into a blockchain wallet. */
export type CryptoPaymentInfo = {
  [Kind in keyof CryptoWalletKinds]: CryptoWalletFields<Kind> & WalletPayment<Kind>;
}[keyof CryptoWalletKinds];

interface WalletPayment<Kind extends keyof CryptoWalletKinds> extends SignedPayment {
  /** The asset to send, for example `BTC`. */
  assetType?: Nullish<Open<CryptoWalletKinds[Kind]>>;
  /** An invoice to pay instead of the address. Spark only. */
  invoice?: Kind extends "SPARK_WALLET" ? Nullish<string> : never;
}

/** Pays a Lightning invoice. */
export interface LightningPaymentInfo extends SignedPayment {
  accountType: "LIGHTNING";
  /** BOLT 11 invoice. */
  invoice: string;
}

/** Pays from an embedded wallet. Its owner signs the payment. */
export interface EmbeddedWalletPaymentInfo extends SignedPayment {
  accountType: "EMBEDDED_WALLET";
  payloadToSign: string;
}

/** A kind of account that is newer than this package. It keeps all its fields. */
export interface UnlistedPaymentInfo extends SignedPayment {
  accountType: Unlisted;
  [field: string]: unknown;
}

/** Where to pay. `accountType` is the kind. An unknown kind keeps all its fields: see {@link Unlisted}. */
export type PaymentAccountInfo =
  | FiatPaymentInfo
  | BrlPaymentInfo
  | ArsPaymentInfo
  | CopPaymentInfo
  | CryptoPaymentInfo
  | LightningPaymentInfo
  | EmbeddedWalletPaymentInfo
  | UnlistedPaymentInfo;

/** How to fund an account or pay a quote. */
export interface PaymentInstruction {
  accountOrWalletInfo: PaymentAccountInfo;
  /** A note for the payer. */
  instructionsNotes?: Nullish<string>;
  /** Whether the account belongs to the platform. Only on funding instructions. */
  isPlatformAccount?: Nullish<boolean>;
}

export const paymentInstructionSchema = /* @__PURE__ */ model<PaymentInstruction>({
  accountOrWalletInfo: /* @__PURE__ */ variant<PaymentAccountInfo>("accountType", accountTexts),
  instructionsNotes: nullishString,
  isPlatformAccount: /* @__PURE__ */ nullish(boolean),
});
