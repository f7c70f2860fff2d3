import { findCurrency } from "./currencies";
import { matching, oneOf, text } from "./format";
import type { Format } from "./format";

export type FieldRules = Readonly<Record<string, Format<string>>>;

/** @param pattern anchored at both ends and without nested repetition, so that a check takes the time of the length */
const like = (expected: string, pattern: RegExp): Format<string> =>
  matching(expected, (value) => pattern.test(value));

const textUpTo = (max: number) =>
  matching(
    `a text of 1 to ${String(max)} characters`,
    (value) => value.trim() !== "" && [...value].length <= max,
  );

const digits = (min: number, max = min) =>
  like(
    min === max ? `${String(min)} digits` : `${String(min)} to ${String(max)} digits`,
    new RegExp(`^[0-9]{${String(min)},${String(max)}}$`),
  );

/** A number in E.164, with the code of one country where there is one. */
const phoneNumber = (country = "", min = 6, max = 14) =>
  like(
    `a phone number +${country} and ${min === max ? String(min) : `${String(min)} to ${String(max)}`} digits`,
    new RegExp(`^\\+${country}[0-9]{${String(min)},${String(max)}}$`),
  );

const iban = like("an IBAN of 15 to 34 characters without blanks", /^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$/);
const swiftCode = like("a BIC of 8 or 11 characters", /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
const bankAccountType = oneOf(["CHECKING", "SAVINGS"]);
const branchCode = digits(5);
const bank = { bankName: textUpTo(255), accountNumber: textUpTo(34) };
const swiftBank = { ...bank, swiftCode };

export interface AccountKind {
  /** The rails of a bank account, which responses show; none for wallets. */
  rails: readonly string[];
  required: FieldRules;
  optional: FieldRules;
  /** What a beneficiary who is a person needs beside the name. */
  personNeeds: readonly string[];
}

const transfer = ["BANK_TRANSFER"];
const sepa = ["SEPA", "SEPA_INSTANT"];
const transferOrMobile = ["BANK_TRANSFER", "MOBILE_MONEY"];

const kind = (
  rails: readonly string[],
  required: FieldRules,
  optional: FieldRules = {},
  personNeeds: readonly string[] = [],
): AccountKind => ({ rails, required, optional, personNeeds });

const mobile = (number = phoneNumber(), more: FieldRules = {}) =>
  kind(["MOBILE_MONEY"], { phoneNumber: number, provider: textUpTo(255), ...more });

const pixKeyType = oneOf(["CPF", "CNPJ", "EMAIL", "PHONE", "RANDOM"]);
const vpa = like("a virtual payment address name@provider", /^(?=.{3,255}$)[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/);
const wallet = kind([], { address: text });

/** The kinds of account of the contract (ExternalAccountCreateInfoOneOf); a kind that is not here is stored as sent. */
export const accountKinds: Readonly<Record<string, AccountKind>> = {
  AED_ACCOUNT: kind(transfer, { iban: like("AE and 21 digits", /^AE[0-9]{21}$/) }, { swiftCode }),
  BDT_ACCOUNT: kind(transferOrMobile, { ...bank, branchCode, phoneNumber: phoneNumber() }, { swiftCode }),
  BRL_ACCOUNT: kind(["PIX"], { pixKey: textUpTo(77), pixKeyType, taxId: digits(11, 14) }),
  BWP_ACCOUNT: mobile(),
  CAD_ACCOUNT: kind(transfer, { bankCode: digits(3), branchCode, accountNumber: digits(7, 12) }),
  COP_ACCOUNT: kind(transfer, { ...bank, bankAccountType }, {}, ["documentType", "documentNumber"]),
  DKK_ACCOUNT: kind(sepa, { iban }, { swiftCode }),
  EGP_ACCOUNT: kind(transfer, bank, { iban, swiftCode }, ["phoneNumber", "countryOfResidence", "address"]),
  EUR_ACCOUNT: kind(sepa, { iban }, { swiftCode }, ["address"]),
  GBP_ACCOUNT: kind(["FASTER_PAYMENTS"], { sortCode: digits(6), accountNumber: digits(8) }),
  GHS_ACCOUNT: kind(transferOrMobile, { ...bank, phoneNumber: phoneNumber() }),
  GTQ_ACCOUNT: kind(transfer, { ...bank, bankAccountType }, {}, ["phoneNumber", "countryOfResidence"]),
  HKD_ACCOUNT: kind(transfer, swiftBank),
  HTG_ACCOUNT: kind(["MOBILE_MONEY"], { phoneNumber: phoneNumber() }),
  IDR_ACCOUNT: kind(transfer, { ...swiftBank, phoneNumber: phoneNumber("62", 9, 12) }),
  INR_ACCOUNT: kind(["UPI"], { vpa }),
  JMD_ACCOUNT: kind(transfer, { ...bank, branchCode, bankAccountType }, {}, ["phoneNumber", "address"]),
  KES_ACCOUNT: mobile(phoneNumber("254", 9, 9)),
  MWK_ACCOUNT: mobile(),
  MXN_ACCOUNT: kind(["SPEI"], { clabeNumber: digits(18) }),
  MYR_ACCOUNT: kind(transfer, swiftBank),
  NGN_ACCOUNT: kind(transfer, { ...bank, accountNumber: digits(10) }),
  PHP_ACCOUNT: kind(transfer, { ...bank, accountNumber: digits(8, 16) }),
  PKR_ACCOUNT: kind(transferOrMobile, { ...bank, phoneNumber: phoneNumber() }, { iban }),
  RWF_ACCOUNT: mobile(phoneNumber("250", 9, 9)),
  SGD_ACCOUNT: kind(["PAYNOW", "FAST", "BANK_TRANSFER"], swiftBank),
  THB_ACCOUNT: kind(transfer, swiftBank),
  TZS_ACCOUNT: mobile(phoneNumber("255", 9, 9)),
  UGX_ACCOUNT: mobile(),
  USD_ACCOUNT: kind(["ACH", "WIRE", "RTP", "FEDNOW"], {
    accountNumber: textUpTo(34),
    routingNumber: digits(9),
  }),
  VND_ACCOUNT: kind(transfer, swiftBank),
  XAF_ACCOUNT: mobile(phoneNumber(), { region: oneOf(["CM", "CG"]) }),
  XOF_ACCOUNT: mobile(phoneNumber(), { region: oneOf(["BJ", "CI", "SN", "TG"]) }),
  ZAR_ACCOUNT: kind(transfer, { ...bank, accountNumber: digits(9, 13) }),
  ZMW_ACCOUNT: mobile(phoneNumber("260", 9, 9)),
  BASE_WALLET: wallet,
  ETHEREUM_WALLET: wallet,
  POLYGON_WALLET: wallet,
  SOLANA_WALLET: wallet,
  SPARK_WALLET: wallet,
  TRON_WALLET: wallet,
  // Which of its three fields it has is not a matter of each field alone.
  LIGHTNING: kind([], {}, { lightningAddress: text, invoice: text, bolt12: text }),
};

/** Where money comes from or goes to: `accountType` selects the variant, the other fields are kept as sent. */
export interface AccountInfo {
  accountType: string;
  [field: string]: unknown;
}

/** Where the primary identifier of an account is looked for, in this order (OP-43; the names are those of the contract's variants). */
const identifierFields = [
  "accountNumber",
  "iban",
  "clabe",
  "clabeNumber",
  "pixKey",
  "address",
  "vpa",
  "phoneNumber",
  "lightningAddress",
  "invoice",
  "bolt12",
] as const;

/** The account number, IBAN, CLABE, PIX key, wallet address and so on; `undefined` when the account has none. */
export function primaryIdentifier(accountInfo: AccountInfo): string | undefined {
  for (const field of identifierFields) {
    const value = Object.hasOwn(accountInfo, field) ? accountInfo[field] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The last three digits before any `@`, without blanks and hyphens. Anything else is an empty string (OP-43). */
export function testSuffix(identifier: string | undefined): string {
  const [name = ""] = (identifier ?? "").split("@");
  const last = name.replaceAll(/[\s-]/g, "").slice(-3);
  return /^\d{3}$/.test(last) ? last : "";
}

export function findAccountKind(accountType: string): AccountKind | undefined {
  return Object.hasOwn(accountKinds, accountType) ? accountKinds[accountType] : undefined;
}

/** How money reaches a bank account of the currency; none for a currency that the contract has no account type for. */
export function paymentRails(currency: string): readonly string[] {
  return findAccountKind(`${currency}_ACCOUNT`)?.rails ?? [];
}

/** Responses of the service carry the rails of a bank account: those sent, else those of the type (contract, account variants). */
export function withPaymentRails(accountInfo: AccountInfo): AccountInfo {
  const { rails = [] } = findAccountKind(accountInfo.accountType) ?? {};
  return rails.length === 0 || Array.isArray(accountInfo["paymentRails"])
    ? accountInfo
    : { ...accountInfo, paymentRails: [...rails] };
}

/** Whether an account of a known type can hold a currency: a bank account its own, a wallet any crypto currency (OP-41). */
export function holdsCurrency(accountType: string, currency: string): boolean {
  return isCryptoAccount(accountType)
    ? findCurrency(currency)?.kind === "crypto"
    : accountType === `${currency}_ACCOUNT`;
}

/** The test networks that are not called "testnet". */
const testNetworks = new Map([
  ["SOLANA", "DEVNET"],
  ["LIGHTNING", "REGTEST"],
]);

export function chainOf(accountType: string): string {
  return accountType.replace(/_WALLET$/, "");
}

/** The network of a crypto account that was sent without one; `undefined` for banks. */
export function defaultCryptoNetwork(
  accountType: string,
  environment: "sandbox" | "production",
): string | undefined {
  if (!isCryptoAccount(accountType)) return undefined;
  const chain = chainOf(accountType);
  return `${chain}_${environment === "production" ? "MAINNET" : (testNetworks.get(chain) ?? "TESTNET")}`;
}

export function isCryptoAccount(accountType: string): boolean {
  return accountType.endsWith("_WALLET") || accountType === "LIGHTNING";
}
