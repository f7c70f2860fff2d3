import { bookAccount, moneyBetween } from "./ledger";
import { transferOutcome } from "./outcomes";
import type { ExternalAccountRecord, InternalAccountRecord } from "./records/accounts";
import type { IncomingTransactionRecord, OutgoingTransactionRecord } from "./records/payments";
import { deliver, endLater, moveMoney, requireFunds, tryToMoveMoney } from "./settlement";
import { addTransaction, newIncomingTransaction, newTransaction, setStatus } from "./transactions";
import type { World } from "./world";

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
