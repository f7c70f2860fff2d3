import { present } from "../runtime/present";
import { currencyDefinition } from "./currencies";
import { customerWithUmaAddress, ownerOf } from "./customers";
import { requireCustomer, requireExternalAccount } from "./eligibility";
import type { Operation } from "./eligibility";
import { bookAccount } from "./ledger";
import { ordinaryPayout, payoutOutcome } from "./outcomes";
import type { LockedSide } from "./pricing";
import { given, invalidField } from "./problem";
import type { Problem } from "./problem";
import type { ExternalAccountRecord, InternalAccountRecord } from "./records/accounts";
import { umaKey } from "./records/customers";
import type { CustomerRecord } from "./records/customers";
import type {
  Funding,
  Party,
  PayoutOutcome,
  QuoteRecord,
  TransactionDestination,
  TransactionSource,
} from "./records/payments";
import { umaPayee } from "./receivers";
import type { World } from "./world";

/** The paying side as a request names it. */
export interface SourceRequest {
  sourceType: string;
  customerId?: string;
  accountId?: string;
  umaAddress?: string;
  currency?: string;
  cryptoNetwork?: string;
}

/** The receiving side as a request names it. */
export interface DestinationRequest {
  destinationType: string;
  accountId?: string;
  umaAddress?: string;
  currency?: string;
  paymentRail?: string;
}

/** The paying side of a quote. */
export interface Sender {
  /** As the quote shows it. */
  source: QuoteRecord["source"];
  /** As the transaction shows it. */
  transactionSource: TransactionSource;
  currency: string;
  /** The account in the books. */
  book: string;
  funding: Funding;
  cryptoNetwork?: string | undefined;
  customer?: CustomerRecord | undefined;
  party: Party;
  counterpartyInformation?: Record<string, string> | undefined;
}

/** The receiving side of a quote. */
export interface Receiver {
  /** As the quote shows it. */
  destination: QuoteRecord["destination"];
  /** As the transaction shows it. */
  transactionDestination: TransactionDestination;
  /** What a lookup is for: the account's id, or the UMA address in lower case. */
  receiver: string;
  currency: string;
  book: string;
  outcome: PayoutOutcome;
  party: Party;
  /** The customer or the platform (`null`) who receives the payment. Absent for a payee outside. */
  recipient?:
    | {
        customerId: string | null;
        /** The account into which the money goes. */
        accountId: string;
        /** Only then the platform may decide about the payment. */
        byUma: boolean;
      }
    | undefined;
  counterpartyInformation?: Record<string, string> | undefined;
  /** ISO 3166-1 alpha-2, if known. */
  country?: string | undefined;
}

