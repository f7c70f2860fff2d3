import { amount, idOf } from "../resources/checks";
import type { HttpCore } from "../core/http-core";
import type { RequestOptions } from "../core/types";
import { incomingTransactionSchema, transactionSchema } from "../models/transaction";
import type {
  IncomingTransaction,
  Transaction,
  TransferInParams,
  TransferOutParams,
} from "../models/transaction";
import { send } from "./send";

const external = /* @__PURE__ */ idOf("ExternalAccount");
const internal = /* @__PURE__ */ idOf("InternalAccount");
const pulling = { "source.accountId": external, "destination.accountId": internal, amount };
const pushing = { "source.accountId": internal, "destination.accountId": external, amount };

/** Moving money within one currency. Source: specification, "Transfers and transactions". */
export class Transfers {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Pulls money from an external account into an internal account of the same currency. The amount is an integer in the
   * smallest unit. Always sent with an idempotency key, yours or a fresh one, so that it is repeated safely.
   *
   * A transfer that the bank refuses is no error: its transaction has the status `FAILED` or `REJECTED`.
   *
   * @throws InvalidRequestError when an id belongs to another resource, or the amount is not a safe integer of 0 or more
   * @throws BadRequestError when the currencies differ
   * @throws NotFoundError when an account does not exist
   * @see Specification, POST /transfer-in
   */
  async in(params: TransferInParams, options?: RequestOptions): Promise<IncomingTransaction> {
    return send(
      this.#core,
      {
        operation: "transfers.in",
        method: "POST",
        path: "/transfer-in",
        body: params,
        checks: pulling,
        schema: incomingTransactionSchema,
      },
      options,
    );
  }

  /**
   * Pushes money from an internal account to an external account of the same currency. The amount is an integer in the
   * smallest unit. Always sent with an idempotency key, yours or a fresh one, so that it is repeated safely. Money of an
   * embedded wallet leaves through a quote, which its owner signs.
   *
   * A transfer that the bank refuses is no error: its transaction has the status `FAILED`.
   *
   * @throws InvalidRequestError when an id belongs to another resource, or the amount is not a safe integer of 0 or more
   * @throws BadRequestError when the currencies differ, or there is too little money
   * @throws NotFoundError when an account does not exist
   * @see Specification, POST /transfer-out
   */
  async out(params: TransferOutParams, options?: RequestOptions): Promise<Transaction> {
    return send(
      this.#core,
      {
        operation: "transfers.out",
        method: "POST",
        path: "/transfer-out",
        body: params,
        checks: pushing,
        schema: transactionSchema,
      },
      options,
    );
  }
}
