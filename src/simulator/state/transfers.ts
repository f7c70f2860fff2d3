import type { World } from "../world";
import type { ExternalAccountRecord } from "./external-accounts";
import type { InternalAccountRecord } from "./internal-accounts";
import { bookAccount } from "./ledger";
import type { Leg } from "./ledger";
import { transferFailureReasons, transferOutcome } from "./outcomes";
import {
  addTransaction,
  afterDelay,
  completeOutgoing,
  failOutgoing,
  moveMoney,
  requireFunds,
  setIncomingStatus,
  tryToMoveMoney,
} from "./settlement";
import type { IncomingTransactionRecord, OutgoingTransactionRecord } from "./transactions";

export interface Transfer {
  internal: InternalAccountRecord;
  external: ExternalAccountRecord;
  /** In the smallest unit of the currency, which both accounts share. */
  amount: number;
}

/** The way of money in one currency, from one book account to another. */
export function ways(
  from: string,
  to: string,
  currency: string,
  amount: number,
): { departure: Leg[]; arrival: Leg[] } {
  const transit = bookAccount.suspense(currency);
  return {
    departure: [
      { account: from, currency, amount: -amount },
      { account: transit, currency, amount },
    ],
    arrival: [
      { account: transit, currency, amount: -amount },
      { account: to, currency, amount },
    ],
  };
}

/** A reference for the platform's books (specification, Transaction, reconciliationInstructions). */
export function newReference(world: World): string {
  return `REF-${world.random.text(10).toUpperCase()}`;
}

/** Pulls money from an external account; what comes of it is decided by the account's test digits (SBX-07 to SBX-11). */
export function transferIn(
  world: World,
  { internal, external, amount }: Transfer,
): IncomingTransactionRecord {
  const { currency } = internal;
  const now = world.clock.iso();
  const transaction: IncomingTransactionRecord = {
    id: world.random.id("Transaction"),
    type: "INCOMING",
    status: "PENDING",
    source: { sourceType: "ACCOUNT", accountId: external.id, currency },
    destination: { destinationType: "ACCOUNT", accountId: internal.id, currency },
    customerId: internal.customerId,
    createdAt: now,
    updatedAt: now,
    receivedAmount: { amount, currency },
    reference: newReference(world),
    awaitsApproval: false,
    money: { at: "source", ...ways(bookAccount.external(currency), internal.id, currency, amount) },
  };
  addTransaction(world, transaction);
  const outcome = transferOutcome(world, external);
  const { failed, rejected } = transferFailureReasons.incoming;
  const fail = (): void => {
    setIncomingStatus(world, transaction, "FAILED", failed);
  };
  switch (outcome.kind) {
    case "delivered":
      if (tryToMoveMoney(world, transaction, "destination"))
        setIncomingStatus(world, transaction, "COMPLETED");
      else fail();
      break;
    case "refused":
      fail();
      break;
    case "rejected":
      setIncomingStatus(world, transaction, "REJECTED", rejected);
      break;
    case "fails-later":
      afterDelay(world, transaction, outcome.delay, fail);
      break;
  }
  return transaction;
}

/**
 * Pushes money to an external account: debited when it is accepted, restored when it fails later on (TRF-07).
 *
 * @throws {Problem} 400 when the balance does not suffice; nothing changed then (OP-53).
 */
export function transferOut(
  world: World,
  { internal, external, amount }: Transfer,
): OutgoingTransactionRecord {
  const { currency } = internal;
  const outcome = transferOutcome(world, external);
  if (outcome.kind !== "refused") requireFunds(world, internal.id, amount);
  const now = world.clock.iso();
  const transaction: OutgoingTransactionRecord = {
    id: world.random.id("Transaction"),
    type: "OUTGOING",
    status: "PENDING",
    source: { sourceType: "ACCOUNT", accountId: internal.id, currency },
    destination: { destinationType: "ACCOUNT", accountId: external.id, currency },
    customerId: internal.customerId,
    createdAt: now,
    updatedAt: now,
    sentAmount: { amount, currency },
    money: { at: "source", ...ways(internal.id, bookAccount.external(currency), currency, amount) },
  };
  addTransaction(world, transaction);
  const { failed, rejected } = transferFailureReasons.outgoing;
  if (outcome.kind !== "refused") moveMoney(world, transaction, "transit");
  switch (outcome.kind) {
    case "delivered":
      completeOutgoing(world, transaction);
      break;
    case "refused":
      failOutgoing(world, transaction, { failureReason: failed });
      break;
    case "rejected":
      failOutgoing(world, transaction, { failureReason: rejected });
      break;
    case "fails-later":
      afterDelay(world, transaction, outcome.delay, () => {
        failOutgoing(world, transaction, { failureReason: failed });
      });
      break;
  }
  return transaction;
}
