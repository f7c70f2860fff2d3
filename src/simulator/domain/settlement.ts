import { enumOf, parse } from "./format";
import { balanceOf } from "./accounts";
import { post, bookAccount, moneyBetween } from "./ledger";
import { badRequest, conflict, invalidField } from "./problem";
import {
  callOff,
  receiverSide,
  senderSide,
  setRefundStatus,
  setStatus,
  addTransaction,
  newIncomingTransaction,
  newTransaction,
} from "./transactions";
import type { Posting, ExternalAccountRecord, InternalAccountRecord } from "./records/accounts";
import {
  incomingFailureReasons,
  incomingStatuses,
  outgoingFailureReasons,
  outgoingStatuses,
} from "./records/payments";
import type {
  Failure,
  IncomingReason,
  IncomingStatus,
  IncomingTransactionRecord,
  Money,
  OutgoingReason,
  OutgoingStatus,
  OutgoingTransactionRecord,
  PayoutOutcome,
  RefundRecord,
  TransactionRecord,
} from "./records/payments";
import { later } from "./world";
import type { TaskData, World } from "./world";
import { transferOutcome } from "./outcomes";

const places: Money["at"][] = ["source", "transit", "destination"];

/** @throws {RangeError} when an internal account cannot pay or receive the money; nothing moves then */
export function moveMoney(world: World, { id, money }: TransactionRecord, to: Money["at"]): void {
  const steps = [money.departure, money.arrival];
  const from = places.indexOf(money.at);
  const target = places.indexOf(to);
  const back = (posting: Posting): Posting => ({ ...posting, amount: -posting.amount });
  const postings =
    target > from ? steps.slice(from, target).flat() : steps.slice(target, from).flat().map(back);
  post(world, { memo: `${id} to ${to}`, postings });
  money.at = to;
}

