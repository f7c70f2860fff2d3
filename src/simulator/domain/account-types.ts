import type { AccountInfo } from "./account-identifiers";

interface AccountType {
  /** The fields of which one must be there; then every one of `also` (OP-44). */
  identifiers: readonly string[];
  also?: readonly string[];
  rails: readonly string[];
}

const bankTransfer = (identifier = "accountNumber", rails = ["BANK_TRANSFER"]): AccountType => ({
  identifiers: [identifier],
  rails,
});
const mobileMoney: AccountType = { identifiers: ["phoneNumber"], rails: ["MOBILE_MONEY"] };
const wallet: AccountType = { identifiers: ["address"], rails: [] };

/** The account types of the contract; a type that is not here is stored as sent. */
const accountTypes: Readonly<Record<string, AccountType>> = {
  USD_ACCOUNT: {
    identifiers: ["accountNumber"],
    also: ["routingNumber"],
    rails: ["ACH", "WIRE", "RTP", "FEDNOW"],
  },
  AED_ACCOUNT: bankTransfer("iban"),
  BDT_ACCOUNT: bankTransfer("accountNumber", ["BANK_TRANSFER", "MOBILE_MONEY"]),
  BRL_ACCOUNT: bankTransfer("pixKey", ["PIX"]),
  BWP_ACCOUNT: mobileMoney,
  CAD_ACCOUNT: bankTransfer(),
  COP_ACCOUNT: bankTransfer(),
  DKK_ACCOUNT: bankTransfer("iban", ["SEPA", "SEPA_INSTANT"]),
  EGP_ACCOUNT: bankTransfer(),
  EUR_ACCOUNT: bankTransfer("iban", ["SEPA", "SEPA_INSTANT"]),
  GBP_ACCOUNT: bankTransfer("accountNumber", ["FASTER_PAYMENTS"]),
  GHS_ACCOUNT: bankTransfer("accountNumber", ["BANK_TRANSFER", "MOBILE_MONEY"]),
  GTQ_ACCOUNT: bankTransfer(),
  HKD_ACCOUNT: bankTransfer(),
  HTG_ACCOUNT: mobileMoney,
  IDR_ACCOUNT: bankTransfer(),
  INR_ACCOUNT: bankTransfer("vpa", ["UPI"]),
  JMD_ACCOUNT: bankTransfer(),
  KES_ACCOUNT: mobileMoney,
  MWK_ACCOUNT: mobileMoney,
  // The specification speaks of a CLABE without naming the field; the contract names it clabeNumber.
  MXN_ACCOUNT: { identifiers: ["clabeNumber", "clabe"], rails: ["SPEI"] },
  MYR_ACCOUNT: bankTransfer(),
  NGN_ACCOUNT: bankTransfer(),
  PHP_ACCOUNT: bankTransfer(),
  PKR_ACCOUNT: bankTransfer("accountNumber", ["BANK_TRANSFER", "MOBILE_MONEY"]),
  RWF_ACCOUNT: mobileMoney,
  SGD_ACCOUNT: bankTransfer("accountNumber", ["PAYNOW", "FAST", "BANK_TRANSFER"]),
  THB_ACCOUNT: bankTransfer(),
  TZS_ACCOUNT: mobileMoney,
  UGX_ACCOUNT: mobileMoney,
  VND_ACCOUNT: bankTransfer(),
  XAF_ACCOUNT: mobileMoney,
  XOF_ACCOUNT: mobileMoney,
  ZAR_ACCOUNT: bankTransfer(),
  ZMW_ACCOUNT: mobileMoney,
  BASE_WALLET: wallet,
  ETHEREUM_WALLET: wallet,
  POLYGON_WALLET: wallet,
  SOLANA_WALLET: wallet,
  SPARK_WALLET: wallet,
  TRON_WALLET: wallet,
  LIGHTNING: { identifiers: ["lightningAddress", "invoice", "bolt12"], rails: [] },
};

function known(accountType: string): AccountType | undefined {
  return Object.hasOwn(accountTypes, accountType) ? accountTypes[accountType] : undefined;
}

/** What an account of this type must carry: one of the first, and all of the second (OP-44). Nothing for an unknown type. */
export function requiredFields(accountType: string): { oneOf: readonly string[]; allOf: readonly string[] } {
  const { identifiers = [], also = [] } = known(accountType) ?? {};
  return { oneOf: identifiers, allOf: also };
}

/** How money reaches a bank account of the currency; none for a currency that the contract has no account type for. */
export function paymentRails(currency: string): readonly string[] {
  return known(`${currency}_ACCOUNT`)?.rails ?? [];
}

/** Responses of the service carry the rails of a bank account: those sent, else those of the type (contract, account variants). */
export function withPaymentRails(accountInfo: AccountInfo): AccountInfo {
  const { rails = [] } = known(accountInfo.accountType) ?? {};
  return rails.length === 0 || Array.isArray(accountInfo["paymentRails"])
    ? accountInfo
    : { ...accountInfo, paymentRails: [...rails] };
}

/** The test networks that are not called "testnet". */
const testNetworks = new Map([
  ["SOLANA", "SOLANA_DEVNET"],
  ["LIGHTNING", "LIGHTNING_REGTEST"],
]);

/** The network of a crypto account that was sent without one; `undefined` for banks. */
export function defaultCryptoNetwork(
  accountType: string,
  environment: "sandbox" | "production",
): string | undefined {
  if (!isCryptoAccount(accountType)) return undefined;
  const chain = accountType.replace(/_WALLET$/, "");
  return environment === "production" ? `${chain}_MAINNET` : (testNetworks.get(chain) ?? `${chain}_TESTNET`);
}

function isCryptoAccount(accountType: string): boolean {
  return accountType.endsWith("_WALLET") || accountType === "LIGHTNING";
}
