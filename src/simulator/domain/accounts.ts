import type { TextFormat } from "../../models/account-kinds";
import type { InternalAccountType, ExternalAccountCreateParams } from "../../models/accounts";
import type { SeededRandom } from "../runtime/random";
import * as kinds from "./account-kinds";
import { amountView, currencyDefinition } from "./currencies";
import type {
  AccountInfoRecord,
  InternalAccountRecord,
  BeneficiaryStatus,
  ExternalAccountRecord,
} from "./records/accounts";
import { emit, newRecord } from "./world";
import type { World } from "./world";
import { present } from "../runtime/present";
import { isRecord } from "../runtime/saved";
import { requireParty } from "./eligibility";
import { internal, invalidField } from "./problem";

export function openAccount(
  world: World,
  customerId: string | null,
  type: InternalAccountType,
  currency: string,
): InternalAccountRecord {
  const account: InternalAccountRecord = {
    ...newRecord(world, "InternalAccount"),
    customerId,
    type,
    currency,
    fundingPaymentInstructions: [
      {
        accountOrWalletInfo: paymentAccount(world.random, currency),
        instructionsNotes: `Payments of ${currency} to this account are added to the balance.`,
        isPlatformAccount: customerId === null,
      },
    ],
  };
  world.internalAccounts.add(account);
  return account;
}

/** Opens the managed accounts that a customer, or with `null` the platform, does not have in these currencies yet (OP-38). */
export function openManagedAccounts(
  world: World,
  customerId: string | null,
  currencies: readonly string[],
): void {
  const managed = accountsOf(world, customerId).filter(({ type }) => type !== "EMBEDDED_WALLET");
  const existing = new Set(managed.map(({ currency }) => currency));
  for (const currency of new Set(currencies)) {
    if (existing.has(currency)) continue;
    const isFiat = currencyDefinition(currency).kind === "fiat";
    openAccount(world, customerId, isFiat ? "INTERNAL_FIAT" : "INTERNAL_CRYPTO", currency);
  }
}

/** The accounts of a customer, or with `null` of the platform, in the order of their creation. */
export function accountsOf(world: World, customerId: string | null): InternalAccountRecord[] {
  return world.internalAccounts.by("customerId", customerId);
}

/** The customer's primary account: its first fiat account, else the first of all (OP-38). */
export function primaryAccount(world: World, customerId: string): InternalAccountRecord | undefined {
  const accounts = accountsOf(world, customerId);
  return accounts.find((account) => account.type === "INTERNAL_FIAT") ?? accounts[0];
}

export function balanceOf(world: World, accountId: string): number {
  return Number(world.balances.get(accountId)?.amount ?? 0);
}

export function balanceChanged(world: World, accountId: string): void {
  const account = world.internalAccounts.get(accountId);
  account.updatedAt = world.clock.iso();
  emit(world, "INTERNAL_ACCOUNT.BALANCE_UPDATED", () => internalAccountView(world, account));
}

/** The account as responses and events show it (specification, "InternalAccount"). */
export function internalAccountView(
  world: World,
  { id, customerId, type, currency, ...rest }: InternalAccountRecord,
) {
  return {
    id,
    ...(customerId === null ? {} : { customerId }),
    type,
    balance: amountView({ amount: balanceOf(world, id), currency }),
    ...rest,
  };
}

/** The names of the service's own accounts. */
const ownNames: Readonly<Record<string, string>> = {
  bankName: "Simulated Bank",
  provider: "Simulated Mobile",
  swiftCode: "SIMUUS33",
};

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
  const kind = kinds.findAccountKind(`${currency}_ACCOUNT`);
  const { bankName } = ownNames;
  if (!kind) return { paymentRails: ["BANK_TRANSFER"], accountNumber: random.digits(22), bankName };
  // The example with other digits at its end, unless it has check digits.
  const samples = Object.entries<TextFormat>(kind.required).map(([name, { example, standard }]) => [
    name,
    ownNames[name] ??
      (standard === undefined ? example.replace(/[0-9]{1,7}$/, (end) => random.digits(end.length)) : example),
  ]);
  const fields: object = Object.fromEntries(samples);
  return currency === "USD"
    ? { ...fields, paymentRails: ["ACH", "WIRE"], bankName }
    : { paymentRails: [...kind.rails], ...fields };
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

