import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { Schedule, Tasks } from "../runtime/tasks";
import type { AttemptResult } from "../runtime/webhook-attempt";
import type { Webhooks } from "../runtime/webhooks";
import { bookAccount, waysBetween } from "./ledger";
import { conflict } from "./problem";
import type { Decider } from "./receiver-side";
import type { Settlement } from "./settlement";
import type { Transactions } from "./transaction-store";
import { newReference } from "./transactions";
import type {
  IncomingFailureReason,
  IncomingTransactionRecord,
  OutgoingTransactionRecord,
  TransactionRecord,
} from "./transactions";
import type { DepositAccount } from "./uma";

export interface IncomingPayment {
  senderUmaAddress: string;
  /** What the sender says about itself. */
  senderInformation: Record<string, string> | undefined;
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
function decisionOf(result: AttemptResult): Decision {
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

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

type Options = Pick<ResolvedOptions, "approvePayment" | "paymentApprovalTimeoutMs">;

interface Collaborators {
  tasks: Tasks;
  clock: VirtualClock;
  random: SeededRandom;
  transactions: Transactions;
  settlement: Settlement;
  webhooks: Webhooks;
  options: Options;
  /** Who decides about an incoming payment by UMA, now. */
  decider: () => Decider;
}

/** UMA payments from outside to customers of the platform. */
export class IncomingPayments {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #transactions: Transactions;
  readonly #settlement: Settlement;
  readonly #webhooks: Webhooks;
  readonly #options: Options;
  readonly #decider: () => Decider;
  readonly #scheduleTimeout: Schedule<{ transactionId: string }>;

  constructor({ clock, random, tasks, transactions, settlement, webhooks, options, decider }: Collaborators) {
    this.#clock = clock;
    this.#random = random;
    this.#transactions = transactions;
    this.#settlement = settlement;
    this.#webhooks = webhooks;
    this.#options = options;
    this.#decider = decider;
    this.#scheduleTimeout = tasks.define("payment-approval.time-out", ({ transactionId }) => {
      const transaction = transactions.incoming(transactionId);
      this.#decide(transaction, { kind: "failed", reason: "PAYMENT_APPROVAL_TIMED_OUT" });
    });
    // The response to the event of a payment decides about it, when the endpoint was asked.
    webhooks.takeResults("INCOMING_PAYMENT.PENDING", (event, result) => {
      if (event.type !== "INCOMING_PAYMENT.PENDING") return false;
      const transaction = transactions.incoming(event.data.id);
      if (transaction.asksEndpoint !== true) return false;
      this.#decide(transaction, decisionOf(result));
      return true;
    });
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
      ...present({ counterpartyInformation: payment.senderInformation }),
      receivedAmount: { amount, currency },
      reference: newReference(this.#random),
      awaitsApproval: decider !== "automatic",
      ...(decider === "webhook" ? { asksEndpoint: true } : {}),
      money: { at: "source", ...waysBetween(bookAccount.external(currency), deposit.book, currency, amount) },
    };
    this.#transactions.add(transaction);
    if (decider === "automatic") this.#settlement.accept(transaction);
    else await this.#ask(transaction, decider);
    return transaction;
  }

  /** Asks the platform about a payment from inside the service that waits for it (OP-68). */
  async askForReceiver(outgoing: OutgoingTransactionRecord): Promise<void> {
    const transaction = this.#transactions.receiverSide(outgoing);
    if (!transaction?.awaitsApproval) return;
    const decider = this.#decider();
    if (decider === "webhook") transaction.asksEndpoint = true;
    this.#transactions.announcePending(transaction);
    // The endpoint may have gone since the quote was made: then the routes decide.
    if (decider !== "automatic") await this.#ask(transaction, decider);
  }

  async #ask(transaction: IncomingTransactionRecord, decider: Exclude<Decider, "automatic">): Promise<void> {
    const { paymentApprovalTimeoutMs } = this.#options;
    // What is left to the routes waits for good, unless a limit is asked for.
    const limitMs = decider === "manual" ? undefined : DEFAULT_APPROVAL_TIMEOUT_MS;
    this.#limitWaiting(transaction, paymentApprovalTimeoutMs ?? limitMs);
    if (typeof decider === "function") await this.#askCallback(transaction, decider);
    else if (decider === "webhook" && this.#webhooks.url === undefined)
      this.#decide(transaction, { kind: "failed", reason: "PAYMENT_APPROVAL_WEBHOOK_ERROR" });
  }

  #limitWaiting(transaction: IncomingTransactionRecord, limitMs: number | undefined): void {
    if (limitMs === undefined) return;
    const deadline = this.#clock.now() + limitMs;
    transaction.taskId = this.#scheduleTimeout(deadline, { transactionId: transaction.id });
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

  /** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
  approve(transaction: TransactionRecord): IncomingTransactionRecord {
    const payment = this.#requireAwaitingApproval(transaction);
    this.#settlement.accept(payment);
    return payment;
  }

  /** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
  reject(transaction: TransactionRecord): IncomingTransactionRecord {
    const payment = this.#requireAwaitingApproval(transaction);
    this.#settlement.refuse(payment, "REJECTED");
    return payment;
  }

  /** Carries out a decision; one that comes too late counts no more. */
  #decide(transaction: IncomingTransactionRecord, decision: Decision): void {
    if (decision.kind === "later") {
      // The endpoint has responded in time: only a limit that was asked for goes on.
      const isLimited = this.#options.paymentApprovalTimeoutMs !== undefined;
      if (transaction.awaitsApproval && !isLimited) this.#settlement.callOff(transaction);
      return;
    }
    if (!this.#endWaiting(transaction)) return;
    if (decision.kind === "approved") this.#settlement.accept(transaction);
    else if (decision.kind === "rejected") this.#settlement.refuse(transaction, "REJECTED");
    else this.#settlement.refuse(transaction, "FAILED", decision.reason);
  }

  /** Ends the waiting; `false` when somebody, or the time, has decided before. */
  #endWaiting(transaction: IncomingTransactionRecord): boolean {
    if (!transaction.awaitsApproval) return false;
    transaction.awaitsApproval = false;
    this.#settlement.callOff(transaction);
    return true;
  }

  /** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
  #requireAwaitingApproval(transaction: TransactionRecord): IncomingTransactionRecord {
    if (transaction.type === "INCOMING" && this.#endWaiting(transaction)) return transaction;
    const message = "The transaction is not waiting for approval";
    throw conflict(message, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
  }
}
