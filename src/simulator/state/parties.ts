import type { Problem } from "../problem";
import type { ObjectReader } from "../read";
import type { World } from "../world";
import { currencyDefinition } from "./currencies";
import type { CustomerRecord } from "./customers";
import type { ExternalAccountRecord } from "./external-accounts";
import type { InternalAccountRecord } from "./internal-accounts";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome } from "./outcomes";
import type { PayoutOutcome } from "./outcomes";
import type { TransactionDestination, TransactionSource } from "./transactions";
import { customerByUmaAddress, findUmaPayee } from "./uma";

/**
 * How the money of a quote is collected: from a balance, from a wallet's balance with its owner's signature, pulled from
 * a bank account, or sent by the payer according to the payment instructions (OP-60).
 */
export type Funding = "balance" | "signature" | "pull" | "instructions";

/** The paying side of a quote. */
export interface Sender {
  /** As the quote shows it. */
  source: TransactionSource | { sourceType: "ACCOUNT"; accountId: string; customerId?: string };
  /** As the transaction shows it. */
  transactionSource: TransactionSource;
  currency: string;
  /** The account in the books. */
  book: string;
  funding: Funding;
  cryptoNetwork?: string | undefined;
  customer?: CustomerRecord | undefined;
  /** Set where the customer was given an account of a currency that need not be among its enabled ones (OP-38). */
  isProvisioned?: boolean;
}

