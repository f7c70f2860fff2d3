import type { IncomingTransaction } from "../../models/transaction";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import { amountView } from "./currencies";
import { webhookUrl } from "./platform";
import { exchangeRate } from "./pricing";
import type {
  IncomingReason,
  IncomingStatus,
  IncomingTransactionRecord,
  OutgoingTransactionRecord,
  RefundRecord,
  TransactionRecord,
} from "./records/payments";
import { emit } from "./world";
import type { World } from "./world";

/** The events of incoming payments: the contract has three kinds for eight statuses. */
const incomingEvents: Partial<Record<IncomingStatus, "PENDING" | "COMPLETED" | "FAILED">> = {
  PENDING: "PENDING",
  COMPLETED: "COMPLETED",
  REJECTED: "FAILED",
  FAILED: "FAILED",
  REFUNDED: "FAILED",
  EXPIRED: "FAILED",
};

/** What all new transactions have in common. Spread it last: an object that begins with a spread is slower and larger. */
export const newTransaction = ({ clock, random }: World, createdAt = clock.iso()) => ({
  id: random.id("Transaction"),
  status: "PENDING" as const,
  createdAt,
  updatedAt: createdAt,
});

/** The same of incoming ones, which have a reference for the platform's books (specification, "Transaction"). */
export const newIncomingTransaction = (world: World, createdAt?: string) => ({
  ...newTransaction(world, createdAt),
  type: "INCOMING" as const,
  reference: `REF-${world.random.text(10).toUpperCase()}`,
});

export function addTransaction(world: World, transaction: TransactionRecord): void {
  world.transactions.add(transaction);
  announce(world, transaction);
}

// What refers to a transaction knows its direction.
export const outgoingTransaction = (world: World, id: string) =>
  world.transactions.get(id) as OutgoingTransactionRecord;
export const incomingTransaction = (world: World, id: string) =>
  world.transactions.get(id) as IncomingTransactionRecord;

/** Sets the status of a transaction and announces it. The receiver's transaction follows the sender's. */
export function setStatus<T extends TransactionRecord>(
  world: World,
  transaction: T,
  status: T["status"],
  failureReason?: T["failureReason"],
): void {
  transaction.status = status;
  if (failureReason) transaction.failureReason = failureReason;
  else delete transaction.failureReason;
  transaction.updatedAt = world.clock.iso();
  if (status === "COMPLETED") transaction.settledAt = transaction.updatedAt;
  // What fails after its end keeps the time. What a control call puts back has none.
  else if (status !== "FAILED" && status !== "REFUNDED") delete transaction.settledAt;
  announce(world, transaction);
  if (transaction.type === "OUTGOING") followSender(world, transaction);
}

export function announce(world: World, transaction: TransactionRecord): void {
  if (transaction === world.controlled) return;
  if (transaction.type === "OUTGOING") {
    emit(world, `OUTGOING_PAYMENT.${transaction.status}`, () => outgoingView(world, transaction));
    return;
  }
  // This event asks the platform for approval. The platform is asked after the sender has paid.
  if (transaction.status === "PENDING" && transaction.approval === "after payment") return;
  const event = incomingEvents[transaction.status];
  if (event) emit(world, `INCOMING_PAYMENT.${event}`, () => incomingView(world, transaction));
}

/** Sets the status of an outgoing transaction's refund and announces it. The transaction's own status stays. */
export function setRefundStatus(
  world: World,
  transaction: OutgoingTransactionRecord,
  refund: RefundRecord,
  status: RefundRecord["status"],
): void {
  refund.status = status;
  if (status === "COMPLETED") refund.settledAt = world.clock.iso();
  transaction.refund = refund;
  emit(world, `OUTGOING_PAYMENT.REFUND_${status}`, () => outgoingView(world, transaction));
  followSender(world, transaction);
}

function followSender(world: World, outgoing: OutgoingTransactionRecord): void {
  const incoming = receiverSide(world, outgoing);
  const step = incoming && receiverStep(outgoing, incoming);
  if (!step) return;
  callOff(world, incoming);
  delete incoming.approval;
  // The platform is asked again when the sender pays again.
  if (outgoing.status === "PENDING") Object.assign(incoming, approvalOf(world, outgoing));
  if (step[0] !== incoming.status) setStatus(world, incoming, ...step);
}

