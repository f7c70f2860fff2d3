import type { InternalAccount } from "../models/accounts";
import type {
  SandboxFundParams,
  SandboxReceiveUmaParams,
  SandboxSendParams,
  WebhookTest,
} from "../models/sandbox";
import type { IncomingTransaction, OutgoingTransaction } from "../models/transaction";
import { INTERNAL_ACCOUNT, SAME_ID, TRANSACTION } from "./always";
import { amount, idOf, optional } from "./parameter-kinds";
import { given, group, one, operation } from "./operation";

export const SANDBOX = group("sandbox", {
  fund: operation("POST /sandbox/internal-accounts/{accountId}/fund", {
    id: "InternalAccount",
    body: given<SandboxFundParams>({ amount }),
    result: one<InternalAccount>(INTERNAL_ACCOUNT, SAME_ID),
  }),
  send: operation("POST /sandbox/send", {
    body: given<SandboxSendParams>({ quoteId: idOf("Quote"), currencyAmount: optional(amount) }),
    result: one<OutgoingTransaction>(TRANSACTION, { quoteId: "quoteId" }),
  }),
  receiveUma: operation("POST /sandbox/uma/receive", {
    body: given<SandboxReceiveUmaParams>({
      customerId: optional(idOf("Customer")),
      receivingCurrencyAmount: amount,
    }),
    result: one<IncomingTransaction>(TRANSACTION, { customerId: "customerId" }),
  }),
});

export const SANDBOX_WEBHOOKS = group("sandbox.webhooks", {
  test: operation("POST /sandbox/webhooks/test", {
    result: one<WebhookTest>({ fields: ["response_status"] }),
  }),
});

export const SANDBOX_GROUPS = [SANDBOX, SANDBOX_WEBHOOKS];
