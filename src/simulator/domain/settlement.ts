import type { VirtualClock } from "../runtime/clock";
import type { SeededRandom } from "../runtime/random";
import type { Schedule, Tasks } from "../runtime/tasks";
import type { Ledger, Posting } from "./ledger";
import { badRequest, invalidInput } from "./problem";
import { senderStep } from "./receiver-side";
import type { Transactions } from "./transaction-store";
import {
  incomingFailureReasons,
  incomingStatuses,
  outgoingFailureReasons,
  outgoingStatuses,
} from "./transactions";
import type {
  IncomingFailureReason,
  IncomingStatus,
  IncomingTransactionRecord,
  Money,
  OutgoingFailureReason,
  OutgoingStatus,
  OutgoingTransactionRecord,
  PayoutOutcome,
  RefundReason,
  TransactionRecord,
} from "./transactions";

const places: Money["at"][] = ["source", "transit", "destination"];

interface Failure {
  failureReason: OutgoingFailureReason;
  refundReason?: RefundReason;
  /** Default COMPLETED: the money goes back. */
  refund?: "COMPLETED" | "FAILED";
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

/** What happens to a transaction after a delay. */
export type Step =
  | { kind: "complete" }
  /** An outgoing transaction fails; what had left its source is refunded. */
  | ({ kind: "fail" } & Failure)
  /** An incoming transaction fails. */
  | { kind: "fail-incoming"; failureReason: IncomingFailureReason };

interface Collaborators {
  tasks: Tasks;
  clock: VirtualClock;
  random: SeededRandom;
  ledger: Ledger;
  transactions: Transactions;
}

/** Carries transactions out: moves their money and brings them to their statuses. */
export class Settlement {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #ledger: Ledger;
  readonly #transactions: Transactions;
  readonly #tasks: Tasks;
  readonly #scheduleStep: Schedule<{ transactionId: string; step: Step }>;