/** Whether the receiver's side of a payment needs the platform's approval: a payment by UMA does. */
export const approvalOf = (world: World, { destination }: OutgoingTransactionRecord) =>
  "umaAddress" in destination && decider(world) !== "automatic" ? { approval: "after payment" as const } : {};

/** Gives up what a transaction has scheduled: its end, or the time limit of its approval. */
export function callOff(world: World, transaction: TransactionRecord): void {
  if (transaction.taskId !== undefined) world.tasks.delete(transaction.taskId);
  delete transaction.taskId;
}

/** The receiver's own transaction of a payment inside the service. */
export const receiverSide = (world: World, { receiverTransactionId: id }: OutgoingTransactionRecord) =>
  id === undefined ? undefined : incomingTransaction(world, id);

/** The sender's transaction of a payment inside the service. */
export const senderSide = (world: World, { senderTransactionId: id }: IncomingTransactionRecord) =>
  id === undefined ? undefined : outgoingTransaction(world, id);

/** The index key of a `platformCustomerId`. An unknown one has an empty key, which finds nothing. */
export function ownerKeyOfPlatform(world: World, platformCustomerId: string): string | null {
  if (platformCustomerId === world.platformId) return null;
  return world.customers.by("platformCustomerId", platformCustomerId)[0]?.id ?? "";
}

/** The owner as transactions show it (OP-59). */
function transactionOwner({ customers, platformId }: World, { customerId }: TransactionRecord) {
  if (customerId === null) return { customerId: platformId, platformCustomerId: platformId };
  return { customerId, platformCustomerId: customers.get(customerId).platformCustomerId };
}

/** The transaction as responses and events show it (specification, "Transaction"). */
export function transactionView(world: World, transaction: TransactionRecord) {
  return transaction.type === "INCOMING"
    ? incomingView(world, transaction)
    : outgoingView(world, transaction);
}

export function incomingView(world: World, transaction: IncomingTransactionRecord): IncomingTransaction {
  const { money: _, taskId: __, approval: ___, senderTransactionId: ____, ...rest } = transaction;
  const { reference, ...shown } = rest;
  return present({
    ...shown,
    ...transactionOwner(world, transaction),
    receivedAmount: amountView(shown.receivedAmount),
    reconciliationInstructions: shown.status === "CREATED" ? undefined : { reference },
  });
}

export function outgoingView(world: World, transaction: OutgoingTransactionRecord) {
  const { money: _, taskId: __, receiverTransactionId: ___, ...shown } = transaction;
  const quote = world.quotes.find(shown.quoteId ?? "");
  return present({
    ...shown,
    ...transactionOwner(world, transaction),
    sentAmount: amountView(shown.sentAmount),
    receivedAmount: shown.receivedAmount && amountView(shown.receivedAmount),
    exchangeRate: quote && exchangeRate(quote),
    fees: quote?.feesIncluded,
    rateDetails: quote?.rateDetails,
    paymentInstructions: quote?.paymentInstructions,
  });
}

/** Who approves an incoming UMA payment: nobody, the routes, the platform's endpoint or a callback. */
type Decider = NonNullable<ResolvedOptions["approvePayment"] | ResolvedOptions["paymentApproval"]>;

/** The current decider: the callback, else the option's, else the platform's endpoint if it has one. */
export function decider(world: World): Decider {
  const { approvePayment, paymentApproval } = world.options;
  return approvePayment ?? paymentApproval ?? (webhookUrl(world) === undefined ? "automatic" : "webhook");
}

/** The status of the receiver's transaction that fits the sender's; `undefined` when it stays the same. */
function receiverStep(
  outgoing: OutgoingTransactionRecord,
  incoming: IncomingTransactionRecord,
): [status: IncomingStatus, failureReason?: IncomingReason] | undefined {
  switch (outgoing.status) {
    case "PROCESSING":
      return incoming.approval === "after payment" ? undefined : ["PROCESSING"];
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