export interface QuoteRequest {
  sender: Sender;
  receiver: Receiver;
  lockedSide: LockedSide;
  lockedAmount: number;
  description?: string | undefined;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** The facts that are known about a person, under the contract's names. */
function facts(person: { fullName?: unknown; birthDate?: unknown; nationality?: unknown }) {
  const known = Object.entries({
    FULL_NAME: person.fullName,
    BIRTH_DATE: person.birthDate,
    NATIONALITY: person.nationality,
  }).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Checks the state of a party. Runs when a quote is created, and again when it is paid. */
function requireParty(
  world: World,
  operation: Operation,
  { customerId, externalAccountId }: Party,
  field: string,
): void {
  requireCustomer(operation, ownerOf(world, { customerId }), field);
  if (externalAccountId !== undefined)
    requireExternalAccount(operation, world.externalAccounts.find(externalAccountId), field);
}

export function requireEligibleParties(
  world: World,
  operation: "POST /quotes/{quoteId}/execute" | "POST /sandbox/send",
  { payer, payee }: QuoteRecord,
): void {
  requireParty(world, `${operation}, source`, payer, "source");
  requireParty(world, `${operation}, destination`, payee, "destination");
}

type Account = InternalAccountRecord | ExternalAccountRecord;

const isExternal = (account: Account): account is ExternalAccountRecord => "accountInfo" in account;

function findAccount(world: World, operation: Operation, accountId: string, field: string): Account {
  const internal = world.internalAccounts.find(accountId);
  if (internal) return internal;
  requireExternalAccount(operation, world.externalAccounts.find(accountId), field);
  return world.externalAccounts.get(accountId);
}

/** An account, an UMA address under any discriminator (OP-45), or REALTIME_FUNDING. */
export function findSender(world: World, request: SourceRequest): Sender {
  const { sourceType, customerId, umaAddress } = request;
  if (customerId !== undefined && !world.customers.has(customerId)) {
    throw invalidField("source.customerId", "the id of an existing customer");
  }
  if (umaAddress !== undefined) return umaSender(world, request, umaAddress);
  if (sourceType === "ACCOUNT") return accountSender(world, request);
  if (sourceType === "REALTIME_FUNDING") return realtimeSender(world, request);
  throw invalidField("source.sourceType", "ACCOUNT, UMA_ADDRESS or REALTIME_FUNDING");
}

/** Checks the state of a sender, and adds what is known about the customer. */
function checked(
  world: World,
  field: string,
  sender: Omit<Sender, "party">,
  externalAccountId?: string,
): Sender {
  const { customer } = sender;
  const party: Party = present({ customerId: customer?.id ?? null, externalAccountId });
  requireParty(world, "POST /quotes, source", party, field);
  return { ...sender, party, counterpartyInformation: customer && facts(customer) };
}

function accountSender(world: World, { customerId, ...request }: SourceRequest): Sender {
  const field = "source.accountId";
  const accountId = given(request.accountId, field);
  const account = findAccount(world, "POST /quotes, source", accountId, field);
  const owner = ownerOf(world, account);
  if (customerId !== undefined && owner && owner.id !== customerId) {
    throw invalidField("source.customerId", "the customer who owns the account");
  }
  const { currency } = account;
  const sender = {
    source: present({ sourceType: "ACCOUNT" as const, accountId, customerId }),
    transactionSource: { sourceType: "ACCOUNT" as const, accountId, currency },
    currency,
    customer: owner ?? ownerOf(world, { customerId: customerId ?? null }),
  };
  if (!isExternal(account)) {
    const funding = account.type === "EMBEDDED_WALLET" ? "signature" : "balance";
    return checked(world, field, { ...sender, book: account.id, funding });
  }
  const isPulled = account.accountInfo.accountType === "USD_ACCOUNT";
  const book = bookAccount.external(currency);
  const funding = isPulled ? "pull" : "instructions";
  const { cryptoNetwork } = account;
  return checked(world, field, { ...sender, book, funding, cryptoNetwork }, account.id);
}

function umaSender(world: World, request: SourceRequest, umaAddress: string): Sender {
  const currency = request.currency ?? umaPayee(world, umaAddress)?.currency;
  if (currency === undefined) {
    throw invalidField("source.currency", "the currency in which the UMA address pays");
  }
  return checked(world, "source.umaAddress", {
    source: present({ sourceType: "UMA_ADDRESS" as const, umaAddress, currency: request.currency }),
    transactionSource: { sourceType: "UMA_ADDRESS", umaAddress, currency },
    currency,
    book: bookAccount.external(currency),
    funding: "instructions",
    customer: customerWithUmaAddress(world, umaAddress),
  });
}

function realtimeSender(world: World, { customerId, cryptoNetwork, ...request }: SourceRequest): Sender {
  const currency = given(request.currency, "source.currency", "the code of a supported currency");
  const transactionSource = present({ sourceType: "REALTIME_FUNDING" as const, currency, customerId });
  return checked(world, "source.customerId", {
    source: present({ ...transactionSource, cryptoNetwork }),
    transactionSource,
    currency,
    book: bookAccount.external(currency),
    funding: "instructions",
    cryptoNetwork,
    customer: ownerOf(world, { customerId: customerId ?? null }),
  });
}

/** An account, or an UMA address under any discriminator (OP-45). */
export function findReceiver(world: World, request: DestinationRequest): Receiver {
  const { destinationType, accountId, umaAddress, currency, paymentRail } = request;
  const isUma = umaAddress !== undefined;
  if (!isUma && destinationType !== "ACCOUNT")
    throw invalidField("destination.destinationType", "ACCOUNT or UMA_ADDRESS");
  const receiver = isUma
    ? umaReceiver(world, umaAddress, currency)
    : accountReceiver(world, given(accountId, "destination.accountId"), paymentRail);
  const field = isUma ? "destination.umaAddress" : "destination.accountId";
  requireParty(world, "POST /quotes, destination", receiver.party, field);
  return receiver;
}

function accountReceiver(world: World, accountId: string, paymentRail: string | undefined): Receiver {
  const account = findAccount(world, "POST /quotes, destination", accountId, "destination.accountId");
  const { customerId, currency } = account;
  const destination = { destinationType: "ACCOUNT" as const, accountId };
  return {
    receiver: accountId,
    destination: present({ ...destination, paymentRail }),
    transactionDestination: { ...destination, currency },
    currency,
    ...(isExternal(account)
      ? externalReceiver(world, account)
      : {
          book: account.id,
          outcome: ordinaryPayout(world),
          party: { customerId },
          recipient: { customerId, accountId, byUma: false },
          ...knownOf(ownerOf(world, account)),
        }),
  };
}

const knownOf = (customer: CustomerRecord | undefined) => ({
  counterpartyInformation: customer && facts(customer),
  country: customer?.region,
});

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
    counterpartyInformation: facts(beneficiary),
    country: typeof country === "string" ? country : byCurrency,
  };
}

function umaReceiver(world: World, umaAddress: string, currency: string | undefined): Receiver {
  const payee = umaPayee(world, umaAddress, currency);
  if (!payee) throw unpayable(world, umaAddress);
  const destination = { destinationType: "UMA_ADDRESS" as const, umaAddress };
  const { customer, deposit } = payee;
  const customerId = customer?.id ?? null;
  return {
    receiver: umaKey(umaAddress),
    destination: present({ ...destination, currency }),
    transactionDestination: { ...destination, currency: payee.currency },
    currency: payee.currency,
    book: payee.book,
    outcome: payee.outcome,
    party: { customerId, ...(deposit?.external && { externalAccountId: deposit.external.id }) },
    recipient: deposit && { customerId, accountId: deposit.accountId, byUma: true },
    counterpartyInformation: customer && facts(customer),
    country: customer?.region ?? payee.currency.slice(0, 2),
  };
}

const unpayable = (world: World, umaAddress: string): Problem =>
  umaPayee(world, umaAddress) === undefined
    ? invalidField("destination.umaAddress", "the UMA address of a known receiver", "INVALID_RECEIVER")
    : invalidField("destination.currency", "a currency that the receiver takes", "INVALID_CURRENCY");
