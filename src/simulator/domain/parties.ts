import { present } from "../runtime/present";
import { isRecord } from "../runtime/saved";
import { currencyDefinition } from "./currencies";
import { customerWithUmaAddress, ownerOf } from "./customers";
import { requireActive, requirePayer } from "./eligibility";
import { chainOfNetwork } from "./estimates";
import { enumOf, parse } from "./format";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome, sandboxPayee } from "./outcomes";
import { currencyRules } from "./platform";
import { requireGiven, invalidField } from "./problem";
import type { ExternalAccountRecord, InternalAccountRecord } from "./records/accounts";
import type { CustomerRecord } from "./records/customers";
import { umaKey } from "./records/customers";
import type { QuoteRecord, Receiver, Sender, PayoutOutcome } from "./records/payments";
import type { World } from "./world";
import { accountsOf, primaryAccount } from "./accounts";
import type { CurrencyConfig } from "./records/platform";

/** A side of a payment as a request names it. */
interface SideRequest {
  customerId?: string;
  accountId?: string;
  umaAddress?: string;
  currency?: string;
  cryptoNetwork?: string;
  paymentRail?: string;
}

type SourceRequest = SideRequest & { sourceType: string };
type DestinationRequest = SideRequest & { destinationType: string };

const record = (value: unknown) => (isRecord(value) ? value : {});

