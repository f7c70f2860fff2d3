import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import type { SeededRandom } from "../runtime/random";
import type { AttemptResult } from "../runtime/webhook-attempt";
import type { Webhooks } from "../runtime/webhooks";
import { bookAccount, waysBetween } from "./ledger";
import { conflict } from "./problem";
import type { Settlement } from "./settlement";
import type { Transactions } from "./transaction-store";
import { newReference } from "./transactions";
import type { IncomingFailureReason, IncomingTransactionRecord, TransactionRecord } from "./transactions";
import type { DepositAccount } from "./uma";

export interface IncomingPayment {
  senderUmaAddress: string;
  customerId: string;
  deposit: DepositAccount;
  /** In the smallest unit of the deposit's currency. */
  amount: number;
}

/** How many turns of the microtask queue an approval that is given at once may take. */
const APPROVAL_TURNS = 16;

/** How long a callback or an endpoint may take unless the option says otherwise. */
const DEFAULT_APPROVAL_TIMEOUT_MS = 30_000;

/** What the platform says to an incoming payment. */
type Decision =
  | { kind: "approved" }
  | { kind: "rejected" }
  /** By `POST /transactions/{transactionId}/approve` or `/reject`. */
  | { kind: "later" }
  | { kind: "failed"; reason: IncomingFailureReason };

/** The decision that the endpoint's response is (contract, "incomingPaymentWebhook"). */
function decisionOf(result: Exclude<AttemptResult, { kind: "stopped" }>): Decision {
  if (result.kind === "timeout") return { kind: "failed", reason: "PAYMENT_APPROVAL_TIMED_OUT" };
  switch (result.kind === "response" ? result.status : undefined) {
    case 200:
      return { kind: "approved" };
    case 202:
      return { kind: "later" };
    case 403:
      return { kind: "rejected" };
    case 422:
      return { kind: "failed", reason: "MISSING_MANDATORY_PAYEE_DATA" };
    default:
      return { kind: "failed", reason: "PAYMENT_APPROVAL_WEBHOOK_ERROR" };
  }
}