  constructor({ clock, random, tasks, ledger, transactions }: Collaborators) {
    this.#clock = clock;
    this.#random = random;
    this.#ledger = ledger;
    this.#transactions = transactions;
    this.#tasks = tasks;
    this.#scheduleStep = tasks.define("transaction.step", ({ transactionId, step }) => {
      this.#take(transactionId, step);
    });
  }

  /**
   * Books the way of a transaction's money to another place, forward or back, as one entry.
   *
   * @throws {RangeError} when an internal account cannot take part in it; then nothing moved.
   */
  move(transaction: TransactionRecord, to: Money["at"]): void {
    const { money } = transaction;
    const steps = [money.departure, money.arrival];
    const from = places.indexOf(money.at);
    const target = places.indexOf(to);
    const back = (posting: Posting): Posting => ({ ...posting, amount: -posting.amount });
    const postings =
      target > from ? steps.slice(from, target).flat() : steps.slice(target, from).flat().map(back);
    this.#ledger.post({ at: this.#clock.iso(), memo: `${transaction.id} to ${to}`, postings });
    money.at = to;
  }

  /** As `move`; `false` when an internal account cannot take part in it. */
  tryToMove(transaction: TransactionRecord, to: Money["at"]): boolean {
    try {
      this.move(transaction, to);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  /**
   * An internal account pays no more than it has (OP-53).
   *
   * @throws {Problem} when the request is refused: 400 AMOUNT_OUT_OF_RANGE when the balance does not suffice.
   */
  requireFunds(accountId: string, amount: number): void {
    const balance = this.#ledger.balance(accountId);
    if (balance >= amount) return;
    throw badRequest("AMOUNT_OUT_OF_RANGE", `The balance ${String(balance)} is less than ${String(amount)}`, {
      accountId,
      balance,
      required: amount,
    });
  }

  /** Runs the next step of a transaction now, or when the clock has moved on by `delayMs`. */
  afterDelay({ id: transactionId }: TransactionRecord, delayMs: number, step: Step): void {
    if (delayMs === 0) {
      this.#take(transactionId, step);
      return;
    }
    const taskId = this.#scheduleStep(this.#clock.now() + delayMs, { transactionId, step });
    this.#transactions.get(transactionId).taskId = taskId;
  }

  /** Calls off what was to happen to the transaction later on. */
  callOff(transaction: TransactionRecord): void {
    this.#tasks.cancel(transaction.taskId);
    delete transaction.taskId;
  }

  #take(transactionId: string, step: Step): void {
    delete this.#transactions.get(transactionId).taskId;
    switch (step.kind) {
      case "complete":
        this.complete(this.#transactions.outgoing(transactionId));
        break;
      case "fail":
        this.fail(this.#transactions.outgoing(transactionId), step);
        break;
      case "fail-incoming": {
        const transaction = this.#transactions.incoming(transactionId);
        this.#transactions.setIncomingStatus(transaction, "FAILED", step.failureReason);
        break;
      }
    }
  }

  /** Ends an outgoing transaction; money that left its source is refunded. */
  fail(
    transaction: OutgoingTransactionRecord,
    { failureReason, refundReason = "TRANSACTION_FAILED", refund: outcome = "COMPLETED" }: Failure,
  ): void {
    this.#transactions.setOutgoingStatus(transaction, "FAILED", failureReason);
    if (transaction.money.at === "source") return;
    transaction.refund = {
      reference: `RFD-${this.#random.text(10).toUpperCase()}`,
      initiatedAt: this.#clock.iso(),
      status: "PENDING",
      reason: refundReason,
    };
    this.#transactions.announceRefund(transaction, "PENDING");
    if (outcome === "COMPLETED" && this.tryToMove(transaction, "source")) {
      transaction.refund.status = "COMPLETED";
      transaction.refund.settledAt = this.#clock.iso();
    } else {
      transaction.refund.status = "FAILED";
    }
    this.#transactions.announceRefund(transaction, transaction.refund.status);
  }

  /** Brings the money of an outgoing transaction to its destination; where the payee's account cannot take it, the payment fails. */
  complete(transaction: OutgoingTransactionRecord): void {
    if (this.tryToMove(transaction, "destination"))
      this.#transactions.setOutgoingStatus(transaction, "COMPLETED");
    else this.fail(transaction, { failureReason: "COUNTERPARTY_POST_TX_FAILED" });
  }

  /**
   * Carries out a payment whose source can pay: PROCESSING, then what the outcome says.
   *
   * @throws {RangeError} when an internal source has not enough; nothing changed then.
   */
  carryOut(transaction: OutgoingTransactionRecord, outcome: PayoutOutcome): void {
    if (outcome.kind !== "refused" && transaction.money.at === "source") this.move(transaction, "transit");
    this.#transactions.setOutgoingStatus(transaction, "PROCESSING");
    const receiver = this.#transactions.receiverSide(transaction);
    if (receiver?.sender?.needsApproval && outcome.kind !== "refused") {
      receiver.sender.needsApproval = false;
      receiver.awaitsApproval = true;
      return;
    }
    this.#deliver(transaction, outcome);
  }

  /** The platform lets a payment come in: it is credited, or goes on its way from a sender who uses the service, too. */
  accept(incoming: IncomingTransactionRecord): void {
    this.#transactions.setIncomingStatus(incoming, "PROCESSING");
    const outgoing = this.#transactions.senderSide(incoming);
    if (outgoing && incoming.sender) this.#deliver(outgoing, incoming.sender.outcome);
    else if (this.tryToMove(incoming, "destination"))
      this.#transactions.setIncomingStatus(incoming, "COMPLETED");
    else this.#transactions.setIncomingStatus(incoming, "FAILED", "QUOTE_EXECUTION_FAILED");
  }

  /** The platform does not let a payment come in: a sender who uses the service, too, gets the money back. */
  refuse(
    incoming: IncomingTransactionRecord,
    status: "REJECTED" | "FAILED",
    failureReason?: IncomingFailureReason,
  ): void {
    this.#transactions.setIncomingStatus(incoming, status, failureReason);
    const outgoing = this.#transactions.senderSide(incoming);
    if (outgoing) this.fail(outgoing, { failureReason: "COUNTERPARTY_POST_TX_FAILED" });
  }

  #deliver(transaction: OutgoingTransactionRecord, outcome: PayoutOutcome): void {
    switch (outcome.kind) {
      case "delivered":
        this.afterDelay(transaction, outcome.delayMs, { kind: "complete" });
        break;
      case "returned":
        this.complete(transaction);
        if (transaction.status === "COMPLETED") {
          const { failureReason } = outcome;
          this.afterDelay(transaction, outcome.delayMs, { kind: "fail", failureReason });
        }
        break;
      case "refused":
      case "undelivered":
        this.fail(transaction, outcome);
        break;
    }
  }

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
  setStatus(id: string, status: string, failureReason?: string): void {
    const transaction = this.#transactions.get(id);
    const given = failureReason ?? defaultReasons[status];
    if (transaction.type === "INCOMING") {
      const next = oneOf(status, incomingStatuses, "status");
      const reason = given === undefined ? undefined : oneOf(given, incomingFailureReasons, "failureReason");
      const outgoing = this.#transactions.senderSide(transaction);
      if (outgoing) this.#setSenderStatus(outgoing, ...senderStep(next));
      // What could not be taken back is still the receiver's.
      if (outgoing?.money.at === "destination" && next !== "COMPLETED") return;
      if (outgoing && transaction.status === next && transaction.failureReason === reason) return;
      this.move(transaction, placeOf(next));
      this.callOff(transaction);
      delete transaction.settledAt;
      transaction.awaitsApproval &&= next === "PENDING";
      this.#transactions.setIncomingStatus(transaction, next, reason);
      return;
    }
    const next = oneOf(status, outgoingStatuses, "status");
    const reason = given === undefined ? undefined : oneOf(given, outgoingFailureReasons, "failureReason");
    this.#setSenderStatus(transaction, next, reason);
  }

  #setSenderStatus(
    transaction: OutgoingTransactionRecord,
    next: OutgoingStatus,
    reason?: OutgoingFailureReason,
  ): void {
    if (next === "FAILED") {
      this.callOff(transaction);
      this.fail(transaction, { failureReason: reason ?? "QUOTE_EXECUTION_FAILED" });
      return;
    }
    this.move(transaction, placeOf(next));
    this.callOff(transaction);
    delete transaction.settledAt;
    delete transaction.refund;
    this.#transactions.setOutgoingStatus(transaction, next, reason);
  }
}
