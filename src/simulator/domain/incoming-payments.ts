import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { Schedule, Tasks } from "../runtime/tasks";
import { bookAccount, waysBetween } from "./ledger";
import { conflict } from "./problem";
import { asksPlatform } from "./receiver-side";
import type { Settlement } from "./settlement";
import type { Transactions } from "./transaction-store";
import { newReference } from "./transactions";
import type { IncomingTransactionRecord, OutgoingTransactionRecord, TransactionRecord } from "./transactions";
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

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

type Options = Pick<ResolvedOptions, "approvePayment" | "paymentApproval" | "paymentApprovalTimeoutMs">;

interface Collaborators {
  tasks: Tasks;
  clock: VirtualClock;
  random: SeededRandom;
  transactions: Transactions;
  settlement: Settlement;
  options: Options;
}

/** UMA payments from outside to customers of the platform. */
export class IncomingPayments {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #transactions: Transactions;
  readonly #settlement: Settlement;
  readonly #options: Options;
  readonly #scheduleTimeout: Schedule<{ transactionId: string }>;

  constructor({ clock, random, tasks, transactions, settlement, options }: Collaborators) {
    this.#clock = clock;
    this.#random = random;
    this.#transactions = transactions;
    this.#settlement = settlement;
    this.#options = options;
    this.#scheduleTimeout = tasks.define("payment-approval.time-out", ({ transactionId }) => {
      const transaction = transactions.incoming(transactionId);
      if (this.#decide(transaction)) settlement.refuse(transaction, "FAILED", "PAYMENT_APPROVAL_TIMED_OUT");
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
      awaitsApproval: asksPlatform(this.#options),
      money: { at: "source", ...waysBetween(bookAccount.external(currency), deposit.book, currency, amount) },
    };
    this.#transactions.add(transaction);
    if (!transaction.awaitsApproval) this.#settlement.accept(transaction);
    else if (this.#options.approvePayment) await this.#askPlatform(transaction, this.#options.approvePayment);
    return transaction;
  }

  /** Asks the platform about a payment from inside the service that waits for it (OP-68). */
  async askForReceiver(outgoing: OutgoingTransactionRecord): Promise<void> {
    const transaction = this.#transactions.receiverSide(outgoing);
    if (transaction?.awaitsApproval && this.#options.approvePayment) {
      await this.#askPlatform(transaction, this.#options.approvePayment);
    }
  }

  async #askPlatform(
    transaction: IncomingTransactionRecord,
    approvePayment: NonNullable<Options["approvePayment"]>,
  ): Promise<void> {
    const deadline = this.#clock.now() + this.#options.paymentApprovalTimeoutMs;
    transaction.taskId = this.#scheduleTimeout(deadline, { transactionId: transaction.id });
    const question = structuredClone(this.#transactions.incomingView(transaction));
    const decision = (async () => approvePayment(question))().then(
      (isApproved) => {
        if (!this.#decide(transaction)) return;
        if (isApproved) this.#settlement.accept(transaction);
        else this.#settlement.refuse(transaction, "REJECTED");
      },
      () => {
        if (this.#decide(transaction))
          this.#settlement.refuse(transaction, "FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR");
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

  /** Ends the waiting; `false` when somebody, or the time, has decided before. */
  #decide(transaction: IncomingTransactionRecord): boolean {
    if (!transaction.awaitsApproval) return false;
    transaction.awaitsApproval = false;
    this.#settlement.callOff(transaction);
    return true;
  }

  /** @throws {Problem} when the request is refused: 409 when the transaction does not wait for the platform. */
  #requireAwaitingApproval(transaction: TransactionRecord): IncomingTransactionRecord {
    if (transaction.type === "INCOMING" && this.#decide(transaction)) return transaction;
    const message = "The transaction is not waiting for approval";
    throw conflict(message, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
  }
}
