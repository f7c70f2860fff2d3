import type { ResolvedOptions } from "../runtime/options";
import type { SeededRandom } from "../runtime/random";
import type { Receiver, Recipient, Sender } from "./quote-parties";
import type { Price } from "./pricing";
import { newReference } from "./transactions";
import type {
  IncomingFailureReason,
  IncomingStatus,
  IncomingTransactionRecord,
  OutgoingFailureReason,
  OutgoingStatus,
  OutgoingTransactionRecord,
} from "./transactions";

type ApprovalOptions = Pick<ResolvedOptions, "approvePayment" | "paymentApproval">;

/** Who decides about an incoming payment by UMA: nobody, the routes, the platform's endpoint or its callback. */
export type Decider = NonNullable<ApprovalOptions["approvePayment"] | ApprovalOptions["paymentApproval"]>;

/** Who has the say: the callback, else what the option says, else the platform's endpoint when there is one. */
export function deciderOf(
  { approvePayment, paymentApproval }: ApprovalOptions,
  { url }: { url: string | undefined },
): Decider {
  return approvePayment ?? paymentApproval ?? (url === undefined ? "automatic" : "webhook");
}

/**
 * The transaction that a receiver sees of a payment inside the service: "sender for outgoing, recipient for incoming"
 * (specification, "Transaction"). Its money is the sender's transaction's, so its own way is empty. `undefined` for a payee
 * outside, and for somebody who moves money from one own account to another (OP-68).
 */
export function receiverTransaction(
  random: SeededRandom,
  { sender, receiver, totals }: { sender: Sender; receiver: Receiver; totals: Price },
  { outgoing, needsApproval }: { outgoing: OutgoingTransactionRecord; needsApproval: boolean },
): IncomingTransactionRecord | undefined {
  const { recipient, currency, outcome } = receiver;
  if (!recipient || isOwner(sender, recipient)) return undefined;
  const { accountId, customerId, byUma } = recipient;
  return {
    id: random.id("Transaction"),
    type: "INCOMING",
    status: "PENDING",
    source: outgoing.source,
    destination: { destinationType: "ACCOUNT", accountId, currency },
    customerId,
    createdAt: outgoing.createdAt,
    updatedAt: outgoing.createdAt,
    ...(outgoing.description === undefined ? {} : { description: outgoing.description }),
    ...(sender.counterpartyInformation && { counterpartyInformation: sender.counterpartyInformation }),
    receivedAmount: { amount: totals.totalReceivingAmount, currency },
    reference: newReference(random),
    awaitsApproval: false,
    sender: { transactionId: outgoing.id, needsApproval: needsApproval && byUma, outcome },
    money: { at: "source", departure: [], arrival: [] },
  };
}

/** Whether sender and recipient are the same. Somebody outside who pays from an UMA address is nobody's own. */
function isOwner({ source, customer }: Sender, { customerId }: Recipient): boolean {
  if (source.sourceType === "UMA_ADDRESS" && customer === undefined) return false;
  return (customer?.id ?? null) === customerId;
}

type Step = [status: IncomingStatus, failureReason?: IncomingFailureReason];

/** The status of the receiver's transaction that fits the sender's; `undefined` when it stays as it is. */
export function receiverStep(
  outgoing: OutgoingTransactionRecord,
  incoming: IncomingTransactionRecord,
): Step | undefined {
  switch (outgoing.status) {
    case "PROCESSING":
      return incoming.sender?.needsApproval ? undefined : ["PROCESSING"];
    case "EXPIRED":
      return ["EXPIRED", "QUOTE_EXPIRED"];
    case "FAILED":
      return failedStep(outgoing, incoming);
    default:
      return [outgoing.status];
  }
}

/** A refund that failed leaves the money where it is: a receiver who had it keeps it, and the payment stays COMPLETED there. */
function failedStep(
  { money, refund }: OutgoingTransactionRecord,
  { status }: IncomingTransactionRecord,
): Step | undefined {
  const hasFailed = status === "FAILED" || status === "REJECTED" || status === "REFUNDED";
  if (hasFailed || money.at === "destination") return undefined;
  if (money.at === "transit" && refund?.status !== "FAILED") return undefined;
  return [refund?.status === "COMPLETED" ? "REFUNDED" : "FAILED", "QUOTE_EXECUTION_FAILED"];
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
