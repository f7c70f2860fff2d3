import { accountEffect, amountToDecimal, newerTransaction } from "payments-sdk";
import type { Currency, InternalAccount, Transaction } from "payments-sdk";
import { accountOf } from "./books";

/** Why something differs, and what a person does about it. */
export interface Cause {
  cause: string;
  action: string;
}

/** Where the books and the service differ about a transaction, or about the balance of an account. */
export interface Difference extends Cause {
  /** Absent for the balance. */
  transaction?: { id: string; createdAt: string; books: string; service: string };
  /** What each side counts on the account, in the smallest unit: by this transaction, or in all. */
  books: number;
  service: number;
}

/** An account, compared. */
export interface Comparison {
  accountId: string;
  /** The customer who owns it, or the platform. */
  owner: string;
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
  /** Transactions with an event in the inbox that no worker has applied, and the problem of one in quarantine. */
  waiting: ReadonlyMap<string, string | null>;
  /** Ids of transactions that somebody changed by hand. */
  edited?: ReadonlySet<string>;
}

/** An amount as a decimal number, exactly. One that somebody damaged ends no comparison. */
export function decimal(amount: number, currency: Currency): string {
  try {
    return amountToDecimal(amount, currency);
  } catch {
    return String(amount);
  }
}

/** What the books must have right about a transaction. Two equal texts agree. */
function summary(transaction: Transaction | undefined): string {
  if (transaction === undefined) return "none";
  const moved = transaction.type === "INCOMING" ? transaction.receivedAmount : transaction.sentAmount;
  const { type, status, source, destination } = transaction;
  const refund =
    transaction.type === "OUTGOING" && transaction.refund ? `, refund ${transaction.refund.status}` : "";
  const shown = moved ? `${decimal(moved.amount, moved.currency)} ${moved.currency.code}` : "no amount";
  const way = `from ${accountOf(source) ?? "outside"} to ${accountOf(destination) ?? "outside"}`;
  return `${type} ${status}${refund}, ${shown} ${way}`;
}

const because = (cause: string, action: string): Cause => ({ cause, action });
const SWEEP = "Start a sweep.";
const ASK = "Compare again. If the difference stays, ask the service.";

function causeOf(
  books: Transaction | undefined,
  service: Transaction | undefined,
  { waiting, edited }: Sides,
): Cause {
  if (service === undefined)
    return because(
      "The service does not have this transaction.",
      "Find out who wrote it into the books, or which environment it was read from.",
    );
  if (edited?.has(service.id)) return because("Somebody changed the books.", "Find out who did, and why.");
  const problem = waiting.get(service.id);
  if (problem)
    return because(
      `An event about it is in quarantine: ${problem}`,
      "Start a sweep, and look into the problem.",
    );
  if (problem === null) return because("An event about it waits in the inbox.", "Start a worker.");
  if (books === undefined)
    return because("No event about it arrived, and no sweep has read it since.", SWEEP);
  if (newerTransaction(books, service) === service)
    return because("The event about its last change did not arrive, and no sweep has read it since.", SWEEP);
  if (newerTransaction(service, books) === books)
    return because("The books have a later version than the list of the service.", ASK);
  return because("Both have the same version with other contents.", ASK);
}

/** The cause of a balance that differs. `unexplained` is what the transactions that differ leave over. */
const causeOfBalance = (unexplained: number, currency: Currency): Cause =>
  unexplained === 0
    ? because("The transactions above explain it.", "Nothing else: the balance follows them.")
    : because(
        `No transaction explains ${decimal(unexplained, currency)}.`,
        "Enter the opening balance, or ask the service which money moved without a transaction.",
      );

/** Compares the transactions of one account one by one, then its balance. */
export function compareAccount(sides: Sides): Comparison {
  const { account, opening, books, service } = sides;
  const { id: accountId, balance } = account;
  const { currency } = balance;
  const ours = new Map(books.map((transaction) => [transaction.id, transaction]));
  const theirs = new Map(service.map((transaction) => [transaction.id, transaction]));
  const change = (transaction: Transaction | undefined) =>
    (transaction && accountEffect(transaction, account)?.amount) ?? 0;

  const differences: Difference[] = [];
  for (const id of new Set([...theirs.keys(), ...ours.keys()])) {
    const [our, their] = [ours.get(id), theirs.get(id)];
    const says = { books: summary(our), service: summary(their) };
    if (says.books === says.service) continue;
    const transaction = { id, createdAt: (their ?? our)?.createdAt ?? "", ...says };
    const counted = { books: change(our), service: change(their) };
    differences.push({ transaction, ...counted, ...causeOf(our, their, sides) });
  }

  const total = books.reduce((sum, transaction) => sum + change(transaction), opening);
  if (balance.amount !== total) {
    const explained = differences.reduce((sum, difference) => sum + difference.service - difference.books, 0);
    const cause = causeOfBalance(balance.amount - total - explained, currency);
    differences.push({ books: total, service: balance.amount, ...cause });
  }
  const owner = account.customerId ?? "platform";
  const balances = { books: total, service: balance.amount };
  return { accountId, owner, currency, transactions: theirs.size, ...balances, differences };
}
