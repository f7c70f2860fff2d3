import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import { currencyObject } from "./currencies";
import { accountsOf, paymentAccount } from "./accounts";
import { moneyBetween } from "./ledger";
import { ownerOf } from "./customers";
import { factsAbout } from "./parties";
import { corridorOf, exchangeRate, price, rateDetails } from "./pricing";
import type { LockedSide } from "./pricing";
import { conflict, invalidField, invalidInput } from "./problem";
import { identifierOf } from "./records/payments";
import type {
  IncomingTransactionRecord,
  OutgoingTransactionRecord,
  PayoutOutcome,
  QuoteRecord,
  Receiver,
  Sender,
} from "./records/payments";
import { carryOut, moveMoney, requireFunds } from "./settlement";
import * as transactions from "./transactions";
import { untidyJson } from "./wallet-signatures";
import { later } from "./world";
import type { World } from "./world";

export interface QuoteRequest {
  sender: Sender;
  receiver: Receiver;
  lockedSide: LockedSide;
  lockedAmount: number;
  description?: string | undefined;
}

export const quoteTransaction = (world: World, { transactionId }: QuoteRecord): OutgoingTransactionRecord =>
  transactions.outgoingTransaction(world, transactionId);

/** The quote as responses show it (specification, "Quote"). */
export function quoteView(world: World, quote: QuoteRecord) {
  const { sender, receiver } = quote;
  const transaction = quoteTransaction(world, quote);
  return present({
    id: quote.id,
    status: transaction.status,
    createdAt: quote.createdAt,
    expiresAt: world.clock.iso(quote.expiresAtMs),
    source: sender.source,
    destination: receiver.destination,
    sendingCurrency: currencyObject(sender.currency),
    receivingCurrency: currencyObject(receiver.currency),
    totalSendingAmount: quote.totalSendingAmount,
    totalReceivingAmount: quote.totalReceivingAmount,
    exchangeRate: exchangeRate(quote),
    feesIncluded: quote.feesIncluded,
    transactionId: transaction.status === "PENDING" ? undefined : transaction.id,
    paymentInstructions: quote.paymentInstructions,
    counterpartyInformation: transaction.counterpartyInformation,
    rateDetails: quote.rateDetails,
  });
}

export function requireExchange({ sender, receiver }: QuoteRequest): void {
  const isSameAccount = sender.book === receiver.book && sender.book.startsWith("InternalAccount:");
  if (isSameAccount || identifierOf(sender.source) === identifierOf(receiver.destination))
    throw invalidField("destination", "another account than the source", "SELF_PAYMENT");
  const isAccountToAccount =
    sender.source.sourceType === "ACCOUNT" && receiver.destination.destinationType === "ACCOUNT";
  if (sender.currency === receiver.currency && isAccountToAccount && sender.funding !== "signature") {
    throw invalidField(
      "destination",
      "another currency. For the same one, use /transfer-in or /transfer-out",
    );
  }
}

/** The currency must be enabled, or that of a crypto account that the service gave the customer (OP-38). */
export function requireEnabledCurrency(world: World, { party, currency }: Sender): void {
  const customer = ownerOf(world, party);
  if (!customer || customer.currencies.includes(currency)) return;
  const crypto = accountsOf(world, customer.id).filter(({ type }) => type !== "INTERNAL_FIAT");
  if (crypto.some((account) => account.currency === currency)) return;
  const details = { currency, enabled: customer.currencies };
  throw invalidField("source", `a currency that is enabled for ${customer.id}`, "INVALID_CURRENCY", details);
}

export function requireImmediatelyExecutable({ funding }: Sender): void {
  const refusal = (reason: string) =>
    invalidInput(`immediatelyExecute: ${reason}`, { field: "immediatelyExecute" });
  if (funding === "signature")
    throw refusal("a wallet's quote needs a signature. Create it, then execute it");
  if (funding === "instructions") throw refusal("the source pays by payment instructions");
}