/** The receiving side of a quote. */
export interface Receiver {
  /** As the quote shows it. */
  destination: Record<string, unknown>;
  /** As the transaction shows it. */
  transactionDestination: TransactionDestination;
  /** What a lookup would have been made for: the account's id or the UMA address. */
  receiver: string;
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  customer?: CustomerRecord | undefined;
  /** What is known about the payee (QUO-13). */
  counterpartyInformation?: Record<string, string> | undefined;
  /** ISO 3166-1 alpha-2, where it is known. */
  country?: string | undefined;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** The known ones of the three facts, under the contract's names. */
function facts(person: { fullName?: unknown; birthDate?: unknown; nationality?: unknown }) {
  const known = Object.entries({
    FULL_NAME: person.fullName,
    BIRTH_DATE: person.birthDate,
    NATIONALITY: person.nationality,
  }).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

function ownerOf(world: World, customerId: string | null): CustomerRecord | undefined {
  return customerId === null ? undefined : world.customers.get(customerId);
}

const unknownAccount = (party: ObjectReader): Problem =>
  party.refuse("accountId", "the id of an existing internal or external account");

/** An INACTIVE account neither pays nor receives. */
export function requireUsable(
  account: ExternalAccountRecord,
  refuse: (expected: string, code: string) => Problem,
): void {
  if (account.status === "INACTIVE")
    throw refuse("an external account that is not INACTIVE", "INVALID_BANK_ACCOUNT");
}

function externalSender(
  world: World,
  account: ExternalAccountRecord,
): Omit<Sender, "source" | "transactionSource"> {
  const isPulled = world.options.pullAccountTypes.includes(account.accountInfo.accountType);
  return {
    currency: account.currency,
    book: bookAccount.external(account.currency),
    funding: isPulled ? "pull" : "instructions",
    cryptoNetwork: account.cryptoNetwork,
    customer: ownerOf(world, account.customerId),
  };
}

function internalSender(
  world: World,
  account: InternalAccountRecord,
): Omit<Sender, "source" | "transactionSource"> {
  return {
    currency: account.currency,
    book: account.id,
    funding: account.type === "EMBEDDED_WALLET" ? "signature" : "balance",
    customer: ownerOf(world, account.customerId),
    isProvisioned: account.type !== "INTERNAL_FIAT",
  };
}

function accountSender(world: World, party: ObjectReader, customerId: string | undefined): Sender {
  const accountId = party.string("accountId");
  const internal = world.internalAccounts.get(accountId);
  const external = world.externalAccounts.get(accountId);
  if (external) requireUsable(external, (expected, code) => party.refuse("accountId", expected, code));
  const sender = internal ? internalSender(world, internal) : external && externalSender(world, external);
  if (!sender) throw unknownAccount(party);
  if (customerId !== undefined && sender.customer && sender.customer.id !== customerId) {
    throw party.refuse("customerId", "the customer who owns the account");
  }
  return {
    ...sender,
    source: { sourceType: "ACCOUNT", accountId, ...(customerId === undefined ? {} : { customerId }) },
    transactionSource: { sourceType: "ACCOUNT", accountId, currency: sender.currency },
    customer: sender.customer ?? ownerOf(world, customerId ?? null),
  };
}

function umaSender(world: World, party: ObjectReader): Sender {
  const umaAddress = party.umaAddress("umaAddress");
  const customer = customerByUmaAddress(world, umaAddress);
  const given = party.optionalCurrency("currency");
  const currency = given ?? findUmaPayee(world, umaAddress)?.currency;
  if (currency === undefined) throw party.refuse("currency", "the currency in which the UMA address pays");
  return {
    source: { sourceType: "UMA_ADDRESS", umaAddress, ...(given === undefined ? {} : { currency }) },
    transactionSource: { sourceType: "UMA_ADDRESS", umaAddress, currency },
    currency,
    book: bookAccount.external(currency),
    funding: "instructions",
    customer,
  };
}

function realtimeSender(world: World, party: ObjectReader, customerId: string | undefined): Sender {
  const currency = party.currency("currency");
  const cryptoNetwork = party.optionalString("cryptoNetwork");
  const transactionSource: TransactionSource = {
    sourceType: "REALTIME_FUNDING",
    currency,
    ...(customerId === undefined ? {} : { customerId }),
  };
  return {
    source: { ...transactionSource, ...(cryptoNetwork === undefined ? {} : { cryptoNetwork }) },
    transactionSource,
    currency,
    book: bookAccount.external(currency),
    funding: "instructions",
    cryptoNetwork,
    customer: ownerOf(world, customerId ?? null),
  };
}

/**
 * Reads the source of a quote: an account, an UMA address under any discriminator (OP-45), or REALTIME_FUNDING.
 *
 * @throws {Problem} 400 that names the member at fault.
 */
export function readSender(world: World, party: ObjectReader): Sender {
  const sourceType = party.string("sourceType");
  const customerId = party.optionalString("customerId");
  if (customerId !== undefined && !world.customers.has(customerId)) {
    throw party.refuse("customerId", "the id of an existing customer");
  }
  if (party.has("umaAddress")) return umaSender(world, party);
  if (sourceType === "ACCOUNT") return accountSender(world, party, customerId);
  if (sourceType === "REALTIME_FUNDING") return realtimeSender(world, party, customerId);
  throw party.refuse("sourceType", "ACCOUNT, UMA_ADDRESS or REALTIME_FUNDING");
}

function externalReceiver(world: World, account: ExternalAccountRecord) {
  const beneficiary = record(account.accountInfo["beneficiary"]);
  const { country } = record(beneficiary["address"]);
  // The first two letters of an ISO 4217 code are those of the country.
  const byCurrency =
    currencyDefinition(account.currency).kind === "fiat" ? account.currency.slice(0, 2) : undefined;
  return {
    currency: account.currency,
    book: bookAccount.external(account.currency),
    outcome: payoutOutcome(world, account),
    customer: ownerOf(world, account.customerId),
    counterpartyInformation: facts(beneficiary),
    country: typeof country === "string" ? country : byCurrency,
  };
}

function internalReceiver(world: World, account: InternalAccountRecord) {
  const customer = ownerOf(world, account.customerId);
  return {
    currency: account.currency,
    book: account.id,
    outcome: ordinaryPayout(world),
    customer,
    counterpartyInformation: customer && facts(customer),
    country: customer?.region,
  };
}

function accountReceiver(world: World, party: ObjectReader): Receiver {
  const accountId = party.string("accountId");
  const paymentRail = party.optionalString("paymentRail");
  const internal = world.internalAccounts.get(accountId);
  const external = world.externalAccounts.get(accountId);
  if (external) requireUsable(external, (expected, code) => party.refuse("accountId", expected, code));
  const receiver = internal
    ? internalReceiver(world, internal)
    : external && externalReceiver(world, external);
  if (!receiver) throw unknownAccount(party);
  const destination = { destinationType: "ACCOUNT" as const, accountId };
  return {
    ...receiver,
    receiver: accountId,
    destination: { ...destination, ...(paymentRail === undefined ? {} : { paymentRail }) },
    transactionDestination: { ...destination, currency: receiver.currency },
  };
}

function umaReceiver(world: World, party: ObjectReader): Receiver {
  const umaAddress = party.umaAddress("umaAddress");
  const currency = party.optionalCurrency("currency");
  const payee = findUmaPayee(world, umaAddress, currency);
  if (!payee) {
    const isKnown = findUmaPayee(world, umaAddress) !== undefined;
    if (isKnown) throw party.refuse("currency", "a currency that the receiver takes", "INVALID_CURRENCY");
    throw party.refuse("umaAddress", "the UMA address of a known receiver", "INVALID_RECEIVER");
  }
  const destination = { destinationType: "UMA_ADDRESS" as const, umaAddress };
  return {
    receiver: umaAddress,
    destination: { ...destination, ...(currency === undefined ? {} : { currency }) },
    transactionDestination: { ...destination, currency: payee.currency },
    currency: payee.currency,
    book: payee.book,
    outcome: payee.outcome,
    customer: payee.customer,
    counterpartyInformation: payee.customer && facts(payee.customer),
    country: payee.customer?.region ?? payee.currency.slice(0, 2),
  };
}

/**
 * Reads the destination of a quote: an account, or an UMA address under any discriminator (OP-45).
 *
 * @throws {Problem} 400 that names the member at fault.
 */
export function readReceiver(world: World, party: ObjectReader): Receiver {
  const destinationType = party.string("destinationType");
  if (party.has("umaAddress")) return umaReceiver(world, party);
  if (destinationType === "ACCOUNT") return accountReceiver(world, party);
  throw party.refuse("destinationType", "ACCOUNT or UMA_ADDRESS");
}
