import { isSide } from "./account-effect";
import { refuse } from "../core/errors";
import { textOf } from "../core/fields";
import type { CurrencyAmount } from "../models/currency";
import type { AccountId } from "../models/ids";
import type { OutgoingTransaction, Transaction } from "../models/transaction";
import { isObject } from "../options/kinds";

/** The other side of a transaction, as far as the service knows it. */
export interface TransactionParty {
  /** The full name. */
  readonly name: string | undefined;
  readonly accountId: string | undefined;
  /** Starts with `$`. */
  readonly umaAddress: string | undefined;
}

/**
 * The state of a transaction, for display.
 *
 * - `offered`: a lookup or a quote exists, and no money has moved. Lists usually omit this state, because a
 *   declined quote keeps it until it expires.
 * - `processing`: the payment is on its way.
 * - `completed`: the money arrived.
 * - `failed`: the payment failed or was rejected.
 * - `refunded`: the payment failed, and the money went back.
 * - `expired`: the quote expired, and no money has moved.
 * - `unknown`: the status is newer than this package.
 */
export type TransactionState =
  "offered" | "processing" | "completed" | "failed" | "refunded" | "expired" | "unknown";

/** A transaction from the point of view of one account. */
export interface TransactionDescription {
  /** `internal`: both sides are the account. */
  readonly direction: "incoming" | "outgoing" | "internal";
  readonly counterparty: TransactionParty | undefined;
  /** The amount that the account sends, fee included, or receives. Absent if the service does not give it. */
  readonly amount: CurrencyAmount | undefined;
  /** The fee that the account pays, included in `amount`. Absent if it pays none. */
  readonly fee: CurrencyAmount | undefined;
  readonly state: TransactionState;
  /** When the transaction was created: ISO 8601 date-time in UTC. */
  readonly at: string | undefined;
}

/**
 * Describes a transaction for display, from the point of view of one account. The service uses the platform's
 * point of view instead. For example, money that a platform adds to a wallet is `OUTGOING` there and
 * `incoming` here.
 *
 * @param accountId the account of the viewer, for example `wallet.accountId`
 * @throws {InvalidRequestError} when `transaction` is not an object, or `accountId` is not a string
 *
 * @example
 * ```ts
 * for await (const transaction of wallet.transactions.list()) {
 *   const { direction, counterparty, amount, state } = describeTransaction(transaction, wallet.accountId);
 *   if (state === "offered" || amount === undefined) continue;
 *   const sign = direction === "incoming" ? "+" : "-";
 *   console.log(`${sign}${formatAmount(amount.amount, amount.currency)}`, counterparty?.name, state);
 * }
 * ```
 */
export function describeTransaction(transaction: Transaction, accountId: AccountId): TransactionDescription {
  if (!isObject(transaction)) refuse("transaction", "must be a transaction", "describeTransaction");
  if (typeof accountId !== "string" || accountId === "") {
    refuse("accountId", "must be the id of an account", "describeTransaction");
  }
  const direction = directionOf(transaction, accountId);
  return {
    direction,
    counterparty: counterpartyOf(transaction, direction),
    amount: amountOf(transaction, direction),
    fee: direction === "incoming" ? undefined : feeOf(transaction),
    state: stateOf(transaction),
    at: transaction.createdAt ?? transaction.settledAt ?? undefined,
  };
}

type Direction = TransactionDescription["direction"];

/** If neither side names the account, the service's own direction counts. */
function directionOf(transaction: Transaction, accountId: string): Direction {
  const { source, destination, type } = transaction;
  if (isSide(destination, accountId)) return isSide(source, accountId) ? "internal" : "incoming";
  // Kinds that are newer than this package, such as `CARD`, have neither side, but a direction.
  const isDebit = type === "OUTGOING" || textOf(transaction, "direction") === "DEBIT";
  return isSide(source, accountId) || isDebit ? "outgoing" : "incoming";
}

function counterpartyOf(transaction: Transaction, direction: Direction): TransactionParty | undefined {
  const { source, destination, counterpartyInformation, type } = transaction;
  if (direction === "internal") return undefined;
  const side = direction === "incoming" ? source : destination;
  // The service only knows the counterparty of the transaction's own customer.
  const isOwn = (type === "INCOMING") === (direction === "incoming");
  const name = isOwn ? textOf(counterpartyInformation, "FULL_NAME") : undefined;
  const [account, umaAddress] = [textOf(side, "accountId"), textOf(side, "umaAddress")];
  if (name === undefined && account === undefined && umaAddress === undefined) return undefined;
  return { name, accountId: account, umaAddress };
}

/** The newest service gives these to incoming payments, too. */
type Sums = Pick<Partial<OutgoingTransaction>, "receivedAmount" | "sentAmount" | "refund">;

function amountOf({ receivedAmount, sentAmount }: Sums, direction: Direction): CurrencyAmount | undefined {
  return (direction === "incoming" ? receivedAmount : sentAmount) ?? undefined;
}

function feeOf(transaction: Transaction): CurrencyAmount | undefined {
  if (transaction.type !== "OUTGOING" || !transaction.fees) return undefined;
  // A read delivers responses of any shape.
  const { currency }: Partial<CurrencyAmount> = transaction.sentAmount ?? {};
  return currency && { amount: transaction.fees, currency };
}

const STATES = /* @__PURE__ */ new Map<string, TransactionState>([
  ["CREATED", "offered"],
  ["PENDING", "offered"],
  ["PROCESSING", "processing"],
  ["COMPLETED", "completed"],
  ["REJECTED", "failed"],
  ["FAILED", "failed"],
  ["REFUNDED", "refunded"],
  ["EXPIRED", "expired"],
]);

function stateOf(transaction: Transaction): TransactionState {
  const { refund }: Sums = transaction;
  const state = STATES.get(transaction.status) ?? "unknown";
  if (state === "failed" && refund?.status === "COMPLETED") return "refunded";
  // A transfer has no quote that a customer could decline.
  return state === "offered" && transaction.type === "OUTGOING" && !transaction.quoteId
    ? "processing"
    : state;
}
