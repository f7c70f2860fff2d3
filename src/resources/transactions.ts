import type { HttpCore } from "../core/http-core";
import type { Paginator } from "../core/pagination";
import { path } from "../core/path";
import type { ListOptions, RequestOptions } from "../core/types";
import type { TransactionId } from "../models/ids";
import { pageSchema } from "../models/page";
import { incomingTransactionSchema, transactionSchema } from "../models/transaction";
import type {
  IncomingTransaction,
  Transaction,
  TransactionApproveParams,
  TransactionListParams,
  TransactionRejectParams,
} from "../models/transaction";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";
import { id, page, send } from "./send";

const transactionPageSchema = /* @__PURE__ */ pageSchema(transactionSchema);

/** Movements of money. Source: specification, "Transfers and transactions". */
export class Transactions {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Lists transactions, the newest first unless `sortOrder` is `asc`. Filters combine with "and"; `startDate` and
   * `endDate` include their bounds. Amounts are integers in the smallest unit of their currency.
   *
   *     for await (const transaction of payments.transactions.list({ customerId })) { … }
   *
   * @see Specification, GET /transactions
   */
  list(params: TransactionListParams = {}, options?: ListOptions): Paginator<Transaction> {
    return page(
      this.#core,
      {
        operation: "transactions.list",
        method: "GET",
        path: "/transactions",
        query: params,
        schema: transactionPageSchema,
      },
      options,
    );
  }

  /**
   * Reads a transaction. A failed one is no error: see its `status` and `failureReason`.
   *
   * @throws NotFoundError when there is none
   * @see Contract, GET /transactions/{transactionId}
   */
  async retrieve(transactionId: TransactionId, options?: RequestOptions): Promise<Transaction> {
    return send(
      this.#core,
      {
        operation: "transactions.retrieve",
        method: "GET",
        path: path`/transactions/${id("Transaction", transactionId)}`,
        schema: transactionSchema,
      },
      options,
    );
  }

  /**
   * Approves an incoming payment that waits for the platform.
   *
   * @throws ConflictError when it does not wait (any more)
   * @see Contract, POST /transactions/{transactionId}/approve
   */
  async approve(
    transactionId: TransactionId,
    params: TransactionApproveParams = {},
    options?: RequestOptions,
  ): Promise<IncomingTransaction> {
    return this.#decide("approve", transactionId, params, options);
  }

  /**
   * Refuses an incoming payment that waits for the platform; the sender is refunded.
   *
   * @throws ConflictError when it does not wait (any more)
   * @see Contract, POST /transactions/{transactionId}/reject
   */
  async reject(
    transactionId: TransactionId,
    params: TransactionRejectParams = {},
    options?: RequestOptions,
  ): Promise<IncomingTransaction> {
    return this.#decide("reject", transactionId, params, options);
  }

  /**
   * Reads a transaction again and again until its status is terminal, or `until` says so.
   *
   * @throws TimeoutError when that takes longer than `timeout`; the transaction goes on all the same
   * @see Contract, GET /transactions/{transactionId}
   */
  async waitFor(transactionId: TransactionId, options?: WaitOptions<Transaction>): Promise<Transaction> {
    return waitFor(
      this.#core,
      "transactions.waitFor",
      (reading) => this.retrieve(transactionId, reading),
      options,
    );
  }

  async #decide(
    decision: "approve" | "reject",
    transactionId: TransactionId,
    body: object,
    options: RequestOptions | undefined,
  ): Promise<IncomingTransaction> {
    return send(
      this.#core,
      {
        operation: `transactions.${decision}`,
        method: "POST",
        path: path`/transactions/${id("Transaction", transactionId)}/${decision}`,
        body,
        schema: incomingTransactionSchema,
      },
      options,
    );
  }
}
