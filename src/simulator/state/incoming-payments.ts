import { conflict } from "../problem";
import type { World } from "../world";
import { bookAccount } from "./ledger";
import { addTransaction, setIncomingStatus, tryToMoveMoney } from "./settlement";
import { incomingTransactionBody } from "./transactions";
import type { IncomingTransactionRecord, TransactionRecord } from "./transactions";
import { newReference, ways } from "./transfers";
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

/**
 * Takes in an UMA payment for a customer. Unless the platform has a say in it, the payment arrives at once; otherwise it
 * is PENDING until the platform decides (EVT-04).
 */
export async function receivePayment(
  world: World,
  payment: IncomingPayment,
): Promise<IncomingTransactionRecord> {
  const { customerId, deposit, amount } = payment;
  const { currency } = deposit;
  const now = world.clock.iso();
  const transaction: IncomingTransactionRecord = {
    id: world.random.id("Transaction"),
    type: "INCOMING",
    status: "PENDING",
    source: { sourceType: "UMA_ADDRESS", umaAddress: payment.senderUmaAddress, currency },
    destination: { destinationType: "ACCOUNT", accountId: deposit.accountId, currency },
    customerId,
    createdAt: now,
    updatedAt: now,
    receivedAmount: { amount, currency },
    reference: newReference(world),
    awaitsApproval: world.options.approvePayment !== undefined || world.options.paymentApproval === "manual",
    money: { at: "source", ...ways(bookAccount.external(currency), deposit.book, currency, amount) },
  };
  addTransaction(world, transaction);
  if (!transaction.awaitsApproval) deliver(world, transaction);
  else if (world.options.approvePayment) await askPlatform(world, transaction, world.options.approvePayment);
  return transaction;
}

function deliver(world: World, transaction: IncomingTransactionRecord): void {
  setIncomingStatus(world, transaction, "PROCESSING");
  if (tryToMoveMoney(world, transaction, "destination")) setIncomingStatus(world, transaction, "COMPLETED");
  else setIncomingStatus(world, transaction, "FAILED", "QUOTE_EXECUTION_FAILED");
}

/** Ends the waiting; `false` when somebody, or the time, has decided before. */
function decide(transaction: IncomingTransactionRecord): boolean {
  if (!transaction.awaitsApproval) return false;
  transaction.awaitsApproval = false;
  transaction.cancelTimer?.();
  return true;
}

async function askPlatform(
  world: World,
  transaction: IncomingTransactionRecord,
  approvePayment: NonNullable<World["options"]["approvePayment"]>,
): Promise<void> {
  const deadline = world.clock.now() + world.options.paymentApprovalTimeout;
  transaction.cancelTimer = world.clock.schedule(deadline, () => {
    if (decide(transaction)) setIncomingStatus(world, transaction, "FAILED", "PAYMENT_APPROVAL_TIMED_OUT");
  });
  const question = structuredClone(incomingTransactionBody(world, transaction));
  const answer = (async () => approvePayment(question))().then(
    (isApproved) => {
      if (!decide(transaction)) return;
      if (isApproved) deliver(world, transaction);
      else setIncomingStatus(world, transaction, "REJECTED");
    },
    () => {
      if (decide(transaction))
        setIncomingStatus(world, transaction, "FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR");
    },
  );
  // An answer that needs no waiting is part of the call; a later one finds the payment PENDING, as with a real webhook.
  await Promise.race([answer, turns(APPROVAL_TURNS)]);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** @throws {Problem} 409 when the transaction does not wait for the platform. */
function requireAwaitingApproval(transaction: TransactionRecord): IncomingTransactionRecord {
  if (transaction.type === "INCOMING" && decide(transaction)) return transaction;
  throw conflict("The transaction is not waiting for approval", "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
}

/** @throws {Problem} 409 when the transaction does not wait for the platform. */
export function approvePayment(world: World, transaction: TransactionRecord): IncomingTransactionRecord {
  const payment = requireAwaitingApproval(transaction);
  deliver(world, payment);
  return payment;
}

/** @throws {Problem} 409 when the transaction does not wait for the platform. */
export function rejectPayment(world: World, transaction: TransactionRecord): IncomingTransactionRecord {
  const payment = requireAwaitingApproval(transaction);
  setIncomingStatus(world, payment, "REJECTED");
  return payment;
}
