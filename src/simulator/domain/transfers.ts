import type { VirtualClock } from "../runtime/clock";
import type { SeededRandom } from "../runtime/random";
import type { ExternalAccountRecord } from "./external-accounts";
import type { InternalAccountRecord } from "./internal-accounts";
import { bookAccount, waysBetween } from "./ledger";
import { transferFailureReasons, transferOutcome } from "./outcomes";
import type { OutcomeOptions } from "./outcomes";
import type { Settlement } from "./settlement";
import type { Transactions } from "./transaction-store";
import { newReference } from "./transactions";
import type { IncomingTransactionRecord, OutgoingTransactionRecord } from "./transactions";

export interface Transfer {
  internal: InternalAccountRecord;
  external: ExternalAccountRecord;
  /** In the smallest unit of the currency, which both accounts share. */
  amount: number;
}

interface Collaborators {
  clock: VirtualClock;
  random: SeededRandom;
  transactions: Transactions;
  settlement: Settlement;
  options: OutcomeOptions;
}

/** Transfers between an internal and an external account of one currency. */
export class Transfers {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #transactions: Transactions;
  readonly #settlement: Settlement;
  readonly #options: OutcomeOptions;

  constructor({ clock, random, transactions, settlement, options }: Collaborators) {
    this.#clock = clock;
    this.#random = random;
    this.#transactions = transactions;
    this.#settlement = settlement;
    this.#options = options;
  }

  /** Pulls money from an external account; what comes of it is decided by the account's test digits. */
  in({ internal, external, amount }: Transfer): IncomingTransactionRecord {
    const { currency } = internal;
    const now = this.#clock.iso();
    const transaction: IncomingTransactionRecord = {
      id: this.#random.id("Transaction"),
      type: "INCOMING",
      status: "PENDING",
      source: { sourceType: "ACCOUNT", accountId: external.id, currency },
      destination: { destinationType: "ACCOUNT", accountId: internal.id, currency },
      customerId: internal.customerId,
      createdAt: now,
      updatedAt: now,
      receivedAmount: { amount, currency },
      reference: newReference(this.#random),
      awaitsApproval: false,
      money: { at: "source", ...waysBetween(bookAccount.external(currency), internal.id, currency, amount) },
    };
    this.#transactions.add(transaction);
    const outcome = transferOutcome(this.#options, external);
    const { failed, rejected } = transferFailureReasons.incoming;
    const fail = (): void => {
      this.#transactions.setIncomingStatus(transaction, "FAILED", failed);
    };
    switch (outcome.kind) {
      case "delivered":
        if (this.#settlement.tryToMove(transaction, "destination"))
          this.#transactions.setIncomingStatus(transaction, "COMPLETED");
        else fail();
        break;
      case "refused":
        fail();
        break;
      case "rejected":
        this.#transactions.setIncomingStatus(transaction, "REJECTED", rejected);
        break;
      case "fails-later":
        this.#settlement.afterDelay(transaction, outcome.delayMs, {
          kind: "fail-incoming",
          failureReason: failed,
        });
        break;
    }
    return transaction;
  }

  /**
   * Pushes money to an external account: debited when it is accepted, restored when it fails later on.
   *
   * @throws {Problem} when the request is refused: 400 when the balance does not suffice; nothing changed then (OP-53).
   */
  out({ internal, external, amount }: Transfer): OutgoingTransactionRecord {
    const { currency } = internal;
    const outcome = transferOutcome(this.#options, external);
    if (outcome.kind !== "refused") this.#settlement.requireFunds(internal.id, amount);
    const now = this.#clock.iso();
    const transaction: OutgoingTransactionRecord = {
      id: this.#random.id("Transaction"),
      type: "OUTGOING",
      status: "PENDING",
      source: { sourceType: "ACCOUNT", accountId: internal.id, currency },
      destination: { destinationType: "ACCOUNT", accountId: external.id, currency },
      customerId: internal.customerId,
      createdAt: now,
      updatedAt: now,
      sentAmount: { amount, currency },
      money: { at: "source", ...waysBetween(internal.id, bookAccount.external(currency), currency, amount) },
    };
    this.#transactions.add(transaction);
    const { failed, rejected } = transferFailureReasons.outgoing;
    if (outcome.kind !== "refused") this.#settlement.move(transaction, "transit");
    switch (outcome.kind) {
      case "delivered":
        this.#settlement.complete(transaction);
        break;
      case "refused":
        this.#settlement.fail(transaction, { failureReason: failed });
        break;
      case "rejected":
        this.#settlement.fail(transaction, { failureReason: rejected });
        break;
      case "fails-later":
        this.#settlement.afterDelay(transaction, outcome.delayMs, { kind: "fail", failureReason: failed });
        break;
    }
    return transaction;
  }
}
