import { Newest } from "../runtime/newest";
import { entriesOf, listOf, recordOf } from "../runtime/saved";
import type { Stateful } from "../runtime/state";

/** What one entry does to one account: positive adds, negative takes, in the smallest unit of the currency. */
export interface Posting {
  account: string;
  currency: string;
  amount: number;
}

/** One entry of the books: its postings sum to zero in each currency. */
export interface LedgerEntry {
  /** ISO 8601 in UTC, on the simulator's clock. */
  at: string;
  /** What the entry is about. */
  memo: string;
  /** What it does, account by account. */
  postings: readonly Posting[];
}

/** The books of one currency, in its smallest unit. Sums can leave the safe integers, so they are `bigint`. */
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

interface Balance {
  currency: string;
  amount: bigint;
}

const isInternal = (account: string): boolean => account.startsWith("InternalAccount:");

/**
 * Double-entry books. Each entry sums to zero in each of its currencies, so that money is never created or lost, and
 * an internal account never goes below zero.
 */
export class Ledger implements Stateful {
  readonly #balances = new Map<string, Balance>();
  readonly #onBalanceChange: (accountId: string) => void;
  readonly #entries: Newest<LedgerEntry>;

  /**
   * @param onBalanceChange told after an entry, once for each internal account that it changed.
   * @param limit how many entries are kept; balances count all.
   */
  constructor(onBalanceChange: (accountId: string) => void = () => undefined, limit = Infinity) {
    this.#entries = new Newest(limit);
    this.#onBalanceChange = onBalanceChange;
  }

  /** The balance of an internal account in the smallest unit; 0 for one that never moved. */
  balance(account: string): number {
    return Number(this.#balances.get(account)?.amount ?? 0n);
  }

  /** The newest, oldest first. */
  entries(): readonly LedgerEntry[] {
    return this.#entries.list;
  }

  /**
   * Books one entry, all of it or nothing. Postings on the same account are added up first; those that cancel out leave no
   * trace.
   *
   * @throws {RangeError} when the balance of an internal account would fall below zero or leave the safe integers.
   * @throws {TypeError} when the entry itself is wrong: a currency does not sum to zero, an account has another currency.
   */
  post(entry: LedgerEntry): void {
    const postings = combine(entry.postings);
    if (postings.length === 0) return;
    requireZeroSums(postings);
    const changed = postings.map((posting) => ({
      account: posting.account,
      balance: this.#balanceAfter(posting),
    }));
    for (const { account, balance } of changed) this.#balances.set(account, balance);
    this.#entries.push({ at: entry.at, memo: entry.memo, postings });
    for (const { account } of postings) if (isInternal(account)) this.#onBalanceChange(account);
  }

  /** The books, currency by currency. */
  totals(): CurrencyTotals[] {
    const totals = new Map<string, CurrencyTotals>();
    for (const [account, { currency, amount }] of this.#balances) {
      const row = totals.get(currency) ?? { currency, internal: 0n, other: 0n, accounts: {} };
      totals.set(currency, row);
      if (isInternal(account)) {
        row.internal += amount;
      } else {
        row.other += amount;
        row.accounts[account] = amount;
      }
    }
    return [...totals.values()];
  }

  save(): unknown {
    return { balances: [...this.#balances], entries: this.#entries.list };
  }

  load(saved: unknown): void {
    const { balances, entries } = recordOf(saved);
    this.#balances.clear();
    // What a ledger has saved: a balance for each account, and entries.
    for (const [account, balance] of entriesOf(balances)) this.#balances.set(account, balance as Balance);
    this.#entries.replace(listOf(entries) as LedgerEntry[]);
  }

  #balanceAfter(posting: Posting): Balance {
    const before = this.#balances.get(posting.account) ?? { currency: posting.currency, amount: 0n };
    if (before.currency !== posting.currency) {
      throw new TypeError(`${posting.account} is kept in ${before.currency}, not in ${posting.currency}`);
    }
    const amount = before.amount + BigInt(posting.amount);
    if (isInternal(posting.account) && amount < 0n) {
      throw new RangeError(`the balance of ${posting.account} would fall below zero`);
    }
    if (isInternal(posting.account) && amount > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new RangeError(`the balance of ${posting.account} would leave the safe integers`);
    }
    return { currency: posting.currency, amount };
  }
}

function combine(postings: readonly Posting[]): Posting[] {
  const combined = new Map<string, Posting>();
  for (const posting of postings) {
    const key = `${posting.currency} ${posting.account}`;
    const amount = (combined.get(key)?.amount ?? 0) + posting.amount;
    if (!Number.isSafeInteger(amount)) throw new TypeError(`a posting of ${amount} must be a safe integer`);
    combined.set(key, { ...posting, amount });
  }
  return [...combined.values()].filter((posting) => posting.amount !== 0);
}

function requireZeroSums(postings: readonly Posting[]): void {
  const sums = new Map<string, bigint>();
  for (const posting of postings)
    sums.set(posting.currency, (sums.get(posting.currency) ?? 0n) + BigInt(posting.amount));
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new TypeError(`the entry is out of balance by ${sum} in ${currency}`);
  }
}

/** The way of money in one currency, from one book account to another. */
export function waysBetween(
  from: string,
  to: string,
  currency: string,
  amount: number,
): { departure: Posting[]; arrival: Posting[] } {
  const transit = bookAccount.suspense(currency);
  return {
    departure: [
      { account: from, currency, amount: -amount },
      { account: transit, currency, amount },
    ],
    arrival: [
      { account: transit, currency, amount: -amount },
      { account: to, currency, amount },
    ],
  };
}
