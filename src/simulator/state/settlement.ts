import { badRequest, invalidInput } from "../problem";
import type { World } from "../world";
import type { Leg } from "./ledger";
import type { PayoutOutcome } from "./outcomes";
import {
  incomingFailureReasons,
  incomingStatuses,
  outgoingFailureReasons,
  outgoingStatuses,
  transactionBody,
} from "./transactions";
import type {
  IncomingFailureReason,
  IncomingStatus,
  IncomingTransactionRecord,
  Money,
  OutgoingFailureReason,
  OutgoingStatus,
  OutgoingTransactionRecord,
  RefundReason,
  TransactionRecord,
} from "./transactions";

/** The events of incoming payments: the contract has three kinds for eight statuses. */
const incomingEvents: Partial<Record<IncomingStatus, "PENDING" | "COMPLETED" | "FAILED">> = {
  PENDING: "PENDING",
  COMPLETED: "COMPLETED",
  REJECTED: "FAILED",
  FAILED: "FAILED",
  REFUNDED: "FAILED",
  EXPIRED: "FAILED",
};

function announceOutgoing(world: World, transaction: OutgoingTransactionRecord, event: string): void {
  world.events.emit(`OUTGOING_PAYMENT.${event}`, transactionBody(world, transaction));
}

function announce(world: World, transaction: TransactionRecord): void {
  if (transaction.type === "OUTGOING") {
    announceOutgoing(world, transaction, transaction.status);
    return;
  }
  const event = incomingEvents[transaction.status];
  if (event) world.events.emit(`INCOMING_PAYMENT.${event}`, transactionBody(world, transaction));
}

/** Stores a new transaction and announces it. */
export function addTransaction(world: World, transaction: TransactionRecord): void {
  world.transactions.set(transaction.id, transaction);
  announce(world, transaction);
}

function touch(world: World, transaction: TransactionRecord): void {
  transaction.updatedAt = world.clock.iso();
  if (transaction.status === "COMPLETED") transaction.settledAt = transaction.updatedAt;
  announce(world, transaction);
}

export function setIncomingStatus(
  world: World,
  transaction: IncomingTransactionRecord,
  status: IncomingStatus,
  failureReason?: IncomingFailureReason,
): void {
  transaction.status = status;
  if (failureReason) transaction.failureReason = failureReason;
  else delete transaction.failureReason;
  touch(world, transaction);
}

export function setOutgoingStatus(
  world: World,
  transaction: OutgoingTransactionRecord,
  status: OutgoingStatus,
  failureReason?: OutgoingFailureReason,
): void {
  transaction.status = status;
  if (failureReason) transaction.failureReason = failureReason;
  else delete transaction.failureReason;
  touch(world, transaction);
}

const places: Money["at"][] = ["source", "transit", "destination"];

/**
 * Books the way of a transaction's money to another place, forward or back, as one entry.
 *
 * @throws {RangeError} when an internal account cannot take part in it; then nothing moved.
 */
export function moveMoney(world: World, transaction: TransactionRecord, to: Money["at"]): void {
  const { money } = transaction;
  const steps = [money.departure, money.arrival];
  const from = places.indexOf(money.at);
  const target = places.indexOf(to);
  const back = (leg: Leg): Leg => ({ ...leg, amount: -leg.amount });
  const legs = target > from ? steps.slice(from, target).flat() : steps.slice(target, from).flat().map(back);
  world.ledger.post({ at: world.clock.iso(), memo: `${transaction.id} to ${to}`, legs });
  money.at = to;
}