/** The facts that are known about a person, under the contract's names. */
export function factsAbout(person: { fullName?: unknown; birthDate?: unknown; nationality?: unknown } = {}) {
  const known = Object.entries({
    FULL_NAME: person.fullName,
    BIRTH_DATE: person.birthDate,
    NATIONALITY: person.nationality,
  }).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

export type Account = InternalAccountRecord | ExternalAccountRecord;

const isExternal = (account: Account): account is ExternalAccountRecord => "accountInfo" in account;

/** An account that may pay and receive. */
function findAccount(world: World, accountId: string, field: string): Account {
  const external = world.externalAccounts.find(accountId);
  if (external) requireActive(external, field);
  const account = external ?? world.internalAccounts.find(accountId);
  if (!account) throw invalidField(field, "the id of an existing account");
  return account;
}

/** Both parties must be eligible when a quote is created, and again when it is paid. */
export function requireEligibleParties(
  world: World,
  { sender, receiver }: Pick<QuoteRecord, "sender" | "receiver">,
): void {
  requirePayer(world, ownerOf(world, sender.party), "source");
  requirePayer(world, ownerOf(world, receiver.party), "destination", "INVALID_RECEIVER");
  const [payer, payee] = [sender.party.externalAccountId, receiver.party.externalAccountId];
  if (payer !== undefined) findAccount(world, payer, "source");
  if (payee !== undefined) findAccount(world, payee, "destination");
}

/** An account, REALTIME_FUNDING, or an UMA address under any other discriminator (OP-45). */
export function findSender(world: World, request: SourceRequest): Sender {
  const { customerId, sourceType, umaAddress } = request;
  if (customerId !== undefined && !world.customers.has(customerId)) {
    throw invalidField("source.customerId", "the id of an existing customer");
  }
  if (sourceType === "ACCOUNT") return accountSender(world, request);
  if (sourceType === "REALTIME_FUNDING") return realtimeSender(request);
  if (umaAddress !== undefined) return umaSender(world, umaAddress, request.currency);
  throw invalidField("source.sourceType", "ACCOUNT, UMA_ADDRESS or REALTIME_FUNDING");
}

/** The account that a side names. A currency beside it is that of the account. */
function namedAccount(world: World, { accountId: id, currency: named }: SideRequest, side: string): Account {
  const account = findAccount(world, requireGiven(id, `${side}.accountId`), `${side}.accountId`);
  const { currency } = account;
  if ((named ?? currency) !== currency)
    throw invalidField(`${side}.currency`, `${currency}, the currency of the account`, "INVALID_CURRENCY");
  return account;
}

/** The service can pull from US bank accounts only (OP-60). */
function accountSender(world: World, { customerId, ...request }: SourceRequest): Sender {
  const account = namedAccount(world, request, "source");
  if (customerId !== undefined && account.customerId !== null && account.customerId !== customerId) {
    throw invalidField("source.customerId", "the customer who owns the account");
  }
  const { id: accountId, currency } = account;
  const sender = {
    source: present({ sourceType: "ACCOUNT" as const, accountId, customerId }),
    transactionSource: { sourceType: "ACCOUNT" as const, accountId, currency },
    currency,
  };
  const party = { customerId: account.customerId ?? customerId ?? null };
  if (!isExternal(account)) {
    const funding = account.type === "EMBEDDED_WALLET" ? "signature" : "balance";
    return { ...sender, book: account.id, funding, party };
  }
  const isPulled = account.accountInfo.accountType === "USD_ACCOUNT";
  return {
    ...sender,
    book: bookAccount.external(currency),
    funding: isPulled ? "pull" : "instructions",
    cryptoNetwork: account.cryptoNetwork,
    party: { ...party, externalAccountId: account.id },
  };
}

function umaSender(world: World, umaAddress: string, sent: string | undefined): Sender {
  const currency = sent ?? umaPayee(world, umaAddress)?.currency;
  if (currency === undefined) {
    throw invalidField("source.currency", "the currency in which the UMA address pays");
  }
  return {
    source: present({ sourceType: "UMA_ADDRESS" as const, umaAddress, currency: sent }),
    transactionSource: { sourceType: "UMA_ADDRESS", umaAddress, currency },
    currency,
    book: bookAccount.external(currency),
    funding: "instructions",
    party: { customerId: customerWithUmaAddress(world, umaAddress)?.id ?? null },
  };
}

function realtimeSender({ customerId, cryptoNetwork, ...request }: SourceRequest): Sender {
  const currency = requireGiven(
    request.currency,
    "source.currency",
    "the code of a supported currency, such as USD",
  );
  if (cryptoNetwork !== undefined && currencyDefinition(currency).kind === "crypto") {
    const { name } = chainOfNetwork(cryptoNetwork, currency, "source.cryptoNetwork");
    // The contract has no payment account on it.
    if (name === "BITCOIN") throw invalidField("source.cryptoNetwork", "another network than Bitcoin");
  }
  const transactionSource = present({ sourceType: "REALTIME_FUNDING" as const, currency, customerId });
  return {
    source: present({ ...transactionSource, cryptoNetwork }),
    transactionSource,
    currency,
    book: bookAccount.external(currency),
    funding: "instructions",
    cryptoNetwork,
    party: { customerId: customerId ?? null },
  };
}

/** An account, or an UMA address under any other discriminator (OP-45). */
export function findReceiver(world: World, request: DestinationRequest): Receiver {
  const { destinationType, umaAddress } = request;
  if (destinationType === "ACCOUNT") return accountReceiver(world, request);
  if (umaAddress !== undefined) return umaReceiver(world, umaAddress, request.currency);
  throw invalidField("destination.destinationType", "ACCOUNT or UMA_ADDRESS");
}

function accountReceiver(world: World, { paymentRail, ...request }: DestinationRequest): Receiver {
  const account = namedAccount(world, request, "destination");
  const { id: accountId, customerId, currency } = account;
  const destination = { destinationType: "ACCOUNT" as const, accountId };
  const receiver = {
    destination: present({ ...destination, paymentRail }),
    transactionDestination: { ...destination, currency },
    currency,
  };
  if (isExternal(account)) {
    const { paymentRails } = account.accountInfo;
    if (paymentRail !== undefined && Array.isArray(paymentRails))
      parse(paymentRail, "destination.paymentRail", enumOf<string>(paymentRails));
    return { ...receiver, ...externalReceiver(world, account) };
  }
  const owner = ownerOf(world, account);
  return {
    ...receiver,
    book: accountId,
    outcome: ordinaryPayout(world),
    party: { customerId },
    accountId,
    counterpartyInformation: factsAbout(owner),
    country: owner?.region,
  };
}

function externalReceiver(world: World, account: ExternalAccountRecord) {
  const { currency, customerId, accountInfo } = account;
  const beneficiary = record(accountInfo["beneficiary"]);
  const { country } = record(beneficiary["address"]);
  // The first two letters of an ISO 4217 code are those of the country.
  const byCurrency = currencyDefinition(currency).kind === "fiat" ? currency.slice(0, 2) : undefined;
  return {
    book: bookAccount.external(currency),
    outcome: payoutOutcome(world, account),
    party: { customerId, externalAccountId: account.id },
    counterpartyInformation: factsAbout(beneficiary),
    country: typeof country === "string" ? country : byCurrency,
  };
}

function umaReceiver(world: World, umaAddress: string, currency: string | undefined): Receiver {
  const known = customerWithUmaAddress(world, umaAddress);
  const preferred = known && receivedCurrencies(world, known.id)[0]?.currencyCode;
  const payee = umaPayee(world, umaAddress, currency ?? preferred);
  if (!payee) {
    throw umaPayee(world, umaAddress) === undefined
      ? invalidField("destination.umaAddress", "the UMA address of a known receiver", "INVALID_RECEIVER")
      : invalidField("destination.currency", "a currency that the receiver takes", "INVALID_CURRENCY");
  }
  const { customer, accountId, external, book, outcome } = payee;
  if (external) requireActive(external, "destination.umaAddress");
  const destination = { destinationType: "UMA_ADDRESS" as const, umaAddress };
  return {
    destination: present({ ...destination, currency }),
    transactionDestination: { ...destination, currency: payee.currency },
    currency: payee.currency,
    book,
    outcome,
    party: present({ customerId: customer?.id ?? null, externalAccountId: external?.id }),
    accountId,
    counterpartyInformation: factsAbout(customer),
    country: customer?.region ?? payee.currency.slice(0, 2),
  };
}

export interface DepositAccount {
  accountId: string;
  currency: string;
  /** The account in the books. */
  book: string;
  /** Set if the money goes to an account outside. */
  external?: ExternalAccountRecord;
}

/** Whoever receives payments under an UMA address. */
export interface UmaPayee extends Partial<DepositAccount> {
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  /** The platform's customer, deleted or not. Absent for the sandbox's payees, who have no account here. */
  customer?: CustomerRecord;
}

/** The default external account, else the internal account of the currency, by default the primary one. The external one takes the customer's other currencies, too. */
export function depositAccount(
  world: World,
  customerId: string,
  currency?: string,
): DepositAccount | undefined {
  const externals = world.externalAccounts.by("customerId", customerId);
  const external = externals.find((account) => account.defaultUmaDepositAccount);
  const own = [external, primaryAccount(world, customerId), ...accountsOf(world, customerId)];
  const taken = own.find((account) => account && (currency ?? account.currency) === account.currency);
  if (!taken) return undefined;
  const { id: accountId } = external ?? taken;
  const book = external ? bookAccount.external(taken.currency) : accountId;
  return present({ accountId, currency: taken.currency, book, external });
}

/** The rules of the currencies that a customer takes by UMA, the preferred one first. */
export function receivedCurrencies(world: World, customerId: string): CurrencyConfig[] {
  const accounts = [depositAccount(world, customerId), ...accountsOf(world, customerId)];
  return [...new Set(accounts.flatMap((account) => account?.currency ?? []))]
    .map((code) => currencyRules(world, code))
    .filter(({ enabledTransactionTypes }) => enabledTransactionTypes.includes("INCOMING"));
}

/** A customer, or in sandbox a magic name (OP-62), who can receive the currency. */
export function umaPayee(world: World, umaAddress: string, currency?: string): UmaPayee | undefined {
  const customer = customerWithUmaAddress(world, umaAddress);
  if (customer) {
    const deposit = depositAccount(world, customer.id, currency);
    if (!deposit) return undefined;
    const outcome = deposit.external ? payoutOutcome(world, deposit.external) : ordinaryPayout(world);
    return { ...deposit, outcome, customer };
  }
  const [name = "", domain] = umaKey(umaAddress).slice(1).split("@");
  const payee = domain === umaKey(world.options.umaDomain) ? sandboxPayee(world, name) : undefined;
  if (!payee || (currency !== undefined && currency !== payee.currency)) return undefined;
  return { ...payee, book: bookAccount.external(payee.currency) };
}

/** Facts about the payer that the option and the platform's currencies ask for. One demand makes a field mandatory. */
export function requiredPayerData(
  { options }: World,
  currencies: readonly CurrencyConfig[] = [],
): { name: string; mandatory: boolean }[] {
  const asked = [
    ...options.requiredPayerDataFields.map((name) => ({ name, mandatory: true })),
    ...currencies.flatMap(({ requiredCounterpartyFields }) => requiredCounterpartyFields),
  ];
  const mandatory = new Map<string, boolean>();
  for (const field of asked) mandatory.set(field.name, field.mandatory || mandatory.get(field.name) === true);
  return Array.from(mandatory, ([name, isMandatory]) => ({ name, mandatory: isMandatory }));
}
