import type { AccountInfoParams, AddressParams, Unlisted } from "payments-sdk";

/** The kinds of account that the package knows. */
export type Kind = Exclude<AccountInfoParams["accountType"], Unlisted>;

/** The parameters for an account of one kind. */
export type InfoOf<K extends Kind> = Extract<AccountInfoParams, { accountType: K }>;

const address: AddressParams = {
  line1: "1 Main St",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};
const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } as const;
const countryOfResidence = "US";
const phoneNumber = "+14155550123";

const bank = { bankName: "First Bank", accountNumber: "1234567000", beneficiary };
const swift = { ...bank, swiftCode: "DEUTDEFF500" };
const mobile = (number: string) => ({ phoneNumber: number, provider: "M-PESA", beneficiary });

/** An account of a person for each kind, with only the required fields. Identifiers end in 000 if possible. */
export const minimalAccounts: { [K in Kind]: InfoOf<K> } = {
  AED_ACCOUNT: { accountType: "AED_ACCOUNT", iban: "AE070331234567890123000", beneficiary },
  BDT_ACCOUNT: { accountType: "BDT_ACCOUNT", ...bank, branchCode: "12345", phoneNumber },
  BRL_ACCOUNT: {
    accountType: "BRL_ACCOUNT",
    pixKey: "ada000@bank.test",
    pixKeyType: "EMAIL",
    taxId: "12345678901",
    beneficiary,
  },
  BWP_ACCOUNT: { accountType: "BWP_ACCOUNT", ...mobile("+26771234000") },
  CAD_ACCOUNT: {
    accountType: "CAD_ACCOUNT",
    bankCode: "001",
    branchCode: "12345",
    accountNumber: "1234000",
    beneficiary,
  },
  COP_ACCOUNT: {
    accountType: "COP_ACCOUNT",
    ...bank,
    bankAccountType: "SAVINGS",
    beneficiary: { ...beneficiary, documentType: "CC", documentNumber: "1020304050" },
  },
  DKK_ACCOUNT: { accountType: "DKK_ACCOUNT", iban: "DK5000400440116000", beneficiary },
  EGP_ACCOUNT: {
    accountType: "EGP_ACCOUNT",
    ...bank,
    beneficiary: { ...beneficiary, phoneNumber, countryOfResidence, address },
  },
  EUR_ACCOUNT: {
    accountType: "EUR_ACCOUNT",
    iban: "DE89370400440532013000",
    beneficiary: { ...beneficiary, address },
  },
  GBP_ACCOUNT: { accountType: "GBP_ACCOUNT", sortCode: "203015", accountNumber: "12345000", beneficiary },
  GHS_ACCOUNT: { accountType: "GHS_ACCOUNT", ...bank, phoneNumber },
  GTQ_ACCOUNT: {
    accountType: "GTQ_ACCOUNT",
    ...bank,
    bankAccountType: "CHECKING",
    beneficiary: { ...beneficiary, phoneNumber, countryOfResidence },
  },
  HKD_ACCOUNT: { accountType: "HKD_ACCOUNT", ...swift },
  HTG_ACCOUNT: { accountType: "HTG_ACCOUNT", phoneNumber: "+50934567000", beneficiary },
  IDR_ACCOUNT: { accountType: "IDR_ACCOUNT", ...swift, phoneNumber: "+628123456789" },
  INR_ACCOUNT: { accountType: "INR_ACCOUNT", vpa: "ada000@okbank", beneficiary },
  JMD_ACCOUNT: {
    accountType: "JMD_ACCOUNT",
    ...bank,
    branchCode: "12345",
    bankAccountType: "SAVINGS",
    beneficiary: { ...beneficiary, phoneNumber, address },
  },
  KES_ACCOUNT: { accountType: "KES_ACCOUNT", ...mobile("+254712345000") },
  MWK_ACCOUNT: { accountType: "MWK_ACCOUNT", ...mobile("+265991234000") },
  MXN_ACCOUNT: { accountType: "MXN_ACCOUNT", clabeNumber: "002010077777777000", beneficiary },
  MYR_ACCOUNT: { accountType: "MYR_ACCOUNT", ...swift },
  NGN_ACCOUNT: { accountType: "NGN_ACCOUNT", ...bank },
  PHP_ACCOUNT: { accountType: "PHP_ACCOUNT", ...bank },
  PKR_ACCOUNT: { accountType: "PKR_ACCOUNT", ...bank, phoneNumber },
  RWF_ACCOUNT: { accountType: "RWF_ACCOUNT", ...mobile("+250712345000") },
  SGD_ACCOUNT: { accountType: "SGD_ACCOUNT", ...swift },
  THB_ACCOUNT: { accountType: "THB_ACCOUNT", ...swift },
  TZS_ACCOUNT: { accountType: "TZS_ACCOUNT", ...mobile("+255712345000") },
  UGX_ACCOUNT: { accountType: "UGX_ACCOUNT", ...mobile("+256712345000") },
  USD_ACCOUNT: {
    accountType: "USD_ACCOUNT",
    accountNumber: "000123456000",
    routingNumber: "021000021",
    beneficiary,
  },
  VND_ACCOUNT: { accountType: "VND_ACCOUNT", ...swift },
  XAF_ACCOUNT: { accountType: "XAF_ACCOUNT", ...mobile("+237671234000"), region: "CM" },
  XOF_ACCOUNT: { accountType: "XOF_ACCOUNT", ...mobile("+221771234000"), region: "SN" },
  ZAR_ACCOUNT: { accountType: "ZAR_ACCOUNT", ...bank },
  ZMW_ACCOUNT: { accountType: "ZMW_ACCOUNT", ...mobile("+260971234000") },
  BASE_WALLET: { accountType: "BASE_WALLET", address: "0xba5e000" },
  ETHEREUM_WALLET: { accountType: "ETHEREUM_WALLET", address: "0xe7e000" },
  POLYGON_WALLET: { accountType: "POLYGON_WALLET", address: "0xb01y000" },
  SOLANA_WALLET: { accountType: "SOLANA_WALLET", address: "So1anaAddre55000" },
  SPARK_WALLET: { accountType: "SPARK_WALLET", address: "spark1qqqq000" },
  TRON_WALLET: { accountType: "TRON_WALLET", address: "TR0NAddre55000" },
  LIGHTNING: { accountType: "LIGHTNING", lightningAddress: "ada000@ln.test" },
};

