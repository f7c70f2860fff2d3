import type { IncomingTransaction } from "../../models/transaction";
import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import { present } from "../runtime/present";
import type { WorldState } from "../runtime/state";
import { currencyObject } from "./currencies";
import type { CurrencyObject } from "./currencies";
import type { Customers } from "./customers";
import { receiverStep } from "./receiver-side";
import { Store } from "./store";
import type {
  IncomingFailureReason,
  IncomingStatus,
  IncomingTransactionRecord,
  OutgoingFailureReason,
  OutgoingStatus,
  OutgoingTransactionRecord,
  TransactionDestination,
  TransactionRecord,
  TransactionSource,
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

/** The account or the UMA address of one side. */
export function identifierOf(side: TransactionSource | TransactionDestination): string | undefined {
  if ("accountId" in side) return side.accountId;
  return "umaAddress" in side ? side.umaAddress : undefined;
}

function identifiersOf({ source, destination }: TransactionRecord): string[] {
  return [identifierOf(source), identifierOf(destination)].filter((identifier) => identifier !== undefined);
}

/** What transactions are found by (OP-57). */
export type TransactionIndex =
  "customerId" | "identifier" | "sender" | "receiver" | "reference" | "status" | "type";

interface AmountView {
  amount: number;
  currency: CurrencyObject;
}

function amountView({ amount, currency }: { amount: number; currency: string }): AmountView {
  return { amount, currency: currencyObject(currency) };
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  events: EventLog;
  customers: Customers;
  /** The `customerId` of transactions that belong to no customer (OP-59). */
  platformId: string;
}

/** The transactions with their statuses: each change of a status is announced. */
export class Transactions extends Store<TransactionRecord, TransactionIndex> {
  readonly #clock: VirtualClock;
  readonly #events: EventLog;
  readonly #customers: Customers;
  readonly #platformId: string;

  constructor({ state, clock, events, customers, platformId }: Collaborators) {
    super("Transaction", state, {
      customerId: ({ customerId }) => customerId,
      identifier: identifiersOf,
      sender: ({ source }) => identifierOf(source),
      receiver: ({ destination }) => identifierOf(destination),
      reference: (transaction) => (transaction.type === "INCOMING" ? transaction.reference : undefined),
      status: ({ status }) => status,
      type: ({ type }) => type,
    });
    this.#clock = clock;
    this.#events = events;
    this.#customers = customers;
    this.#platformId = platformId;
  }

  /** Stores a new transaction and announces it. */
  add(transaction: TransactionRecord): void {
    this.set(transaction.id, transaction);
    this.#announce(transaction);
  }

  /** The outgoing transaction of an id that the service itself has kept. */
  outgoing(id: string): OutgoingTransactionRecord {
    const transaction = this.get(id);
    if (transaction.type !== "OUTGOING") throw new Error(`${id} is not an outgoing transaction`);
    return transaction;
  }

  /** The incoming transaction of an id that the service itself has kept. */
  incoming(id: string): IncomingTransactionRecord {
    const transaction = this.get(id);
    if (transaction.type !== "INCOMING") throw new Error(`${id} is not an incoming transaction`);
    return transaction;
  }

  setIncomingStatus(
    transaction: IncomingTransactionRecord,
    status: IncomingStatus,
    failureReason?: IncomingFailureReason,
  ): void {
    this.change(transaction.id, () => {
      transaction.status = status;
    });
    if (failureReason) transaction.failureReason = failureReason;
    else delete transaction.failureReason;
    this.#touch(transaction);
  }

  setOutgoingStatus(
    transaction: OutgoingTransactionRecord,
    status: OutgoingStatus,
    failureReason?: OutgoingFailureReason,
  ): void {
    this.change(transaction.id, () => {
      transaction.status = status;
    });
    if (failureReason) transaction.failureReason = failureReason;
    else delete transaction.failureReason;
    this.#touch(transaction);
    this.#followSender(transaction);
  }

  /** Announces a refund of an outgoing transaction, whose own status stays. */
  announceRefund(transaction: OutgoingTransactionRecord, status: "PENDING" | "COMPLETED" | "FAILED"): void {
    this.#events.emit(`OUTGOING_PAYMENT.REFUND_${status}`, this.view(transaction));
    this.#followSender(transaction);
  }

  /** The receiver's own transaction of a payment inside the service. */
  receiverSide({
    receiverTransactionId = "",
  }: OutgoingTransactionRecord): IncomingTransactionRecord | undefined {
    const incoming = this.find(receiverTransactionId);
    return incoming?.type === "INCOMING" ? incoming : undefined;
  }

  /** The sender's transaction of a payment inside the service. */
  senderSide({ sender }: IncomingTransactionRecord): OutgoingTransactionRecord | undefined {
    const outgoing = this.find(sender?.transactionId ?? "");
    return outgoing?.type === "OUTGOING" ? outgoing : undefined;
  }

  /** Both sides of a payment go together: every change of the sender's is the receiver's, too. */
  #followSender(outgoing: OutgoingTransactionRecord): void {
    const incoming = this.receiverSide(outgoing);
    const step = incoming && receiverStep(outgoing, incoming);
    if (!step || step[0] === incoming.status) return;
    incoming.awaitsApproval = false;
    this.setIncomingStatus(incoming, ...step);
  }

  /** The owner in the index of a `customerId` as callers name it: `null` is the platform. */
  ownerKey(customerId: string): string | null {
    return customerId === this.#platformId ? null : customerId;
  }

  /** The same of a `platformCustomerId`; `undefined` when nobody has it. */
  ownerKeyOfPlatform(platformCustomerId: string): string | null | undefined {
    if (platformCustomerId === this.#platformId) return null;
    return this.#customers.by("platformCustomerId", platformCustomerId)[0]?.id;
  }

  /** The platform's id and the customer's, as both appear in a transaction. */
  ownerOf({ customerId }: TransactionRecord): { customerId: string; platformCustomerId: string } {
    if (customerId === null) return { customerId: this.#platformId, platformCustomerId: this.#platformId };
    return { customerId, platformCustomerId: this.#customers.get(customerId).platformCustomerId };
  }

  /** The transaction as responses and events show it (specification, "Transaction"). */
  view(transaction: TransactionRecord): object {
    return transaction.type === "INCOMING" ? this.incomingView(transaction) : this.outgoingView(transaction);
  }

  incomingView(transaction: IncomingTransactionRecord): IncomingTransaction {
    const { type, status, receivedAmount, reference, failureReason } = transaction;
    return present({
      ...this.#commonView(transaction),
      type,
      status,
      receivedAmount: amountView(receivedAmount),
      reconciliationInstructions: status === "CREATED" ? undefined : { reference },
      failureReason,
    });
  }

  outgoingView(transaction: OutgoingTransactionRecord) {
    const { type, status, sentAmount, receivedAmount, failureReason, refund } = transaction;
    return present({
      ...this.#commonView(transaction),
      type,
      status,
      sentAmount: amountView(sentAmount),
      receivedAmount: receivedAmount && amountView(receivedAmount),
      exchangeRate: transaction.exchangeRate,
      fees: transaction.fees,
      rateDetails: transaction.rateDetails,
      quoteId: transaction.quoteId,
      paymentInstructions: transaction.paymentInstructions,
      refund,
      failureReason,
    });
  }

  #commonView(transaction: TransactionRecord) {
    return {
      id: transaction.id,
      ...this.ownerOf(transaction),
      source: transaction.source,
      destination: transaction.destination,
      createdAt: transaction.createdAt,
      updatedAt: transaction.updatedAt,
      settledAt: transaction.settledAt,
      description: transaction.description,
      counterpartyInformation: transaction.counterpartyInformation,
    };
  }

  #touch(transaction: TransactionRecord): void {
    transaction.updatedAt = this.#clock.iso();
    if (transaction.status === "COMPLETED") transaction.settledAt = transaction.updatedAt;
    this.#announce(transaction);
  }

  /** Announces a payment about which the platform is asked now. */
  announcePending(transaction: IncomingTransactionRecord): void {
    this.#events.emit("INCOMING_PAYMENT.PENDING", this.view(transaction));
  }

  #announce(transaction: TransactionRecord): void {
    if (transaction.type === "OUTGOING") {
      this.#events.emit(`OUTGOING_PAYMENT.${transaction.status}`, this.view(transaction));
      return;
    }
    // Its event is the question to the platform, which is asked when the sender has paid.
    if (transaction.status === "PENDING" && transaction.sender?.needsApproval) return;
    const event = incomingEvents[transaction.status];
    if (event) this.#events.emit(`INCOMING_PAYMENT.${event}`, this.view(transaction));
  }
}
