import type { Paginator } from "../core/pagination";
import type { ListOptions, RequestOptions } from "../core/types";
import type { TransactionId } from "../models/ids";
import { incomingTransactionSchema, transactionSchema } from "../models/transaction";
import type {
  IncomingTransaction,
  Transaction,
  TransactionApproveParams,
  TransactionListParams,
  TransactionRejectParams,
  TransferInParams,
  TransferOutParams,
} from "../models/transaction";
import { TRANSACTIONS, TRANSFERS } from "../operations/money";
import { Resource } from "./resource";
import type { WaitOptions } from "./wait-for";

/** Transfers move money within one currency. */
export class Transfers extends Resource {
  /**
   * Pulls money from an external account into an internal account of the same currency. The amount is an
   * integer in the smallest unit. The client always sends an idempotency key, yours or a fresh one, so
   * retries are safe.
   *
   * If the bank rejects the transfer, the call still resolves. The transaction has the status `FAILED` or
   * `REJECTED`.
   *
   * @throws {InvalidRequestError} when an id belongs to another resource, or the amount is not a safe integer of 0 or more
   * @throws {BadRequestError} when the currencies differ
   * @throws {NotFoundError} when an account does not exist
   *
   * @example
   * ```ts
   * const { status } = await payments.transfers.in({
   *   source: { accountId: bankAccount.id },
   *   destination: { accountId: balance.id },
   *   amount: 10_000, // 100.00 USD
   * });
   * ```
   * @see POST /transfer-in
   */
  async in(params: TransferInParams, options?: RequestOptions): Promise<IncomingTransaction> {
    return this.call(TRANSFERS.in, incomingTransactionSchema, { params, options });
  }

  /**
   * Sends money from an internal account to an external account of the same currency. The amount is an
   * integer in the smallest unit. The client always sends an idempotency key, yours or a fresh one, so
   * retries are safe. To pay from an embedded wallet, create a quote instead. Its owner signs the quote.
   *
   * If the bank rejects the transfer, the call still resolves. The transaction has the status `FAILED`.
   *
   * @throws {InvalidRequestError} when an id belongs to another resource, or the amount is not a safe integer of 0 or more
   * @throws {BadRequestError} when the currencies differ, or the balance is too small
   * @throws {NotFoundError} when an account does not exist
   *
   * @example
   * ```ts
   * const { id, status } = await payments.transfers.out({
   *   source: { accountId: balance.id },
   *   destination: { accountId: bankAccount.id },
   *   amount: 2_500, // 25.00 USD
   * });
   * ```
   * @see POST /transfer-out
   */
  async out(params: TransferOutParams, options?: RequestOptions): Promise<Transaction> {
    return this.call(TRANSFERS.out, transactionSchema, { params, options });
  }
}

/** Payments into and out of accounts. */
export class Transactions extends Resource {
  /**
   * Lists transactions, newest first unless `sortOrder` is `asc`. Filters combine with "and". `startDate` and
   * `endDate` are inclusive. Amounts are integers in the smallest unit of their currency.
   *
   * @example
   * ```ts
   * const startDate = new Date("2026-11-01T00:00:00Z");
   * for await (const transaction of payments.transactions.list({ customerId: customer.id, startDate })) {
   *   console.log(transaction.id, transaction.status);
   * }
   * ```
   * @see GET /transactions
   */
  list(params: TransactionListParams = {}, options?: ListOptions): Paginator<Transaction> {
    return this.pages(TRANSACTIONS.list, transactionSchema, { params, options });
  }

  /**
   * Reads a transaction. A failed transaction does not throw: see its `status` and `failureReason`.
   *
   * @throws {NotFoundError} when the transaction does not exist
   *
   * @example
   * ```ts
   * const { status, failureReason } = await payments.transactions.retrieve(transaction.id);
   * ```
   * @see GET /transactions/{transactionId}
   */
  async retrieve(transactionId: TransactionId, options?: RequestOptions): Promise<Transaction> {
    return this.call(TRANSACTIONS.retrieve, transactionSchema, { id: transactionId, options });
  }

  /**
   * Approves an incoming payment that waits for the platform's approval.
   *
   * @throws {ConflictError} when the payment does not wait for approval
   *
   * @example
   * ```ts
   * // `payment` is the `data` of an INCOMING_PAYMENT.PENDING event.
   * await payments.transactions.approve(payment.id, { receiverCustomerInfo: { FULL_NAME: "Ada Lovelace" } });
   * ```
   * @see POST /transactions/{transactionId}/approve
   */
  async approve(
    transactionId: TransactionId,
    params: TransactionApproveParams = {},
    options?: RequestOptions,
  ): Promise<IncomingTransaction> {
    return this.call(TRANSACTIONS.approve, incomingTransactionSchema, { id: transactionId, params, options });
  }

  /**
   * Rejects an incoming payment that waits for the platform's approval. The sender gets a refund.
   *
   * @throws {ConflictError} when the payment does not wait for approval
   *
   * @example
   * ```ts
   * await payments.transactions.reject(payment.id, { reason: "unknown sender" });
   * ```
   * @see POST /transactions/{transactionId}/reject
   */
  async reject(
    transactionId: TransactionId,
    params: TransactionRejectParams = {},
    options?: RequestOptions,
  ): Promise<IncomingTransaction> {
    return this.call(TRANSACTIONS.reject, incomingTransactionSchema, { id: transactionId, params, options });
  }

  /**
   * Polls a transaction until its status is terminal, or until `until` returns true.
   *
   * @throws {TimeoutError} when the wait exceeds `totalTimeout`; the transaction is unaffected
   *
   * @example
   * ```ts
   * const settled = await payments.transactions.waitFor(transaction.id);
   * if (settled.status === "FAILED") console.log(settled.failureReason);
   * ```
   * @see GET /transactions/{transactionId}
   */
  async waitFor(transactionId: TransactionId, options?: WaitOptions<Transaction>): Promise<Transaction> {
    return this.poll("transactions.waitFor", (reading) => this.retrieve(transactionId, reading), options);
  }
}
