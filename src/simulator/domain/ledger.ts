import { balanceChanged } from "./accounts";
import type { Balance, LedgerEntry, Posting } from "./records/accounts";
import type { AmountRecord, Money } from "./records/payments";
import type { World } from "./world";

/** The books of one currency, in its smallest unit. Sums are `bigint` because they can exceed the safe integers. */
export interface CurrencyTotals {
  /** The code, for example `USD`. */
  currency: string;
  /** What customers and the platform hold: the sum of the internal accounts' balances. */
  internal: bigint;
  /** The sum of all other accounts: always `-internal`. */
  other: bigint;
  /** The other accounts by name (`external:USD`, `funding:USD`, `fees:USD`, `fx:USD`, `suspense:USD`). */
  accounts: Record<string, bigint>;
}

/** The accounts beside the internal accounts. They may go below zero: an outside bank owes what it sent. */
export const bookAccount = {
  /** Banks, wallets and payers outside the service. */
  external: (currency: string) => `external:${currency}`,
  /** Where sandbox funding comes from. */
  funding: (currency: string) => `funding:${currency}`,
  /** What the service earned. */
  fees: (currency: string) => `fees:${currency}`,
  /** The exchange desk, which takes one currency and gives another. */
  exchange: (currency: string) => `fx:${currency}`,
  /** Money that left its source and has not arrived. */
  suspense: (currency: string) => `suspense:${currency}`,
};

const isInternal = (account: string): boolean => account.startsWith("InternalAccount:");

/**
 * Books one entry, all of it or nothing.
 *
 * @throws {RangeError} when an internal balance would fall below zero or exceed the safe integers
 * @throws {TypeError} when a currency does not sum to zero, or an account has another currency
 */
export function post(world: World, { memo, postings }: Omit<LedgerEntry, "at">): void {
  const combined = combine(postings);
  if (combined.length === 0) return;
  requireZeroSums(combined);
  const balances = combined.map((posting) => [posting.account, balanceAfter(world, posting)] as const);
  for (const [account, balance] of balances) world.balances.set(account, balance);
  const entry = { at: world.clock.iso(), memo, postings: combined };
  world.ledgerEntries.push(entry);
  world.caused?.postings.push(entry);
  for (const { account } of combined) if (isInternal(account)) balanceChanged(world, account);
}

export function totals(world: World): CurrencyTotals[] {
  const rows = new Map<string, CurrencyTotals>();
  for (const [account, { currency, amount }] of world.balances.entries()) {
    const row = rows.get(currency) ?? { currency, internal: 0n, other: 0n, accounts: {} };
    rows.set(currency, row);
    if (isInternal(account)) {
      row.internal += BigInt(amount);
    } else {
      row.other += BigInt(amount);
      row.accounts[account] = BigInt(amount);
    }
  }
  return [...rows.values()];
}

function balanceAfter(world: World, { account, currency, amount }: Posting): Balance {
  const before = world.balances.get(account) ?? { currency, amount: "0" };
  if (before.currency !== currency) {
    throw new TypeError(`${account} is kept in ${before.currency}, not in ${currency}`);
  }
  const after = BigInt(before.amount) + BigInt(amount);
  if (isInternal(account) && after < 0n) {
    throw new RangeError(`the balance of ${account} would fall below zero`);
  }
  if (isInternal(account) && after > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`the balance of ${account} would leave the safe integers`);
  }
  return { currency, amount: String(after) };
}

function combine(postings: readonly Posting[]): Posting[] {
  const combined = new Map<string, Posting>();
  for (const posting of postings) {
    const key = `${posting.currency} ${posting.account}`;
    const amount = (combined.get(key)?.amount ?? 0) + posting.amount;
    if (!Number.isInteger(amount)) throw new TypeError(`a posting of ${amount} must be an integer`);
    combined.set(key, { ...posting, amount });
  }
  return [...combined.values()].filter((posting) => posting.amount !== 0);
}

function requireZeroSums(postings: readonly Posting[]): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of postings)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new TypeError(`the entry is out of balance by ${sum} in ${currency}`);
  }
}

/** Money that moves from one account to another in two steps. On its way it may be exchanged, less the fees. */
export function moneyBetween(
  from: string,
  to: string,
  sent: AmountRecord,
  received: AmountRecord = sent,
  fees = 0,
): Money {
  const posting = (account: string, currency: string, amount: number) => ({ account, currency, amount });
  const { currency, amount } = sent;
  const transit = bookAccount.suspense(currency);
  const isExchanged = currency !== received.currency;
  const exchange = [
    posting(bookAccount.exchange(currency), currency, amount - fees),
    posting(bookAccount.exchange(received.currency), received.currency, -received.amount),
  ];
  return {
    at: "source",
    departure: [posting(from, currency, -amount), posting(transit, currency, amount)],
    arrival: [
      posting(transit, currency, -amount),
      ...(fees > 0 ? [posting(bookAccount.fees(currency), currency, fees)] : []),
      ...(isExchanged ? exchange : []),
      posting(to, received.currency, received.amount),
    ],
  };
}
