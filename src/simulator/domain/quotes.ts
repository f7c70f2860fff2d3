import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import { currencyObject } from "./currencies";
import { accountsOf } from "./internal-accounts";
import { moneyBetween } from "./ledger";
import { ownerOf } from "./customers";
import { factsAbout } from "./parties";
import type { QuoteRequest, Sender } from "./parties";
import { paymentAccount } from "./payment-instructions";
import { exchangeRate, price, rateDetails } from "./pricing";
import type { Price, PriceRequest } from "./pricing";
import { badRequest, conflict, invalidInput } from "./problem";
import type {
  Funding,
  IncomingTransactionRecord,
  OutgoingTransactionRecord,
  PayoutOutcome,
  QuoteRecord,
} from "./records/payments";
import { callOff, carryOut, failPayment, moveMoney, requireFunds } from "./settlement";
import {
  addTransaction,
  decider,
  newIncomingTransaction,
  newTransaction,
  outgoingTransaction,
  setStatus,
} from "./transactions";
import { untidyJson } from "./wallet-signatures";
import { later } from "./world";
import type { World } from "./world";

export const quoteTransaction = (world: World, { transactionId }: QuoteRecord): OutgoingTransactionRecord =>
  outgoingTransaction(world, transactionId);

/** The quote as responses show it (specification, "Quote"). */
export function quoteView(world: World, quote: QuoteRecord) {
  const transaction = quoteTransaction(world, quote);
  const isShown = world.options.quoteTransactionId === "creation" || transaction.status !== "PENDING";
  return present({
    id: quote.id,
    status: transaction.status,
    createdAt: quote.createdAt,
    expiresAt: world.clock.iso(quote.expiresAtMs),
    source: quote.source,
    destination: quote.destination,
    sendingCurrency: currencyObject(quote.sendingCurrency),
    receivingCurrency: currencyObject(quote.receivingCurrency),
    totalSendingAmount: quote.totalSendingAmount,
    totalReceivingAmount: quote.totalReceivingAmount,
    exchangeRate: exchangeRate(quote),
    feesIncluded: quote.feesIncluded,
    transactionId: isShown ? transaction.id : undefined,
    paymentInstructions: quote.paymentInstructions,
    counterpartyInformation: transaction.counterpartyInformation,
    rateDetails: quote.rateDetails,
  });
}

export function requireExchange({ sender, receiver }: QuoteRequest): void {
  if (sender.book === receiver.book && sender.book.startsWith("InternalAccount:")) {
    throw badRequest("SELF_PAYMENT", "The source and the destination are the same account", {
      field: "destination",
    });
  }
  const isAccountToAccount =
    sender.source.sourceType === "ACCOUNT" && receiver.destination["destinationType"] === "ACCOUNT";
  if (sender.currency === receiver.currency && isAccountToAccount && sender.funding !== "signature") {
    throw invalidInput("A same-currency transfer goes through /transfer-in or /transfer-out", {
      field: "destination",
      currency: sender.currency,
    });
  }
}

/** The currency must be enabled, or that of a crypto account that the service gave the customer (OP-38). */
export function requireEnabledCurrency(world: World, { party, currency }: Sender): void {
  const customer = ownerOf(world, party);
  if (!customer || customer.currencies.includes(currency)) return;
  const crypto = accountsOf(world, customer.id).filter(({ type }) => type !== "INTERNAL_FIAT");
  if (crypto.some((account) => account.currency === currency)) return;
  throw badRequest("INVALID_CURRENCY", `${currency} is not enabled for ${customer.id}`, {
    field: "source",
    currency,
    enabled: customer.currencies,
  });
}

export function requireImmediatelyExecutable({ funding }: Sender): void {
  const reasons: Partial<Record<Funding, string>> = {
    signature: "a wallet's quote needs a signature. Create it, then execute it",
    instructions: "the source pays by payment instructions",
  };
  const reason = reasons[funding];
  if (reason !== undefined) {
    throw invalidInput(`immediatelyExecute: ${reason}`, { field: "immediatelyExecute" });
  }
}

function priceRequest(world: World, request: QuoteRequest): PriceRequest {
  return {
    sendingCurrency: request.sender.currency,
    receivingCurrency: request.receiver.currency,
    lockedSide: request.lockedSide,
    lockedAmount: request.lockedAmount,
    fees: world.options.fees,
    rates: world.rates,
  };
}

export const priceOf = (world: World, request: QuoteRequest): Price => price(priceRequest(world, request));

/** The balance must suffice when a quote is executed (OP-53). A payment that the sandbox refuses needs no balance. */
export function requireBalance(
  world: World,
  { funding, book }: { funding: Funding; book: string },
  amount: number,
  outcome: PayoutOutcome,
): void {
  const isFromBalance = funding === "balance" || funding === "signature";
  if (isFromBalance && outcome.kind !== "refused") requireFunds(world, book, amount);
}