/** Ends the waiting; `false` when somebody, or the time, has decided before. */
function endWaiting(transaction: IncomingTransactionRecord): boolean {
  if (!transaction.awaitsApproval) return false;
  transaction.awaitsApproval = false;
  transaction.cancelTimer?.();
  return true;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
function requireAwaitingApproval(transaction: TransactionRecord): IncomingTransactionRecord {
  if (transaction.type === "INCOMING" && endWaiting(transaction)) return transaction;
  throw conflict("The transaction is not waiting for approval", "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
}

type Options = Pick<ResolvedOptions, "approvePayment" | "paymentApproval" | "paymentApprovalTimeoutMs">;

interface Collaborators {
  clock: VirtualClock;
  random: SeededRandom;
  transactions: Transactions;
  settlement: Settlement;
  webhooks: Webhooks;
  options: Options;
}

/** UMA payments from outside to customers of the platform. */
export class IncomingPayments {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #transactions: Transactions;
  readonly #settlement: Settlement;
  readonly #webhooks: Webhooks;
  readonly #options: Options;

  constructor({ clock, random, transactions, settlement, webhooks, options }: Collaborators) {
    this.#clock = clock;
    this.#random = random;
    this.#transactions = transactions;
    this.#settlement = settlement;
    this.#webhooks = webhooks;
    this.#options = options;
  }

  /**
   * Takes in an UMA payment for a customer. Unless the platform has a say in it, the payment arrives at once; otherwise it
   * is PENDING until the platform decides.
   */
  async receive(payment: IncomingPayment): Promise<IncomingTransactionRecord> {
    const { customerId, deposit, amount } = payment;
    const { currency } = deposit;
    const now = this.#clock.iso();
    const decider = this.#decider();
    const transaction: IncomingTransactionRecord = {
      id: this.#random.id("Transaction"),
      type: "INCOMING",
      status: "PENDING",
      source: { sourceType: "UMA_ADDRESS", umaAddress: payment.senderUmaAddress, currency },
      destination: { destinationType: "ACCOUNT", accountId: deposit.accountId, currency },
      customerId,
      createdAt: now,
      updatedAt: now,
      receivedAmount: { amount, currency },
      reference: newReference(this.#random),
      awaitsApproval: decider !== "automatic",
      money: { at: "source", ...waysBetween(bookAccount.external(currency), deposit.book, currency, amount) },
    };
    const event = this.#transactions.add(transaction);
    const { paymentApprovalTimeoutMs } = this.#options;
    if (decider === "automatic") this.#credit(transaction);
    else if (decider === "manual") this.#limitWaiting(transaction, paymentApprovalTimeoutMs);
    else {
      this.#limitWaiting(transaction, paymentApprovalTimeoutMs ?? DEFAULT_APPROVAL_TIMEOUT_MS);
      if (decider === "webhook") this.#askEndpoint(transaction, event?.id);
      else await this.#askCallback(transaction, decider);
    }
    return transaction;
  }

  /** Who has the say: the callback, else what the option says, else the platform's endpoint when there is one. */
  #decider(): NonNullable<Options["approvePayment"] | Options["paymentApproval"]> {
    const { approvePayment, paymentApproval } = this.#options;
    return approvePayment ?? paymentApproval ?? (this.#webhooks.url === undefined ? "automatic" : "webhook");
  }

  #credit(transaction: IncomingTransactionRecord): void {
    this.#transactions.setIncomingStatus(transaction, "PROCESSING");
    if (this.#settlement.tryToMove(transaction, "destination"))
      this.#transactions.setIncomingStatus(transaction, "COMPLETED");
    else this.#transactions.setIncomingStatus(transaction, "FAILED", "QUOTE_EXECUTION_FAILED");
  }

  /** No decision in time is a failure; without a limit the payment waits for good. */
  #limitWaiting(transaction: IncomingTransactionRecord, limitMs: number | undefined): void {
    if (limitMs === undefined) return;
    transaction.cancelTimer = this.#clock.schedule(this.#clock.now() + limitMs, () => {
      this.#decide(transaction, { kind: "failed", reason: "PAYMENT_APPROVAL_TIMED_OUT" });
    });
  }

  async #askCallback(
    transaction: IncomingTransactionRecord,
    approvePayment: NonNullable<Options["approvePayment"]>,
  ): Promise<void> {
    const question = structuredClone(this.#transactions.incomingView(transaction));
    const decision = (async () => approvePayment(question))().then(
      (isApproved) => {
        this.#decide(transaction, { kind: isApproved ? "approved" : "rejected" });
      },
      () => {
        this.#decide(transaction, { kind: "failed", reason: "PAYMENT_APPROVAL_WEBHOOK_ERROR" });
      },
    );
    // A decision that needs no waiting is part of the call; a later one finds the payment PENDING, as with a real webhook.
    await Promise.race([decision, turns(APPROVAL_TURNS)]);
  }

  /** The response to the event of the payment decides. */
  #askEndpoint(transaction: IncomingTransactionRecord, eventId: string | undefined): void {
    if (eventId === undefined) return;
    this.#webhooks.onResult(eventId, (result) => {
      if (result.kind !== "stopped") this.#decide(transaction, decisionOf(result));
    });
  }

  /** Carries out a decision; one that comes too late counts no more. */
  #decide(transaction: IncomingTransactionRecord, decision: Decision): void {
    if (decision.kind === "later") {
      // The endpoint has responded in time: only a limit that was asked for goes on.
      if (transaction.awaitsApproval && this.#options.paymentApprovalTimeoutMs === undefined)
        transaction.cancelTimer?.();
      return;
    }
    if (!endWaiting(transaction)) return;
    if (decision.kind === "approved") this.#credit(transaction);
    else if (decision.kind === "rejected") this.#transactions.setIncomingStatus(transaction, "REJECTED");
    else this.#transactions.setIncomingStatus(transaction, "FAILED", decision.reason);
  }

  /** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
  approve(transaction: TransactionRecord): IncomingTransactionRecord {
    const payment = requireAwaitingApproval(transaction);
    this.#credit(payment);
    return payment;
  }

  /** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
  reject(transaction: TransactionRecord): IncomingTransactionRecord {
    const payment = requireAwaitingApproval(transaction);
    this.#transactions.setIncomingStatus(payment, "REJECTED");
    return payment;
  }
}
