import { newerTransaction } from "payments-sdk";
import type { Currency, InternalAccount, Transaction } from "payments-sdk";
import { accountOf, balanceChange } from "./books";

/** What the books and the service say about a transaction or a balance, where the two differ. */
export interface Difference {
  /** Absent for the balance of the account. */
  transactionId?: string;
  books: string;
  service: string;
  /** How much more the service has on the account, in the smallest unit. */
  amount: number;
  cause: string;
}

/** An account, compared. */
export interface Comparison {
  accountId: string;
  currency: Currency;
  transactions: number;
  /** Balances, in the smallest unit. */
  books: number;
  service: number;
  differences: Difference[];
}

/** Both sides of an account. */
export interface Sides {
  account: InternalAccount;
  /** The balance before the first transaction, in the smallest unit. */
  opening: number;
  books: readonly Transaction[];
  service: readonly Transaction[];
  /** Ids of transactions with an event in the inbox that no worker has applied. */
  waiting: ReadonlySet<string>;
}

/** An amount as a decimal number, exactly. */
export function decimal(amount: number, { decimals }: Currency): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const sign = amount < 0 ? "-" : "";
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`;
}

/** What the books must have right about a transaction. Two equal texts agree. */
function summary(transaction: Transaction | undefined): string {
  if (transaction === undefined) return "none";
  const { amount, currency } =
    transaction.type === "INCOMING" ? transaction.receivedAmount : transaction.sentAmount;
  const { type, status, source, destination } = transaction;
  const refund =
    transaction.type === "OUTGOING" && transaction.refund ? `, refund ${transaction.refund.status}` : "";
  const way = `from ${accountOf(source) ?? "outside"} to ${accountOf(destination) ?? "outside"}`;
  return `${type} ${status}${refund}, ${decimal(amount, currency)} ${currency.code} ${way}`;
}

function causeOf(
  books: Transaction | undefined,
  service: Transaction | undefined,
  waiting: ReadonlySet<string>,
): string {
  if (service === undefined)
    return "The service does not have this transaction. Somebody wrote it into the books, or it was read from another environment.";
  if (waiting.has(service.id)) return "An event about it waits in the inbox. Start a worker.";
  if (books === undefined) return "No event about it arrived, and no sweep has read it since. Start a sweep.";
  if (newerTransaction(books, service) === service) {
    return "The event about its last change did not arrive, and no sweep has read it since. Start a sweep.";
  }
  if (newerTransaction(service, books) === books) {
    return "The books have a later version than the list of the service. Compare again; if it stays, ask the service.";
  }
  return "Both have the same version with other contents. Somebody changed the books.";
}

/** Compares the transactions of one account one by one, then its balance. */
export function compareAccount({ account, opening, books, service, waiting }: Sides): Comparison {
  const { id: accountId, balance } = account;
  const { currency } = balance;
  const ours = new Map(books.map((transaction) => [transaction.id, transaction]));
  const theirs = new Map(service.map((transaction) => [transaction.id, transaction]));
  const change = (transaction: Transaction | undefined) =>
    transaction === undefined ? 0 : balanceChange(transaction, accountId);

  const differences: Difference[] = [];
  for (const id of new Set([...theirs.keys(), ...ours.keys()])) {
    const [our, their] = [ours.get(id), theirs.get(id)];
    const [booksSay, serviceSays] = [summary(our), summary(their)];
    if (booksSay === serviceSays) continue;
    const amount = change(their) - change(our);
    const cause = causeOf(our, their, waiting);
    differences.push({ transactionId: id, books: booksSay, service: serviceSays, amount, cause });
  }

  const total = books.reduce((sum, transaction) => sum + change(transaction), opening);
  const amount = balance.amount - total;
  if (amount !== 0) {
    const unexplained = amount - differences.reduce((sum, difference) => sum + difference.amount, 0);
    const cause =
      unexplained === 0
        ? "The transactions above explain it."
        : `No transaction explains ${decimal(unexplained, currency)}: an opening balance that the books do not have, or money that moved without a transaction.`;
    differences.push({
      books: decimal(total, currency),
      service: decimal(balance.amount, currency),
      amount,
      cause,
    });
  }
  const transactions = theirs.size;
  return { accountId, currency, transactions, books: total, service: balance.amount, differences };
}
