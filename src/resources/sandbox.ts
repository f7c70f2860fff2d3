import type { HttpCore } from "../core/http-core";
import type { RequestOptions } from "../core/types";
import type { InternalAccountId } from "../models/ids";
import { internalAccountSchema } from "../models/accounts";
import type { InternalAccount } from "../models/accounts";
import { webhookTestSchema } from "../models/sandbox";
import type {
  SandboxFundParams,
  SandboxReceiveUmaParams,
  SandboxSendParams,
  WebhookTest,
} from "../models/sandbox";
import { incomingTransactionSchema, outgoingTransactionSchema } from "../models/transaction";
import type { IncomingTransaction, OutgoingTransaction } from "../models/transaction";
import { SANDBOX, SANDBOX_WEBHOOKS } from "../operations/sandbox";
import { Resource } from "./resource";

/** Tests the platform's webhook endpoint. */
export class SandboxWebhooks extends Resource {
  /**
   * Sends a `TEST` event to the platform's `webhookEndpoint` and returns the endpoint's response.
   *
   * @throws {BadRequestError} when the platform has no `webhookEndpoint`
   *
   * @example
   * ```ts
   * const { response_status } = await payments.sandbox.webhooks.test();
   * ```
   * @see POST /sandbox/webhooks/test
   */
  async test(options?: RequestOptions): Promise<WebhookTest> {
    return this.call(SANDBOX_WEBHOOKS.test, webhookTestSchema, { options });
  }
}

/** Simulates payments, in the sandbox environment only. */
export class Sandbox extends Resource {
  /** Tests the platform's webhook endpoint. */
  readonly webhooks: SandboxWebhooks;

  constructor(core: HttpCore) {
    super(core);
    this.webhooks = new SandboxWebhooks(core);
  }

  /**
   * Adds money to an internal account at once. The amount is an integer in the smallest unit of the account's
   * currency.
   *
   * Not idempotent: a repeated call adds the money again.
   *
   * @throws {InvalidRequestError} when the amount is not a safe integer of 0 or more
   * @throws {NotFoundError} when the account does not exist
   *
   * @example
   * ```ts
   * const { balance } = await payments.sandbox.fund(accountId, { amount: 50_000 });
   * ```
   * @see POST /sandbox/internal-accounts/{accountId}/fund
   */
  async fund(
    accountId: InternalAccountId,
    params: SandboxFundParams,
    options?: RequestOptions,
  ): Promise<InternalAccount> {
    return this.call(SANDBOX.fund, internalAccountSchema, { id: accountId, params, options });
  }

  /**
   * Pays a quote that is funded in real time. The amount is an integer in the smallest unit of the currency.
   * Default: the quote's own amount. Not idempotent.
   *
   * @throws {BadRequestError} when the quote is not funded in real time, or is in another currency
   * @throws {ConflictError} when the quote has expired
   *
   * @example
   * ```ts
   * const transaction = await payments.sandbox.send({ quoteId: quote.id, currencyCode: "USDC" });
   * ```
   * @see POST /sandbox/send
   */
  async send(params: SandboxSendParams, options?: RequestOptions): Promise<OutgoingTransaction> {
    return this.call(SANDBOX.send, outgoingTransactionSchema, { params, options });
  }

  /**
   * Simulates an incoming payment from a UMA address. The amount is an integer in the smallest unit of the
   * currency.
   *
   * Not idempotent: a repeated call pays again.
   *
   * @throws {InvalidRequestError} when the amount is not a safe integer of 0 or more
   * @throws {NotFoundError} when the receiving address does not exist
   *
   * @example
   * ```ts
   * await payments.sandbox.receiveUma({
   *   senderUmaAddress: "$bob@example.com",
   *   receiverUmaAddress: customer.umaAddress,
   *   receivingCurrencyCode: "USD",
   *   receivingCurrencyAmount: 2_500,
   * });
   * ```
   * @see POST /sandbox/uma/receive
   */
  async receiveUma(params: SandboxReceiveUmaParams, options?: RequestOptions): Promise<IncomingTransaction> {
    return this.call(SANDBOX.receiveUma, incomingTransactionSchema, { params, options });
  }
}
