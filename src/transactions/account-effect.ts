import { refuse } from "../core/errors";
import { textOf } from "../core/fields";
import type { InternalAccount } from "../models/accounts";
import type { CurrencyAmount } from "../models/currency";
import type { OutgoingTransaction, Transaction } from "../models/transaction";
import { isObject } from "../options/kinds";

/** Whether a side of a transaction is the account. */
export const isSide = (side: unknown, accountId: string): boolean =>
  textOf(side, "accountId")?.toLowerCase() === accountId.toLowerCase();

/**
 * Returns what a transaction has done to the balance of an internal account so far, in the currency of the account. The amount is
 * negative if money left. The sum over all transactions of an account explains its balance.
 *
 * - Money leaves when a transfer is made, or when a quote is executed. It counts as gone until a refund has brought it back.
 * - Money arrives when the transaction is `COMPLETED`.
 * - A payment to a customer of yours makes two transactions: the outgoing one counts for the sender's account, the incoming one for
 *   the receiver's. Between two accounts of one owner there is only the outgoing one, and it counts for both.
 * - Returns `undefined` if the transaction does not change the account, or if its kind or status is newer than this package.
 *
 * The specification does not say when money moves. This is what the simulator does.
 *
 * @param account an account as `internalAccounts.list` and `platform.internalAccounts.list` return it. The platform's own has no
 *   `customerId`
 * @throws {InvalidRequestError} when `transaction` or `account` is something else
 *
 * @example
 * ```ts
 * let balance = 0;
 * for await (const transaction of payments.transactions.list({ accountIdentifier: account.id })) {
 *   balance += accountEffect(transaction, account)?.amount ?? 0;
 * }
 * ```
 */
export function accountEffect(
  transaction: Transaction,
  account: Pick<InternalAccount, "id" | "customerId">,
): CurrencyAmount | undefined {
  if (!isObject(transaction)) refuse("transaction", "must be a transaction", "accountEffect");
  if (!isObject(account) || !textOf(account, "id")) refuse("account", "must be an account", "accountEffect");
  const { status, source, destination } = transaction;
  const receives = isSide(destination, account.id);
  if (transaction.type === "INCOMING")
    return receives && status === "COMPLETED" ? transaction.receivedAmount : undefined;
  if (transaction.type !== "OUTGOING") return undefined;
  const { sentAmount, receivedAmount, refund } = transaction;
  if (refund?.status === "COMPLETED") return undefined;
  // A response may lack what the specification requires.
  if (isSide(source, account.id))
    return hasLeft(transaction) && sentAmount ? { ...sentAmount, amount: -sentAmount.amount } : undefined;
  const isOwn = receives && !textOf(source, "umaAddress") && isOwner(transaction, account);
  return isOwn && hasArrived(transaction) ? (receivedAmount ?? undefined) : undefined;
}

function hasLeft({ status, quoteId, refund }: OutgoingTransaction): boolean {
  if (status === "PENDING") return !quoteId;
  return status === "PROCESSING" || status === "COMPLETED" || (status === "FAILED" && !!refund);
}

/** The receiver keeps a payment that failed after its end, if no refund succeeded. */
const hasArrived = ({ status, settledAt, refund }: OutgoingTransaction): boolean =>
  status === "COMPLETED" || (status === "FAILED" && !!settledAt && !!refund);

/** Transactions of the platform have its id or none. */
const isOwner = ({ customerId }: OutgoingTransaction, account: Pick<InternalAccount, "customerId">) =>
  account.customerId ? customerId === account.customerId : !customerId?.startsWith("Customer:");