/** An account without a `customerId` is on behalf of the platform. */
export interface NewExternalAccount extends Omit<ExternalAccountCreateParams, "accountInfo"> {
  accountInfo: AccountInfoRecord;
}

export function externalAccountView({ createdAt: _, ...body }: ExternalAccountRecord) {
  return body;
}

/** Outcomes of the beneficiary check by suffix; every other suffix is a match. */
const checkOutcomes: Readonly<Record<string, BeneficiaryStatus>> = {
  "102": "NOT_MATCHED",
  "103": "PARTIAL_MATCH",
  "104": "PENDING",
  "106": "UNSUPPORTED",
  "107": "CHECKED_BY_RECEIVING_FI",
};

/** The name that the payment rail gives back, where the check has one. */
function verifiedData(status: BeneficiaryStatus, { beneficiary }: AccountInfoRecord) {
  const isNamed = status === "MATCHED" || status === "PARTIAL_MATCH";
  if (!isNamed || !isRecord(beneficiary)) return undefined;
  const name = beneficiary["fullName"] ?? beneficiary["legalName"];
  return typeof name === "string" ? { fullName: name } : undefined;
}

/** Stores a new account; a new default for UMA deposits takes over from the older one (OP-40). */
export function addExternalAccount(world: World, account: NewExternalAccount): ExternalAccountRecord {
  const { customerId = null, accountInfo, currency, platformAccountId } = account;
  requireOwner(world, account);
  const isSandbox = world.options.environment === "sandbox";
  const { accountType } = accountInfo;
  const cryptoNetwork = kinds.isCryptoAccount(accountType)
    ? (account.cryptoNetwork ?? kinds.networksOf(kinds.chainOf(accountType)).at(isSandbox ? 1 : 0))
    : undefined;
  // Responses carry the rails of a bank account: those sent, else those of the type (contract, account variants).
  const { rails = [] } = kinds.findAccountKind(accountType) ?? {};
  const hasRails = rails.length === 0 || Array.isArray(accountInfo["paymentRails"]);
  const beneficiaryVerificationStatus = checkBeneficiary(world, accountInfo);
  const beneficiaryVerifiedData = verifiedData(beneficiaryVerificationStatus, accountInfo);
  const record: ExternalAccountRecord = {
    id: world.random.id("ExternalAccount"),
    customerId,
    status: "ACTIVE",
    currency,
    defaultUmaDepositAccount: account.defaultUmaDepositAccount ?? false,
    beneficiaryVerificationStatus,
    ...present({ platformAccountId, beneficiaryVerifiedData, cryptoNetwork }),
    accountInfo: hasRails ? accountInfo : { ...accountInfo, paymentRails: [...rails] },
    createdAt: world.clock.iso(),
  };
  if (record.defaultUmaDepositAccount) {
    for (const other of world.externalAccounts.by("customerId", customerId))
      other.defaultUmaDepositAccount = false;
  }
  world.externalAccounts.add(record);
  return record;
}

function requireOwner(world: World, account: NewExternalAccount): void {
  const { customerId } = account;
  const customer = customerId === undefined ? undefined : world.customers.find(customerId);
  if (customerId !== undefined && !customer) throw invalidField("customerId", "the id of a customer");
  requireParty(customer, "customerId");
  if (account.defaultUmaDepositAccount && customerId === undefined) {
    throw invalidField("defaultUmaDepositAccount", "a customerId beside it");
  }
}

function checkBeneficiary(world: World, accountInfo: AccountInfoRecord): BeneficiaryStatus {
  const suffix = kinds.testSuffix(world, kinds.primaryIdentifier(accountInfo));
  if (suffix === "105") throw invalidField("accountInfo", "a valid account", "INVALID_BANK_ACCOUNT");
  if (suffix === "109") throw internal("Simulated API error of the beneficiary check");
  return checkOutcomes[suffix] ?? "MATCHED";
}
