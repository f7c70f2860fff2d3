import type { ResolvedOptions } from "../runtime/options";
import { webhookUrl } from "./platform";
import type {
  IncomingFailureReason,
  IncomingStatus,
  IncomingTransactionRecord,
  OutgoingFailureReason,
  OutgoingStatus,
  OutgoingTransactionRecord,
} from "./records/payments";
import type { World } from "./world";

/** Who approves an incoming UMA payment: nobody, the routes, the platform's endpoint or a callback. */
export type Decider = NonNullable<ResolvedOptions["approvePayment"] | ResolvedOptions["paymentApproval"]>;

/** The current decider: the callback, else the option's, else the platform's endpoint if it has one. */
export function decider(world: World): Decider {
  const { approvePayment, paymentApproval } = world.options;
  return approvePayment ?? paymentApproval ?? (webhookUrl(world) === undefined ? "automatic" : "webhook");
}

/** The status of the receiver's transaction that fits the sender's; `undefined` when it stays the same. */
export function receiverStep(
  outgoing: OutgoingTransactionRecord,
  incoming: IncomingTransactionRecord,
): [status: IncomingStatus, failureReason?: IncomingFailureReason] | undefined {
  switch (outgoing.status) {
    case "PROCESSING":
      return incoming.sender?.needsApproval ? undefined : ["PROCESSING"];
    case "EXPIRED":
      return ["EXPIRED", "QUOTE_EXPIRED"];
    case "FAILED": {
      const { money, refund } = outgoing;
      const hasFailed = ["FAILED", "REJECTED", "REFUNDED"].includes(incoming.status);
      // If the refund fails, the receiver keeps the money, and the payment stays COMPLETED there.
      if (hasFailed || money.at === "destination") return undefined;
      if (money.at === "transit" && refund?.status !== "FAILED") return undefined;
      return [refund?.status === "COMPLETED" ? "REFUNDED" : "FAILED", "QUOTE_EXECUTION_FAILED"];
    }
    default:
      return [outgoing.status];
  }
}

/** The status of the sender's transaction that fits the receiver's. */
export function senderStep(
  status: IncomingStatus,
): [status: OutgoingStatus, failureReason?: OutgoingFailureReason] {
  switch (status) {
    case "CREATED":
      return ["PENDING"];
    case "REJECTED":
    case "FAILED":
    case "REFUNDED":
      return ["FAILED", "COUNTERPARTY_POST_TX_FAILED"];
    case "EXPIRED":
      return ["EXPIRED", "QUOTE_EXPIRED"];
    default:
      return [status];
  }
}
