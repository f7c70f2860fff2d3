import type { SeededRandom } from "../runtime/random";
import type { AccountInfo } from "./account-kinds";
import { currencyDefinition } from "./currencies";

/** How to pay a quote or to fund an account (specification, "PaymentInstruction"). */
export interface PaymentInstruction {
  accountOrWalletInfo: AccountInfo;
  instructionsNotes: string;
}

type Fields = Record<string, unknown>;

const bankName = "Simulated Bank";
const swiftCode = "SIMUUS33";

const ibanAccount =
  (country: string, digits: number, paymentRails: string[]) =>
  (random: SeededRandom): Fields => ({ paymentRails, iban: country + random.digits(digits), swiftCode });

/** Fields of so many digits each. */
const numbers =
  (paymentRails: string[], lengths: Record<string, number>, more: Fields = {}) =>
  (random: SeededRandom): Fields => ({
    paymentRails,
    ...Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, random.digits(length)])),
    ...more,
  });

const bankAccount = (digits: number, paymentRails = ["BANK_TRANSFER"], more: Fields = {}) =>
  numbers(paymentRails, { accountNumber: digits }, { bankName, ...more });

const mobileMoney =
  (prefix: string, digits: number, more: Fields = {}) =>
  (random: SeededRandom): Fields => ({
    paymentRails: ["MOBILE_MONEY"],
    phoneNumber: prefix + random.digits(digits),
    provider: "Simulated Mobile",
    ...more,
  });

/** What differs from a plain bank account with a reference, by currency: the contract's Payment…AccountInfo variants. */
const fiatAccounts: Record<string, (random: SeededRandom) => Fields> = {
  USD: numbers(["ACH", "WIRE"], { accountNumber: 10, routingNumber: 9 }, { bankName }),
  BRL: (random) => ({ qrCode: `00020126BR.GOV.BCB.PIX${random.digits(24)}` }),
  MXN: numbers(["SPEI"], { clabeNumber: 18 }),
  DKK: ibanAccount("DK", 16, ["SEPA"]),
  EUR: ibanAccount("DE", 20, ["SEPA", "SEPA_INSTANT"]),
  INR: (random) => ({ paymentRails: ["UPI"], vpa: `payments${random.digits(6)}@simulated` }),
  CAD: numbers(["BANK_TRANSFER"], { bankCode: 3, branchCode: 5, accountNumber: 10 }),
  GBP: numbers(["FASTER_PAYMENTS"], { sortCode: 6, accountNumber: 8 }),
  AED: ibanAccount("AE", 21, ["BANK_TRANSFER"]),
  HKD: bankAccount(12, undefined, { swiftCode }),
  MYR: bankAccount(12, undefined, { swiftCode }),
  SGD: bankAccount(10, ["PAYNOW", "FAST", "BANK_TRANSFER"], { swiftCode }),
  THB: bankAccount(10, undefined, { swiftCode }),
  VND: bankAccount(12, undefined, { swiftCode }),
  IDR: bankAccount(12, undefined, { swiftCode, phoneNumber: "+628123456789" }),
  BDT: bankAccount(13, undefined, { branchCode: "12345", phoneNumber: "+8801712345678" }),
  GHS: bankAccount(13, undefined, { phoneNumber: "+233201234567" }),
  PKR: bankAccount(16, undefined, { phoneNumber: "+923001234567" }),
  GTQ: bankAccount(12, undefined, { bankAccountType: "CHECKING" }),
  JMD: bankAccount(12, undefined, { branchCode: "12345", bankAccountType: "CHECKING" }),
  ARS: bankAccount(22),
  COP: (random) => ({ paymentUrl: `https://pay.payments.test/${random.text(16)}` }),
  KES: mobileMoney("+254", 9),
  RWF: mobileMoney("+250", 9),
  TZS: mobileMoney("+255", 9),
  ZMW: mobileMoney("+260", 9),
  MWK: mobileMoney("+265", 9),
  UGX: mobileMoney("+256", 9),
  BWP: mobileMoney("+267", 8),
  HTG: mobileMoney("+509", 8),
  XOF: mobileMoney("+221", 9, { region: "SN" }),
  XAF: mobileMoney("+237", 9, { region: "CM" }),
};

/** The blockchain on which a coin is paid when the request names none. */
const defaultNetworks: Record<string, string> = { BTC: "SPARK", USDB: "SPARK", ETH: "ETHEREUM" };

/** The coins that the contract names as `assetType`; the chains' own coins go without. */
const assetTypes = new Set(["BTC", "USDB", "USDC", "USDT"]);

function cryptoAccount(random: SeededRandom, currency: string, cryptoNetwork?: string): AccountInfo {
  const [network = ""] = (cryptoNetwork ?? defaultNetworks[currency] ?? "SOLANA").split("_");
  if (network === "LIGHTNING") return { accountType: "LIGHTNING", invoice: `lnbc1${random.text(48)}` };
  const asset = assetTypes.has(currency) ? { assetType: currency } : {};
  if (network === "SPARK") {
    const invoice = `spark1invoice${random.text(40)}`;
    return { accountType: "SPARK_WALLET", ...asset, address: `spark1${random.text(40)}`, invoice };
  }
  const address =
    network === "SOLANA" ? random.text(44) : `0x${random.uuid().replaceAll("-", "")}${random.digits(8)}`;
  return { accountType: `${network}_WALLET`, ...asset, address };
}

/** An account of the service to pay a currency into, with a reference where the payment method has one. */
export function paymentAccount(random: SeededRandom, currency: string, cryptoNetwork?: string): AccountInfo {
  if (currencyDefinition(currency).kind === "crypto") return cryptoAccount(random, currency, cryptoNetwork);
  const fields = fiatAccounts[currency] ?? bankAccount(10);
  return { accountType: `${currency}_ACCOUNT`, ...fields(random), reference: random.text(12).toUpperCase() };
}