/** As `moveMoney`; `false` when an internal account cannot pay or receive it. */
function tryToMoveMoney(world: World, transaction: TransactionRecord, to: Money["at"]): boolean {
  try {
    moveMoney(world, transaction, to);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** An internal account pays no more than it has (OP-53). */
export function requireFunds(world: World, accountId: string, amount: number): void {
  const balance = balanceOf(world, accountId);
  if (balance >= amount) return;
  const { currency } = world.internalAccounts.get(accountId);
  const message = `The balance of ${accountId} is ${balance} in the smallest unit of ${currency}. The payment needs ${amount}`;
  const details = { accountId, currency, balance, required: amount };
  throw world.options.missingMoney === "insufficient-balance"
    ? conflict(message, "INSUFFICIENT_BALANCE", details)
    : badRequest("AMOUNT_OUT_OF_RANGE", message, details);
}

/** Ends a payment after `delayMs` on the simulator's clock. */
function endLater(world: World, transaction: TransactionRecord, delayMs: number, failure?: Failure): void {
  const data = { transactionId: transaction.id, failure };
  if (delayMs === 0) endPayment(world, data);
  else transaction.taskId = later(world, world.clock.now() + delayMs, "transaction.end", data);
}

/** An incoming transaction ends later only if it fails. */
export function endPayment(world: World, { transactionId, failure }: TaskData["transaction.end"]): void {
  const transaction = world.transactions.get(transactionId);
  delete transaction.taskId;
  if (transaction.type === "INCOMING") setStatus(world, transaction, "FAILED", "QUOTE_EXECUTION_FAILED");
  else if (failure) failPayment(world, transaction, failure);
  else completePayment(world, transaction);
}

/** Fails an outgoing transaction. Money that left its source is refunded. */
function failPayment(
  world: World,
  transaction: OutgoingTransactionRecord,
  { failureReason, refundReason = "TRANSACTION_FAILED", refund: outcome = "COMPLETED" }: Failure,
): void {
  setStatus(world, transaction, "FAILED", failureReason);
  if (transaction.money.at === "source") return;
  const refund: RefundRecord = {
    reference: `RFD-${world.random.text(10).toUpperCase()}`,
    initiatedAt: world.clock.iso(),
    status: "PENDING",
    reason: refundReason,
  };
  setRefundStatus(world, transaction, refund, "PENDING");
  const isRefunded = outcome === "COMPLETED" && tryToMoveMoney(world, transaction, "source");
  setRefundStatus(world, transaction, refund, isRefunded ? "COMPLETED" : "FAILED");
}

/** Credits the payee. If the payee's account cannot take the money, the payment fails. */
function completePayment(world: World, transaction: OutgoingTransactionRecord): void {
  if (tryToMoveMoney(world, transaction, "destination")) setStatus(world, transaction, "COMPLETED");
  else failPayment(world, transaction, { failureReason: "COUNTERPARTY_POST_TX_FAILED" });
}

/** @throws {RangeError} when an internal source does not have enough; nothing changes then */
export function carryOut(world: World, transaction: OutgoingTransactionRecord, outcome: PayoutOutcome): void {
  const isRefused = outcome.waitsAt === "source";
  if (!isRefused && transaction.money.at === "source") moveMoney(world, transaction, "transit");
  setStatus(world, transaction, "PROCESSING");
  const isAsked = receiverSide(world, transaction)?.approval === "after payment";
  if (!isAsked || isRefused) deliver(world, transaction, outcome);
}

/** Ends a payment after its money has left the source. A refused payment never gets so far, and fails. */
function deliver(
  world: World,
  transaction: OutgoingTransactionRecord,
  { waitsAt, delayMs, failure }: PayoutOutcome,
): void {
  if (waitsAt === "destination") completePayment(world, transaction);
  if (transaction.status !== "FAILED") endLater(world, transaction, delayMs, failure);
}

/** The platform accepts a payment. It is credited, or delivered if its sender uses the service, too. */
export function acceptPayment(world: World, incoming: IncomingTransactionRecord): void {
  setStatus(world, incoming, "PROCESSING");
  const outgoing = senderSide(world, incoming);
  if (outgoing) deliver(world, outgoing, world.quotes.get(outgoing.quoteId ?? "").receiver.outcome);
  else if (tryToMoveMoney(world, incoming, "destination")) setStatus(world, incoming, "COMPLETED");
  else setStatus(world, incoming, "FAILED", "QUOTE_EXECUTION_FAILED");
}

/** The platform refuses a payment. A sender who uses the service gets the money back. */
export function refusePayment(
  world: World,
  incoming: IncomingTransactionRecord,
  status: "REJECTED" | "FAILED",
  failureReason?: IncomingReason,
): void {
  setStatus(world, incoming, status, failureReason);
  const outgoing = senderSide(world, incoming);
  if (outgoing) failPayment(world, outgoing, { failureReason: "COUNTERPARTY_POST_TX_FAILED" });
}

/**
 * Puts a transaction, its quote and its money into any status of its kind: a control call for tests.
 *
 * @throws {RangeError} when an internal account lacks the money. An outgoing transaction becomes FAILED anyway.
 */
export function setTransactionStatus(world: World, id: string, status: string, failureReason?: string): void {
  const transaction = world.transactions.get(id);
  const given = failureReason ?? defaultReasons[status];
  const reasonOf = <Reason extends string>(reasons: readonly Reason[]) => {
    if (given === undefined) return undefined;
    if (!Object.hasOwn(defaultReasons, status))
      throw invalidField("failureReason", `none with the status ${status}`);
    return parse(given, "failureReason", enumOf(reasons));
  };
  if (transaction.type === "OUTGOING") {
    const next = parse(status, "status", enumOf(outgoingStatuses));
    putOutgoing(world, transaction, next, reasonOf(outgoingFailureReasons));
    return;
  }
  const next = parse(status, "status", enumOf(incomingStatuses));
  const reason = reasonOf(incomingFailureReasons);
  const outgoing = senderSide(world, transaction);
  const { status: before, failureReason: reasonBefore } = transaction;
  if (outgoing && outgoing.status !== senderStatus(next))
    putOutgoing({ ...world, controlled: transaction }, outgoing, senderStatus(next));
  // The receiver keeps money that could not be taken back.
  if (outgoing?.money.at === "destination" && next !== "COMPLETED") return;
  if (outgoing && before === next && reasonBefore === reason && transaction.status === next) return;
  // A payment that waits for its approval goes on waiting, up to the same time limit.
  if (next !== "PENDING" || transaction.approval === undefined) putMoney(world, transaction, next);
  if (next !== "PENDING") delete transaction.approval;
  setStatus(world, transaction, next, reason);
}

/** The status of the sender's transaction that fits the receiver's. */
function senderStatus(status: IncomingStatus): OutgoingStatus {
  if (status === "CREATED") return "PENDING";
  return status === "REJECTED" || status === "REFUNDED" ? "FAILED" : status;
}

function putOutgoing(
  world: World,
  transaction: OutgoingTransactionRecord,
  next: OutgoingStatus,
  reason?: OutgoingReason,
): void {
  if (next === "FAILED") {
    callOff(world, transaction);
    failPayment(world, transaction, { failureReason: reason ?? "COUNTERPARTY_POST_TX_FAILED" });
    return;
  }
  putMoney(world, transaction, next);
  delete transaction.refund;
  // The control call decides in place of the receiver's platform.
  delete receiverSide(world, transaction)?.approval;
  setStatus(world, transaction, next, reason ?? (next === "EXPIRED" ? "QUOTE_EXPIRED" : undefined));
  const quote = world.quotes.find(transaction.quoteId ?? "");
  // A quote that is put back after its end stays PENDING.
  if (next === "PENDING" && quote && quote.expiresAtMs > world.clock.now())
    transaction.taskId = later(world, quote.expiresAtMs, "quote.expire", { quoteId: quote.id });
}

function putMoney(world: World, transaction: TransactionRecord, status: IncomingStatus): void {
  // The money of a transfer out leaves its source at once.
  const isTransferOut = transaction.type === "OUTGOING" && transaction.quoteId === undefined;
  const isUnderWay = status === "PROCESSING" || (status === "PENDING" && isTransferOut);
  moveMoney(world, transaction, status === "COMPLETED" ? "destination" : isUnderWay ? "transit" : "source");
  callOff(world, transaction);
  delete transaction.settledAt;
}

/** The statuses with a failure reason, and the default ones. */
const defaultReasons: Partial<Record<string, string | undefined>> = {
  REJECTED: undefined,
  REFUNDED: undefined,
  FAILED: "QUOTE_EXECUTION_FAILED",
  EXPIRED: "QUOTE_EXPIRED",
};

/** A transfer between an internal and an external account of one currency. */
export interface Transfer {
  internal: InternalAccountRecord;
  external: ExternalAccountRecord;
  amount: number;
}

/** Pulls money from an external account. By default, the account's test digits decide the outcome. */
export function pullMoney(
  world: World,
  { internal, external, amount }: Transfer,
  { waitsAt, delayMs, failure } = transferOutcome(world, external),
): IncomingTransactionRecord {
  const { currency } = internal;
  const transaction: IncomingTransactionRecord = {
    source: { sourceType: "ACCOUNT", accountId: external.id, currency },
    destination: { destinationType: "ACCOUNT", accountId: internal.id, currency },
    customerId: internal.customerId,
    receivedAmount: { amount, currency },
    money: moneyBetween(bookAccount.external(currency), internal.id, { amount, currency }),
    ...newIncomingTransaction(world),
  };
  addTransaction(world, transaction);
  if (failure && waitsAt === "transit") {
    if (delayMs > 0) endLater(world, transaction, delayMs, failure);
    else setStatus(world, transaction, "REJECTED", "OFFRAMP_FAILED");
  } else if (waitsAt !== "source" && tryToMoveMoney(world, transaction, "destination")) {
    setStatus(world, transaction, "COMPLETED");
  } else {
    setStatus(world, transaction, "FAILED", "QUOTE_EXECUTION_FAILED");
  }
  return transaction;
}

/** Pushes money to an external account. The money is debited at once. If the transfer fails later, it is returned. */
export function pushMoney(
  world: World,
  { internal, external, amount }: Transfer,
  outcome = transferOutcome(world, external),
): OutgoingTransactionRecord {
  const { currency } = internal;
  const isRefused = outcome.waitsAt === "source";
  if (!isRefused) requireFunds(world, internal.id, amount);
  const transaction: OutgoingTransactionRecord = {
    type: "OUTGOING",
    source: { sourceType: "ACCOUNT", accountId: internal.id, currency },
    destination: { destinationType: "ACCOUNT", accountId: external.id, currency },
    customerId: internal.customerId,
    sentAmount: { amount, currency },
    money: moneyBetween(internal.id, bookAccount.external(currency), { amount, currency }),
    ...newTransaction(world),
  };
  addTransaction(world, transaction);
  if (!isRefused) moveMoney(world, transaction, "transit");
  deliver(world, transaction, outcome);
  return transaction;
}
