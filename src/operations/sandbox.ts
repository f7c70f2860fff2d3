import type { InternalAccount } from "../models/internal-account";
import type {
  SandboxFundParams,
  SandboxReceiveUmaParams,
  SandboxSendParams,
  WebhookTest,
} from "../models/sandbox";
import type { IncomingTransaction, OutgoingTransaction } from "../models/transaction";
import { INTERNAL_ACCOUNT, TRANSACTION } from "./always";
import { amount, idOf, optional } from "./parameter-kinds";
import { given, one, operation } from "./operation";

export const fundAccount = operation("sandbox.fund", "POST /sandbox/internal-accounts/{accountId}/fund", {
  id: "InternalAccount",
  body: given<SandboxFundParams>({ amount }),
  result: one<InternalAccount>(INTERNAL_ACCOUNT, { id: "{accountId}" }),
});

export const sendPayment = operation("sandbox.send", "POST /sandbox/send", {
  body: given<SandboxSendParams>({ quoteId: idOf("Quote"), currencyAmount: optional(amount) }),
  result: one<OutgoingTransaction>(TRANSACTION, { quoteId: "quoteId" }),
});

export const receivePayment = operation("sandbox.receiveUma", "POST /sandbox/uma/receive", {
  body: given<SandboxReceiveUmaParams>({
    customerId: optional(idOf("Customer")),
    receivingCurrencyAmount: amount,
  }),
  result: one<IncomingTransaction>(TRANSACTION, { customerId: "customerId" }),
});

export const testWebhook = operation("sandbox.webhooks.test", "POST /sandbox/webhooks/test", {
  result: one<WebhookTest>({ fields: ["response_status"] }),
});

/** Every operation of this file. */
export const SANDBOX = [fundAccount, sendPayment, receivePayment, testWebhook] as const;