/** Stores a priced quote with its PENDING transaction, and schedules its expiry. */
export function addQuote(world: World, request: QuoteRequest, totals: Price): QuoteRecord {
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
  const paymentInstructions = instructionsFor(random, sender, payloadToSign);
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
    ...newTransaction(world, createdAt),
  };
  const quote: QuoteRecord = {
    ...totals,
    id,
    createdAt,
    expiresAtMs: nowMs + world.options.quoteLifetimeMs,
    source: sender.source,
    destination: receiver.destination,
    sendingCurrency: sender.currency,
    receivingCurrency: receiver.currency,
    rateDetails:
      sender.currency === receiver.currency ? undefined : rateDetails(priceRequest(world, request), totals),
    paymentInstructions,
    funding: sender.funding,
    book: sender.book,
    payloadToSign,
    outcome: receiver.outcome,
    payer: sender.party,
    payee: receiver.party,
    transactionId: transaction.id,
  };
  world.quotes.add(quote);
  const received = receiverTransaction(world, request, transaction, totals.totalReceivingAmount);
  if (received) transaction.receiverTransactionId = received.id;
  addTransaction(world, transaction);
  if (received) addTransaction(world, received);
  transaction.taskId = later(world, quote.expiresAtMs, "quote.expire", { quoteId: id });
  return quote;
}

export function expireQuote(world: World, quoteId: string): void {
  const transaction = quoteTransaction(world, world.quotes.get(quoteId));
  callOff(world, transaction);
  setStatus(world, transaction, "EXPIRED", "QUOTE_EXPIRED");
}

/** A quote is paid once, and before it expires (OP-52). */
export function requirePending(world: World, quote: QuoteRecord): void {
  const transaction = quoteTransaction(world, quote);
  if (transaction.status === "PENDING" && world.clock.now() >= quote.expiresAtMs)
    expireQuote(world, quote.id);
  const { status } = transaction;
  if (status !== "PENDING") throw conflict(`Expected a quote that is PENDING, not ${status}`);
}

/** Executes a pending quote out of a balance or by a pull. */
export function executeQuote(world: World, quote: QuoteRecord): void {
  requireBalance(world, quote, quote.totalSendingAmount, quote.outcome);
  const transaction = quoteTransaction(world, quote);
  callOff(world, transaction);
  carryOut(world, transaction, quote.outcome);
}

/** The payer follows the instructions. Another amount fails with FUNDING_AMOUNT_MISMATCH (OP-63). */
export function payQuote(
  world: World,
  quote: QuoteRecord,
  currency: string = quote.sendingCurrency,
  amount: number = quote.totalSendingAmount,
): OutgoingTransactionRecord {
  const transaction = quoteTransaction(world, quote);
  if (quote.funding !== "instructions") {
    throw badRequest("INVALID_INPUT", "The quote is executed, not paid according to instructions", {
      field: "quoteId",
    });
  }
  if (currency !== quote.sendingCurrency) {
    throw badRequest("INVALID_CURRENCY", `The quote is paid in ${quote.sendingCurrency}`, {
      field: "currencyCode",
    });
  }
  requirePending(world, quote);
  callOff(world, transaction);
  if (amount === quote.totalSendingAmount) {
    moveMoney(world, transaction, "transit");
    carryOut(world, transaction, quote.outcome);
    return transaction;
  }
  const { departure } = moneyBetween(quote.book, quote.book, { amount, currency });
  transaction.money = { ...transaction.money, departure };
  moveMoney(world, transaction, "transit");
  setStatus(world, transaction, "PROCESSING");
  failPayment(world, transaction, { failureReason: "FUNDING_AMOUNT_MISMATCH" });
  return transaction;
}

/** How the sender pays; `undefined` for an account that the service debits itself. */
function instructionsFor(
  random: SeededRandom,
  { funding, currency, cryptoNetwork }: QuoteRequest["sender"],
  payloadToSign: string | undefined,
) {
  if (payloadToSign !== undefined) {
    const accountOrWalletInfo = { accountType: "EMBEDDED_WALLET", payloadToSign };
    const notes = "Sign the payload with a session key of the wallet and execute the quote.";
    return [{ accountOrWalletInfo, instructionsNotes: notes }];
  }
  if (funding !== "instructions") return undefined;
  const accountOrWalletInfo = paymentAccount(random, currency, cryptoNetwork);
  const notes = "Pay the exact amount before the quote expires, with the reference if there is one.";
  return [{ accountOrWalletInfo, instructionsNotes: notes }];
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
  if (!isOutside && sender.party.customerId === customerId) return undefined;
  const needsApproval = "umaAddress" in destination && decider(world) !== "automatic";
  return {
    source: outgoing.source,
    destination: { destinationType: "ACCOUNT", accountId, currency },
    customerId,
    ...present({
      description: outgoing.description,
      counterpartyInformation: factsAbout(ownerOf(world, sender.party)),
      approval: needsApproval ? ("after payment" as const) : undefined,
    }),
    receivedAmount: { amount, currency },
    senderTransactionId: outgoing.id,
    money: { at: "source", departure: [], arrival: [] },
    ...newIncomingTransaction(world, outgoing.createdAt),
  };
}