/** What a quote costs and brings. A payment in one currency has no rate. */
export function priceOf(world: World, { sender, receiver, lockedSide, lockedAmount }: QuoteRequest) {
  const request = { ...corridorOf(world, sender.currency, receiver.currency), lockedSide, lockedAmount };
  const totals = price(request);
  const isExchanged = sender.currency !== receiver.currency;
  return { ...totals, rateDetails: isExchanged ? rateDetails(request, totals) : undefined };
}

/** The balance must suffice when a quote is executed (OP-53). A payment that the sandbox refuses needs no balance. */
export function requireBalance(
  world: World,
  { sender: { funding, book }, receiver }: Pick<QuoteRecord, "sender" | "receiver">,
  amount: number,
): void {
  const isFromBalance = funding === "balance" || funding === "signature";
  if (isFromBalance && receiver.outcome.waitsAt !== "source") requireFunds(world, book, amount);
}

/** Stores a priced quote with its PENDING transaction, and schedules its expiry. */
export function addQuote(world: World, request: QuoteRequest, totals: ReturnType<typeof priceOf>) {
  const { random } = world;
  const { sender, receiver } = request;
  const id = random.id("Quote");
  // Read the clock once: real time may pass between two readings.
  const nowMs = world.clock.now();
  const createdAt = world.clock.iso(nowMs);
  const payloadToSign =
    sender.funding === "signature"
      ? untidyJson({
          action: "EXECUTE_QUOTE",
          nonce: random.text(24),
          quoteId: id,
          sends: `${String(totals.totalSendingAmount)} ${sender.currency}`,
          arrives: `${String(totals.totalReceivingAmount)} ${receiver.currency}`,
        })
      : undefined;
  const sentAmount = { amount: totals.totalSendingAmount, currency: sender.currency };
  const receivedAmount = { amount: totals.totalReceivingAmount, currency: receiver.currency };
  const transaction: OutgoingTransactionRecord = {
    type: "OUTGOING",
    source: sender.transactionSource,
    destination: receiver.transactionDestination,
    customerId: sender.party.customerId,
    sentAmount,
    receivedAmount,
    quoteId: id,
    ...present({
      description: request.description,
      counterpartyInformation: receiver.counterpartyInformation,
    }),
    money: moneyBetween(sender.book, receiver.book, sentAmount, receivedAmount, totals.feesIncluded),
    ...transactions.newTransaction(world, createdAt),
  };
  const quote: QuoteRecord = {
    ...totals,
    id,
    createdAt,
    expiresAtMs: nowMs + world.options.quoteLifetimeMs,
    sender,
    receiver,
    paymentInstructions: instructionsFor(random, sender, payloadToSign),
    payloadToSign,
    transactionId: transaction.id,
  };
  world.quotes.add(quote);
  const received = receiverTransaction(world, request, transaction, totals.totalReceivingAmount);
  if (received) transaction.receiverTransactionId = received.id;
  transactions.addTransaction(world, transaction);
  if (received) transactions.addTransaction(world, received);
  transaction.taskId = later(world, quote.expiresAtMs, "quote.expire", { quoteId: id });
  return quote;
}

export function expireQuote(world: World, { quoteId }: { quoteId: string }): void {
  const transaction = quoteTransaction(world, world.quotes.get(quoteId));
  transactions.callOff(world, transaction);
  transactions.setStatus(world, transaction, "EXPIRED", "QUOTE_EXPIRED");
}

/** A quote is paid once, and before it expires (OP-52). */
export function requirePending(world: World, quote: QuoteRecord): void {
  const { status } = quoteTransaction(world, quote);
  const code = status === "EXPIRED" ? "QUOTE_EXPIRED" : "CONFLICT";
  if (status !== "PENDING") {
    throw conflict(`Expected a quote that is PENDING, not ${status}`, code, { quoteStatus: status });
  }
}

