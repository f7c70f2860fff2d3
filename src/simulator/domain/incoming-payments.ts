import type { SimulatorEvent } from "../runtime/events";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { AttemptResult } from "../runtime/webhook-attempt";
import { bookAccount, moneyBetween } from "./ledger";
import { senderInformation, webhookUrl } from "./platform";
import { conflict } from "./problem";
import * as transactions from "./transactions";
import type {
  IncomingReason,
  IncomingTransactionRecord,
  OutgoingTransactionRecord,
  TransactionRecord,
} from "./records/payments";
import { acceptPayment, refusePayment } from "./settlement";
import type { DepositAccount } from "./parties";
import { later } from "./world";
import type { World } from "./world";

/** How many microtasks an immediate approval may take. */
const APPROVAL_TURNS = 16;

/** The default time limit of a callback or an endpoint (contract, webhooks). */
const DEFAULT_APPROVAL_TIMEOUT_MS = 5000;

/** `later`: by `POST /transactions/{transactionId}/approve` or `/reject`. A failure reason: the platform could not decide. */
type Decision = "approved" | "rejected" | "later" | IncomingReason;

/** What a status of the endpoint's response decides (contract, "incomingPaymentWebhook"). Any other 2xx approves. */
const decisions: Partial<Record<number, Decision>> = {
  202: "later",
  403: "rejected",
  422: "MISSING_MANDATORY_PAYEE_DATA",
};

function decisionOf(result: AttemptResult): Decision {
  if (result.kind === "timeout") return "PAYMENT_APPROVAL_TIMED_OUT";
  const status = result.kind === "response" ? result.status : 0;
  return decisions[status] ?? (status >= 200 && status < 300 ? "approved" : "PAYMENT_APPROVAL_WEBHOOK_ERROR");
}

/** A customer receives an UMA payment. If the platform must approve it, it stays PENDING until then. */
export async function receiveUmaPayment(
  world: World,
  customerId: string,
  deposit: DepositAccount,
  { senderUmaAddress, amount }: { senderUmaAddress: string; amount: number },
): Promise<IncomingTransactionRecord> {
  const { currency } = deposit;
  const isAutomatic = transactions.decider(world) === "automatic";
  const transaction: IncomingTransactionRecord = {
    source: { sourceType: "UMA_ADDRESS", umaAddress: senderUmaAddress, currency },
    destination: { destinationType: "ACCOUNT", accountId: deposit.accountId, currency },
    customerId,
    ...present({
      counterpartyInformation: senderInformation(world, currency),
      approval: isAutomatic ? undefined : ("after payment" as const),
    }),
    receivedAmount: { amount, currency },
    money: moneyBetween(bookAccount.external(currency), deposit.book, { amount, currency }),
    ...transactions.newIncomingTransaction(world),
  };
  transactions.addTransaction(world, transaction);
  if (isAutomatic) acceptPayment(world, transaction);
  else await ask(world, transaction);
  return transaction;
}

/** Asks the platform to approve a payment from inside the service, once the sender has paid (OP-68). */
export async function askForReceiver(world: World, outgoing: OutgoingTransactionRecord): Promise<void> {
  const transaction = transactions.receiverSide(world, outgoing);
  if (transaction?.approval === "after payment") await ask(world, transaction);
}

async function ask(world: World, transaction: IncomingTransactionRecord): Promise<void> {
  const asked = transactions.decider(world);
  transaction.approval = asked === "webhook" ? "by endpoint" : "open";
  transactions.announce(world, transaction);
  // If the endpoint was removed after the quote was made, the routes decide.
  if (asked === "automatic") return;
  // The routes have no time limit, unless the option sets one.
  const limitMs = asked === "manual" ? undefined : DEFAULT_APPROVAL_TIMEOUT_MS;
  const waitMs = world.options.paymentApprovalTimeoutMs ?? limitMs;
  if (waitMs !== undefined) {
    const transactionId = transaction.id;
    const dueMs = world.clock.now() + waitMs;
    transaction.taskId = later(world, dueMs, "payment-approval.time-out", { transactionId });
  }
  if (typeof asked === "function") await askCallback(world, transaction, asked);
  else if (asked === "webhook" && webhookUrl(world) === undefined)
    decide(world, transaction, "PAYMENT_APPROVAL_WEBHOOK_ERROR");
}

async function askCallback(
  world: World,
  transaction: IncomingTransactionRecord,
  approvePayment: NonNullable<ResolvedOptions["approvePayment"]>,
): Promise<void> {
  const question = structuredClone(transactions.incomingView(world, transaction));
  const decision = (async () => approvePayment(question))().then(
    (isApproved) => decide(world, transaction, isApproved ? "approved" : "rejected"),
    () => decide(world, transaction, "PAYMENT_APPROVAL_WEBHOOK_ERROR"),
  );
  // An immediate decision is part of the call. A later one finds the payment PENDING, as with a real webhook.
  const turns = async () => {
    for (let turn = 0; turn < APPROVAL_TURNS; turn += 1) await Promise.resolve();
  };
  await Promise.race([decision, turns()]);
}

const isAwaited = ({ approval }: IncomingTransactionRecord): boolean =>
  approval === "open" || approval === "by endpoint";

/** Decides about a payment by a call of the platform. */
export function decideByRoute(
  world: World,
  transaction: TransactionRecord,
  decision: "approved" | "rejected",
): IncomingTransactionRecord {
  if (transaction.type !== "INCOMING" || !isAwaited(transaction)) {
    const message = "The transaction is not waiting for approval";
    throw conflict(message, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
  }
  decide(world, transaction, decision);
  return transaction;
}

export function timeOutApproval(world: World, { transactionId }: { transactionId: string }): void {
  decide(world, transactions.incomingTransaction(world, transactionId), "PAYMENT_APPROVAL_TIMED_OUT");
}

/** Decides about a payment by the endpoint's response to its event. */
export function decideByResponse(world: World, event: SimulatorEvent, result: AttemptResult): void {
  if (event.type !== "INCOMING_PAYMENT.PENDING" || transactions.decider(world) !== "webhook") return;
  const transaction = transactions.incomingTransaction(world, event.data.id);
  if (transaction.approval === "by endpoint") decide(world, transaction, decisionOf(result));
}

/** Carries out a decision. A late decision is ignored. */
function decide(world: World, transaction: IncomingTransactionRecord, decision: Decision): void {
  if (!isAwaited(transaction)) return;
  if (decision === "later") {
    transaction.approval = "open";
    return;
  }
  delete transaction.approval;
  transactions.callOff(world, transaction);
  if (decision === "approved") acceptPayment(world, transaction);
  else if (decision === "rejected") refusePayment(world, transaction, "REJECTED");
  else refusePayment(world, transaction, "FAILED", decision);
}
