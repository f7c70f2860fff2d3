/** One movement on one account: positive adds, negative takes, in the smallest unit of the currency. */
export interface Leg {
  account: string;
  currency: string;
  amount: number;
}

/** One line of the books: its legs sum to zero in each currency. */
export interface LedgerEntry {
  /** ISO 8601 in UTC, on the simulator's clock. */
  at: string;
  memo: string;
  legs: readonly Leg[];
}

/** The books of one currency, in its smallest unit. Sums can leave the safe integers, so they are `bigint`. */
export interface CurrencyTotals {
  currency: string;
  /** What customers and the platform hold: the sum of the internal accounts' balances. */
  internal: bigint;
  /** The sum of all other accounts: always `-internal`. */
  other: bigint;
  /** The other accounts by name (`external:USD`, `funding:USD`, `fees:USD`, `fx:USD`, `suspense:USD`). */
  accounts: Record<string, bigint>;
}

/** The accounts that are no internal accounts. They may go below zero: an outside bank owes what it sent. */
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
 * Double-entry books. Every entry sums to zero in each of its currencies, so that money is never created or lost, and
 * an internal account never goes below zero.
 */
export class Ledger {
  readonly #balances = new Map<string, Balance>();
  readonly #onBalanceChange: (accountId: string) => void;
  #entries: LedgerEntry[] = [];

  /** @param onBalanceChange told after an entry, once for each internal account that it changed. */
  constructor(onBalanceChange: (accountId: string) => void = () => undefined) {
    this.#onBalanceChange = onBalanceChange;
  }

  /** The balance of an internal account in the smallest unit; 0 for one that never moved. */
  balance(account: string): number {
    return Number(this.#balances.get(account)?.amount ?? 0n);
  }

  /** Oldest first. */
  entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /**
   * Books one entry, all of it or nothing. Legs on the same account are added up first; those that cancel out leave no
   * trace.
   *
   * @throws {RangeError} when the balance of an internal account would fall below zero or leave the safe integers.
   * @throws {TypeError} when the entry itself is wrong: a currency does not sum to zero, an account has another currency.
   */
  post(entry: LedgerEntry): void {
    const legs = combine(entry.legs);
    if (legs.length === 0) return;
    requireZeroSums(legs);
    const changed = legs.map((leg) => ({ account: leg.account, balance: this.#balanceAfter(leg) }));
    for (const { account, balance } of changed) this.#balances.set(account, balance);
    this.#entries.push({ at: entry.at, memo: entry.memo, legs });
    for (const { account } of legs) if (isInternal(account)) this.#onBalanceChange(account);
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

  #balanceAfter(leg: Leg): Balance {
    const before = this.#balances.get(leg.account) ?? { currency: leg.currency, amount: 0n };
    if (before.currency !== leg.currency) {
      throw new TypeError(`${leg.account} is kept in ${before.currency}, not in ${leg.currency}`);
    }
    const amount = before.amount + BigInt(leg.amount);
    if (isInternal(leg.account) && amount < 0n) {
      throw new RangeError(`the balance of ${leg.account} would fall below zero`);
    }
    if (isInternal(leg.account) && amount > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new RangeError(`the balance of ${leg.account} would leave the safe integers`);
    }
    return { currency: leg.currency, amount };
  }
}

function combine(legs: readonly Leg[]): Leg[] {
  const combined = new Map<string, Leg>();
  for (const leg of legs) {
    const key = `${leg.currency} ${leg.account}`;
    const amount = (combined.get(key)?.amount ?? 0) + leg.amount;
    if (!Number.isSafeInteger(amount)) throw new TypeError(`a movement of ${amount} is no safe integer`);
    combined.set(key, { ...leg, amount });
  }
  return [...combined.values()].filter((leg) => leg.amount !== 0);
}

function requireZeroSums(legs: readonly Leg[]): void {
  const sums = new Map<string, bigint>();
  for (const leg of legs) sums.set(leg.currency, (sums.get(leg.currency) ?? 0n) + BigInt(leg.amount));
  for (const [currency, sum] of sums) {
    if (sum !== 0n) throw new TypeError(`the entry is out of balance by ${sum} in ${currency}`);
  }
}