/** As `moveMoney`; `false` when an internal account cannot take part in it. */
export function tryToMoveMoney(world: World, transaction: TransactionRecord, to: Money["at"]): boolean {
  try {
    moveMoney(world, transaction, to);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * An internal account pays no more than it has (OP-53).
 *
 * @throws {Problem} 400 AMOUNT_OUT_OF_RANGE
 */
export function requireFunds(world: World, accountId: string, amount: number): void {
  const balance = world.ledger.balance(accountId);
  if (balance >= amount) return;
  throw badRequest("AMOUNT_OUT_OF_RANGE", `The balance ${String(balance)} is less than ${String(amount)}`, {
    accountId,
    balance,
    required: amount,
  });
}

/** Runs the next step of a transaction now, or when the clock has moved on by `delay` milliseconds. */
export function afterDelay(
  world: World,
  transaction: TransactionRecord,
  delay: number,
  step: () => void,
): void {
  if (delay === 0) {
    step();
    return;
  }
  transaction.cancelTimer = world.clock.schedule(world.clock.now() + delay, () => {
    transaction.cancelTimer = undefined;
    step();
  });
}

interface Failure {
  failureReason: OutgoingFailureReason;
  refundReason?: RefundReason;
  /** Default COMPLETED: the money goes back. */
  refund?: "COMPLETED" | "FAILED";
}

/** Ends an outgoing transaction; money that left its source is refunded. */
export function failOutgoing(
  world: World,
  transaction: OutgoingTransactionRecord,
  { failureReason, refundReason = "TRANSACTION_FAILED", refund: outcome = "COMPLETED" }: Failure,
): void {
  setOutgoingStatus(world, transaction, "FAILED", failureReason);
  if (transaction.money.at === "source") return;
  transaction.refund = {
    reference: `RFD-${world.random.text(10).toUpperCase()}`,
    initiatedAt: world.clock.iso(),
    status: "PENDING",
    reason: refundReason,
  };
  announceOutgoing(world, transaction, "REFUND_PENDING");
  if (outcome === "COMPLETED" && tryToMoveMoney(world, transaction, "source")) {
    transaction.refund.status = "COMPLETED";
    transaction.refund.settledAt = world.clock.iso();
  } else {
    transaction.refund.status = "FAILED";
  }
  announceOutgoing(world, transaction, `REFUND_${transaction.refund.status}`);
}

/** Delivers the money of an outgoing transaction; where the payee's account cannot take it, the payment fails. */
export function completeOutgoing(world: World, transaction: OutgoingTransactionRecord): void {
  if (tryToMoveMoney(world, transaction, "destination")) setOutgoingStatus(world, transaction, "COMPLETED");
  else failOutgoing(world, transaction, { failureReason: "COUNTERPARTY_POST_TX_FAILED" });
}

/**
 * Carries out a payment whose source can pay: PROCESSING, then what the outcome says.
 *
 * @throws {RangeError} when an internal source has not enough; nothing changed then.
 */
export function carryOut(world: World, transaction: OutgoingTransactionRecord, outcome: PayoutOutcome): void {
  if (outcome.kind !== "refused" && transaction.money.at === "source")
    moveMoney(world, transaction, "transit");
  setOutgoingStatus(world, transaction, "PROCESSING");
  switch (outcome.kind) {
    case "delivered":
      afterDelay(world, transaction, outcome.delay, () => {
        completeOutgoing(world, transaction);
      });
      break;
    case "returned":
      completeOutgoing(world, transaction);
      if (transaction.status === "COMPLETED") {
        afterDelay(world, transaction, outcome.delay, () => {
          failOutgoing(world, transaction, outcome);
        });
      }
      break;
    case "refused":
    case "undelivered":
      failOutgoing(world, transaction, outcome);
      break;
  }
}

/** Where the money of a transaction in a status is; a failed refund is the exception. */
function placeOf(status: IncomingStatus): Money["at"] {
  if (status === "COMPLETED") return "destination";
  return status === "PROCESSING" ? "transit" : "source";
}

function oneOf<T extends string>(value: string, allowed: readonly T[], name: string): T {
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined)
    throw invalidInput(`${name}: expected one of ${allowed.join(", ")}`, { field: name });
  return match;
}

const defaultReasons: Partial<Record<string, string>> = {
  FAILED: "QUOTE_EXECUTION_FAILED",
  EXPIRED: "QUOTE_EXPIRED",
};

/**
 * Puts a transaction, and the quote it was born from, into any status of its kind, and its money where that status says.
 * What the clock had in store for it is called off. A control call for tests: the service has no such operation.
 *
 * @param failureReason of FAILED, REJECTED, REFUNDED and EXPIRED; default QUOTE_EXECUTION_FAILED for FAILED, QUOTE_EXPIRED
 * for EXPIRED, none for the others.
 * @throws {Problem} when there is no such transaction, or its kind has no such status or reason.
 * @throws {RangeError} when an internal account has not the money to move; nothing changed then. An outgoing FAILED takes
 * place all the same, with a failed refund.
 */
export function setTransactionStatus(world: World, id: string, status: string, failureReason?: string): void {
  const transaction = world.transaction(id);
  const given = failureReason ?? defaultReasons[status];
  if (transaction.type === "INCOMING") {
    const next = oneOf(status, incomingStatuses, "status");
    const reason = given === undefined ? undefined : oneOf(given, incomingFailureReasons, "failureReason");
    moveMoney(world, transaction, placeOf(next));
    transaction.cancelTimer?.();
    delete transaction.settledAt;
    transaction.awaitsApproval &&= next === "PENDING";
    setIncomingStatus(world, transaction, next, reason);
    return;
  }
  const next = oneOf(status, outgoingStatuses, "status");
  const reason = given === undefined ? undefined : oneOf(given, outgoingFailureReasons, "failureReason");
  if (next === "FAILED") {
    transaction.cancelTimer?.();
    failOutgoing(world, transaction, { failureReason: reason ?? "QUOTE_EXECUTION_FAILED" });
    return;
  }
  moveMoney(world, transaction, placeOf(next));
  transaction.cancelTimer?.();
  delete transaction.settledAt;
  delete transaction.refund;
  setOutgoingStatus(world, transaction, next, reason);
}
