import type { SeededRandom } from "../runtime/random";
import { findAccountKind } from "./account-kinds";
import type { AccountInfoRecord } from "./account-kinds";
import { currencyDefinition } from "./currencies";

/** How to pay a quote or to fund an account (specification, "PaymentInstruction"). */
export interface PaymentInstructionRecord {
  accountOrWalletInfo: AccountInfoRecord;
  instructionsNotes: string;
  /** Of an account only. */
  isPlatformAccount?: boolean;
}

const bankName = "Simulated Bank";

/** The blockchain on which a coin is paid when the request names none. */
const defaultNetworks: Record<string, string> = { BTC: "SPARK", USDB: "SPARK", ETH: "ETHEREUM" };

/** The coins that the contract names as `assetType`; the chains' own coins go without. */
const assetTypes = new Set(["BTC", "USDB", "USDC", "USDT"]);

function cryptoAccount(random: SeededRandom, currency: string, cryptoNetwork?: string): AccountInfoRecord {
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

/** What payers need: the contract's Payment…AccountInfo, which mostly has the fields of an external account of the kind. */
function fiatFields(random: SeededRandom, currency: string): Record<string, unknown> {
  if (currency === "BRL") return { qrCode: `00020126BR.GOV.BCB.PIX${random.digits(24)}` };
  if (currency === "COP") return { paymentUrl: `https://pay.payments.test/${random.text(16)}` };
  const kind = findAccountKind(`${currency}_ACCOUNT`);
  if (!kind) return { paymentRails: ["BANK_TRANSFER"], accountNumber: random.digits(22), bankName };
  const samples = Object.entries(kind.required).map(([name, { sample }]) => [name, sample(random)] as const);
  const fields = { paymentRails: [...kind.rails], ...Object.fromEntries(samples) };
  return currency === "USD" ? { ...fields, paymentRails: ["ACH", "WIRE"], bankName } : fields;
}

/** An account of the service to pay a currency into, with a reference where the payment method has one. */
export function paymentAccount(
  random: SeededRandom,
  currency: string,
  cryptoNetwork?: string,
): AccountInfoRecord {
  if (currencyDefinition(currency).kind === "crypto") return cryptoAccount(random, currency, cryptoNetwork);
  const reference = random.text(12).toUpperCase();
  return { accountType: `${currency}_ACCOUNT`, ...fiatFields(random, currency), reference };
}