/** The optional fields. */
export const optionalFields: { [K in Kind]?: Partial<InfoOf<K>> } = {
  AED_ACCOUNT: { swiftCode: "BOMLAEAD" },
  BDT_ACCOUNT: { swiftCode: "BRAKBDDH" },
  DKK_ACCOUNT: { swiftCode: "DABADKKK" },
  EGP_ACCOUNT: { swiftCode: "CIBEEGCX", iban: "EG380019000500000000263180002" },
  EUR_ACCOUNT: { swiftCode: "DEUTDEFF" },
  PKR_ACCOUNT: { iban: "PK36SCBL0000001123456702" },
  // The specification has these for USD. The contract does not.
  USD_ACCOUNT: { bankAccountType: "CHECKING", bankName: "First Bank", platformAccountId: "payee-1" },
};

/** The coin of a wallet on a chain without USDC. */
const coins: Readonly<Record<string, string>> = {
  SPARK_WALLET: "BTC",
  LIGHTNING: "BTC",
  TRON_WALLET: "USDT",
};

/** The currency of an account of a kind. */
export const currencyOf = (kind: string): string =>
  kind.endsWith("_ACCOUNT") ? kind.slice(0, 3) : (coins[kind] ?? "USDC");

/** The same accounts as data, and the currency of each. */
export const accountExamples = Object.values(minimalAccounts).map((accountInfo) => ({
  kind: accountInfo.accountType as Kind,
  isFiat: "beneficiary" in accountInfo,
  info: { ...accountInfo } as Record<string, unknown> & { accountType: string },
  currency: currencyOf(accountInfo.accountType),
}));
