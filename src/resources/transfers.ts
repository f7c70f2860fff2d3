import type { RequestOptions } from "../core/types";
import { incomingTransactionSchema, transactionSchema } from "../models/transaction";
import type {
  IncomingTransaction,
  Transaction,
  TransferInParams,
  TransferOutParams,
} from "../models/transaction";
import { TRANSFERS } from "../operations/money";
import { Resource } from "./resource";

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