/** Executes a pending quote out of a balance or by a pull. */
export function carryOutQuote(world: World, quote: QuoteRecord): void {
  requireBalance(world, quote, quote.totalSendingAmount);
  const transaction = quoteTransaction(world, quote);
  transactions.callOff(world, transaction);
  carryOut(world, transaction, quote.receiver.outcome);
}

const mismatch: PayoutOutcome = {
  waitsAt: "source",
  delayMs: 0,
  failure: { failureReason: "FUNDING_AMOUNT_MISMATCH" },
};

/** The payer follows the instructions. Another amount fails with FUNDING_AMOUNT_MISMATCH (OP-63). */
export function payQuote(
  world: World,
  quote: QuoteRecord,
  currency: string = quote.sender.currency,
  amount: number = quote.totalSendingAmount,
): OutgoingTransactionRecord {
  const { sender, receiver } = quote;
  const transaction = quoteTransaction(world, quote);
  if (sender.funding !== "instructions")
    throw invalidField("quoteId", "a quote that is paid according to instructions");
  if (currency !== sender.currency) throw invalidField("currencyCode", sender.currency, "INVALID_CURRENCY");
  const { status: quoteStatus, money } = transaction;
  if (quoteStatus !== "PENDING")
    throw invalidField("quoteId", `a quote that is PENDING, not ${quoteStatus}`, undefined, { quoteStatus });
  transactions.callOff(world, transaction);
  const { departure } = money;
  money.departure = moneyBetween(sender.book, sender.book, { amount, currency }).departure;
  moveMoney(world, transaction, "transit");
  carryOut(world, transaction, amount === quote.totalSendingAmount ? receiver.outcome : mismatch);
  // Another amount was returned at once. A control call may have the quote paid again.
  money.departure = departure;
  return transaction;
}

/** How the sender pays; `undefined` for an account that the service debits itself. */
function instructionsFor(
  random: SeededRandom,
  { funding, currency, cryptoNetwork }: Sender,
  payloadToSign: string | undefined,
) {
  if (funding === "signature") {
    const accountOrWalletInfo = { accountType: "EMBEDDED_WALLET", payloadToSign };
    return [{ accountOrWalletInfo, instructionsNotes: "Sign the payload with a session key of the wallet." }];
  }
  if (funding !== "instructions") return undefined;
  const accountOrWalletInfo = paymentAccount(random, currency, cryptoNetwork);
  const instructionsNotes = "Pay the exact amount before the quote expires, with the reference if any.";
  return [{ accountOrWalletInfo, instructionsNotes }];
}

/** The receiver's transaction of a payment inside the service. The sender's transaction moves the money (OP-68). */
function receiverTransaction(
  world: World,
  { sender, receiver }: QuoteRequest,
  outgoing: OutgoingTransactionRecord,
  amount: number,
): IncomingTransactionRecord | undefined {
  const { accountId, currency, destination, party } = receiver;
  const { customerId } = party;
  if (accountId === undefined) return undefined;
  // Somebody outside who pays from an UMA address owns no account here.
  const isOutside = sender.source.sourceType === "UMA_ADDRESS" && sender.party.customerId === null;
  // Nobody looks for the twin of a payment between own accounts: it names both. One to an UMA address names no account.
  const isOwn = !isOutside && sender.party.customerId === customerId;
  if (isOwn && !("umaAddress" in destination)) return undefined;
  return {
    source: outgoing.source,
    destination: { destinationType: "ACCOUNT", accountId, currency },
    customerId,
    ...present({
      description: outgoing.description,
      counterpartyInformation: factsAbout(ownerOf(world, sender.party)),
    }),
    ...transactions.approvalOf(world, outgoing),
    receivedAmount: { amount, currency },
    senderTransactionId: outgoing.id,
    money: { at: "source", departure: [], arrival: [] },
    ...transactions.newIncomingTransaction(world, outgoing.createdAt),
  };
}
