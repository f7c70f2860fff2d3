import { Clock } from "../runtime/clock";
import type { ResolvedSeed } from "../runtime/options/seed";
import type { SeededRandom } from "../runtime/random";
import { addCustomer } from "./customers";
import { addExternalAccount, balanceOf, primaryAccount } from "./accounts";
import { findReceiver, findSender } from "./parties";
import { addQuote, carryOutQuote, priceOf } from "./quotes";
import type { ExternalAccountRecord, InternalAccountRecord } from "./records/accounts";
import type { CustomerRecord } from "./records/customers";
import type { PayoutOutcome } from "./records/payments";
import { Scheduler } from "./scheduler";
import { pullMoney, pushMoney } from "./settlement";
import type { World } from "./world";

/** The ids of the records that `Simulator.seed` added, each list in the order of creation. */
export interface SeededRecords {
  /** The new customers. */
  customerIds: string[];
  /** Their external accounts. */
  externalAccountIds: string[];
  /** Their transactions. */
  transactionIds: string[];
}

/** A seeded external account and the internal account of its owner. */
interface Pair {
  customer: CustomerRecord;
  internal: InternalAccountRecord;
  external: ExternalAccountRecord;
}

/** The part of the period that slow payments take. */
const slowShare = 0.05;

const firstNames = ["Ada", "Alan", "Anna", "Carlos", "Edith", "Grace", "Hedy", "Kurt", "Maria", "Noor"];
const lastNames = ["Adams", "Becker", "Costa", "Diaz", "Evans", "Fischer", "Gupta", "Khan", "Lopez"];

/** Places where customers live, with the fields of a bank account there. */
const homes = [
  {
    currency: "USD",
    address: { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
    bankAccount: (number: string) => ({ accountNumber: number, routingNumber: "021000021" }),
  },
  {
    currency: "EUR",
    address: { line1: "Hauptstr. 1", city: "Berlin", state: "BE", postalCode: "10115", country: "DE" },
    bankAccount: (number: string) => ({ iban: germanIban(`370400440${number}`) }),
  },
];

/** With the check digits of ISO 13616. */
function germanIban(bankAndAccount: string): string {
  const check = 98n - (BigInt(`${bankAndAccount}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${bankAndAccount}`;
}

/**
 * Adds customers, external accounts and transactions, spread over the time before now. The service's own functions make them,
 * on a clock that starts in the past. Payments that are still under way at the end go on in the given world.
 */
export function seedWorld(world: World, request: ResolvedSeed): SeededRecords {
  const { customers, externalAccounts, transactions, periodMs } = request;
  const total = customers + externalAccounts + transactions;
  const nowMs = world.clock.now();
  const startMs = nowMs - periodMs;
  const past: World = {
    ...world,
    clock: new Clock(startMs),
    options: { ...world.options, paymentApproval: "automatic", approvePayment: undefined },
    outside: { ...world.outside, scheduled: () => undefined },
    isSilent: true,
  };
  const scheduler = new Scheduler(past);
  const goTo = (made: number) =>
    scheduler.advance(startMs + Math.floor((periodMs * made) / total) - past.clock.now());
  const owners = Array.from({ length: customers }, (_, index) => {
    goTo(index);
    return seedCustomer(past);
  });
  const pairs = Array.from({ length: externalAccounts }, (_, index) => {
    goTo(customers + index);
    return addAccount(past, itemAt(owners, index));
  });
  const before = past.transactions.size;
  for (let made = 0; made < transactions; made = past.transactions.size - before) {
    goTo(customers + externalAccounts + made);
    pay(past, pairs, periodMs * slowShare, transactions - made);
  }
  scheduler.advance(nowMs - past.clock.now());
  world.outside.scheduled();
  const added = past.transactions.all().slice(before);
  return {
    customerIds: owners.map(({ id }) => id),
    externalAccountIds: pairs.map(({ external }) => external.id),
    transactionIds: added.map(({ id }) => id),
  };
}

/** The item with the index, of at least one. Starts again after the last one. */
const itemAt = <T>(items: readonly T[], index: number) => items[index % items.length] as T;

const pick = <T>(random: SeededRandom, items: readonly T[]): T => itemAt(items, random.uint32());

function seedCustomer(world: World): CustomerRecord {
  const { random } = world;
  const { currency, address } = pick(random, homes);
  return addCustomer(world, {
    customerType: "INDIVIDUAL",
    region: address.country,
    currencies: [currency],
    kycStatus: random.fraction() < 0.8 ? "APPROVED" : "PENDING",
    address,
    fullName: `${pick(random, firstNames)} ${pick(random, lastNames)}`,
    birthDate: `19${random.digits(1)}0-01-01`,
    nationality: address.country,
  });
}

function addAccount(world: World, customer: CustomerRecord): Pair {
  const { fullName, address } = customer;
  const internal = primaryAccount(world, customer.id);
  const home = homes.find(({ currency }) => currency === internal?.currency);
  if (!internal || !home) throw new Error(`${customer.id} has no account`);
  const { currency } = home;
  const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName, address };
  const bankAccount = home.bankAccount(`${world.random.digits(6)}000`);
  const external = addExternalAccount(world, {
    currency,
    accountInfo: { accountType: `${currency}_ACCOUNT`, ...bankAccount, beneficiary },
    customerId: customer.id,
  });
  return { customer, internal, external };
}

/**
 * Makes one payment: a transfer in or out, or a quote to another customer's UMA address.
 *
 * @param slowMs how long a slow payment takes
 * @param most how many transactions the payment may have
 */
function pay(world: World, pairs: readonly Pair[], slowMs: number, most: number): void {
  const { random, options } = world;
  const { customer, internal, external } = pick(random, pairs);
  const { fixed, rate } = options.fees;
  // Enough to arrive after both fees.
  const amount = Math.ceil((500 + 2 * fixed) / (1 - rate)) + Math.floor(random.fraction() ** 3 * 500_000);
  const kind = random.fraction();
  if (kind < 0.35 || balanceOf(world, internal.id) < amount) {
    pullMoney(world, { internal, external, amount: 2 * amount }, outcomeOf(random, slowMs));
    return;
  }
  const payee = pick(random, pairs);
  if (kind < 0.8 || payee.customer === customer || most < 2) {
    pushMoney(world, { internal, external, amount }, outcomeOf(random, slowMs));
    return;
  }
  const { umaAddress } = payee.customer;
  const receiver = findReceiver(world, { destinationType: "UMA_ADDRESS", umaAddress });
  const quoteRequest = {
    sender: findSender(world, { sourceType: "ACCOUNT", accountId: internal.id }),
    receiver: { ...receiver, outcome: outcomeOf(random, slowMs) },
    lockedSide: "SENDING" as const,
    lockedAmount: amount,
  };
  const quote = addQuote(world, quoteRequest, priceOf(world, quoteRequest));
  // Nobody executes the others: they expire.
  if (random.fraction() < 0.93) carryOutQuote(world, quote);
}

function outcomeOf(random: SeededRandom, slowMs: number): PayoutOutcome {
  const share = random.fraction();
  const failure = { failureReason: "COUNTERPARTY_POST_TX_FAILED" } as const;
  if (share < 0.9) return { waitsAt: "transit", delayMs: share < 0.5 ? 0 : slowMs };
  if (share < 0.92)
    return { waitsAt: "source", delayMs: 0, failure: { failureReason: "QUOTE_EXECUTION_FAILED" } };
  if (share < 0.94) return { waitsAt: "destination", delayMs: slowMs, failure };
  return { waitsAt: "transit", delayMs: share < 0.97 ? slowMs : 0, failure };
}
