import type { HttpCore } from "../core/http-core";
import { path } from "../core/path";
import type { RequestOptions } from "../core/types";
import type { InternalAccountId } from "../models/ids";
import { internalAccountSchema } from "../models/internal-account";
import type { InternalAccount } from "../models/internal-account";
import type { SandboxFundParams, SandboxReceiveUmaParams, SandboxSendParams } from "../models/sandbox";
import { incomingTransactionSchema, outgoingTransactionSchema } from "../models/transaction";
import type { IncomingTransaction, OutgoingTransaction } from "../models/transaction";
import { id, send } from "./send";

/** Simulated payments. They exist in the sandbox environment only. Source: specification, "Sandbox endpoints". */
export class Sandbox {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /**
   * Adds money to an internal account at once. The amount is an integer in the smallest unit of the account's currency.
   * Not idempotent: a repeated call adds it again.
   *
   * @throws InvalidRequestError when the amount is not a safe integer of 0 or more
   * @throws NotFoundError when there is no such account
   * @see Specification, POST /sandbox/internal-accounts/{accountId}/fund
   */
  async fund(
    accountId: InternalAccountId,
    params: SandboxFundParams,
    options?: RequestOptions,
  ): Promise<InternalAccount> {
    return send(
      this.#core,
      {
        operation: "sandbox.fund",
        method: "POST",
        path: path`/sandbox/internal-accounts/${id("InternalAccount", accountId)}/fund`,
        body: params,
        schema: internalAccountSchema,
      },
      options,
    );
  }

  /**
   * Pays a quote that is funded in real time. The amount is an integer in the smallest unit of the currency; without one
   * the quote's own is paid. Not idempotent.
   *
   * @throws BadRequestError when the quote is not funded in real time, or is in another currency
   * @throws ConflictError when the quote has expired
   * @see Specification, POST /sandbox/send
   */
  async send(params: SandboxSendParams, options?: RequestOptions): Promise<OutgoingTransaction> {
    return send(
      this.#core,
      {
        operation: "sandbox.send",
        method: "POST",
        path: "/sandbox/send",
        body: params,
        schema: outgoingTransactionSchema,
      },
      options,
    );
  }

  /**
   * Lets a payment come in from a UMA address. The amount is an integer in the smallest unit of the currency. Not
   * idempotent: a repeated call pays again.
   *
   * @throws NotFoundError when nobody has the receiving address
   * @see Specification, POST /sandbox/uma/receive
   */
  async receiveUma(params: SandboxReceiveUmaParams, options?: RequestOptions): Promise<IncomingTransaction> {
    return send(
      this.#core,
      {
        operation: "sandbox.receiveUma",
        method: "POST",
        path: "/sandbox/uma/receive",
        body: params,
        schema: incomingTransactionSchema,
      },
      options,
    );
  }
}
