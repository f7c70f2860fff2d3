import { badRequest, conflict } from "../problem";
import { present } from "../present";
import type { World } from "../world";
import { currencyObject } from "./currencies";
import { bookAccount } from "./ledger";
import type { Leg } from "./ledger";
import type { PayoutOutcome } from "./outcomes";
import type { Funding, Receiver, Sender } from "./parties";
import { paymentAccount } from "./payment-instructions";
import type { PaymentInstruction } from "./payment-instructions";
import { exchangeRate, price, rateDetails } from "./pricing";
import type { LockedSide, Price, PriceRequest, RateDetails } from "./pricing";
import {
  addTransaction,
  carryOut,
  failOutgoing,
  moveMoney,
  requireFunds,
  setOutgoingStatus,
} from "./settlement";
import type { OutgoingTransactionRecord } from "./transactions";
import type { QuoteToAuthorize } from "./wallet-authorization";

/** A quote; its status is that of the transaction that exists from its creation (OP-51). */
export interface QuoteRecord extends Price {
  id: `Quote:${string}`;
  createdAt: string;
  /** Milliseconds since 1970-01-01 UTC; from this instant on the quote cannot be executed. */
  expiresAtMs: number;
  source: Sender["source"];
  destination: Receiver["destination"];
  sendingCurrency: string;
  receivingCurrency: string;
  exchangeRate: number;
  rateDetails?: RateDetails | undefined;
  counterpartyInformation?: Record<string, string> | undefined;
  paymentInstructions?: PaymentInstruction[] | undefined;
  funding: Funding;
  /** The sender's account in the books. */
  book: string;
  /** What the owner of a wallet source signs. */
  authorization?: QuoteToAuthorize | undefined;
  outcome: PayoutOutcome;
  transaction: OutgoingTransactionRecord;
}

export interface QuoteRequest {
  sender: Sender;
  receiver: Receiver;
  lockedSide: LockedSide;
  lockedAmount: number;
  description?: string | undefined;
}

/** The quote as the service answers it (specification, Quote). */
export function quoteBody(world: World, quote: QuoteRecord) {
  const { transaction } = quote;
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
    exchangeRate: quote.exchangeRate,
    feesIncluded: quote.feesIncluded,
    transactionId: isShown ? transaction.id : undefined,
    paymentInstructions: quote.paymentInstructions,
    counterpartyInformation: quote.counterpartyInformation,
    rateDetails: quote.rateDetails,
  });
}

function priceRequest(
  world: World,
  { sender, receiver, lockedSide, lockedAmount }: QuoteRequest,
): PriceRequest {
  return {
    sendingCurrency: sender.currency,
    receivingCurrency: receiver.currency,
    lockedSide,
    lockedAmount,
    fees: world.options.fees,
  };
}

/** @throws {Problem} 400 AMOUNT_OUT_OF_RANGE */
export function priceOf(world: World, request: QuoteRequest): Price {
  return price(priceRequest(world, request));
}

/**
 * The balance behind a quote must suffice when it is executed (OP-53), except for a payment that the sandbox refuses
 * before any money moves.
 *
 * @throws {Problem} 400 AMOUNT_OUT_OF_RANGE
 */
export function requireBalance(
  world: World,
  sender: { funding: Funding; book: string },
  amount: number,
  outcome: PayoutOutcome,
): void {
  const isFromBalance = sender.funding === "balance" || sender.funding === "signature";
  if (isFromBalance && outcome.kind !== "refused") requireFunds(world, sender.book, amount);
}

/**
 * The text that a wallet's owner signs. Its spacing, its order and its accents are on purpose: a client that parses and
 * rewrites it, or signs anything but its UTF-8 bytes, is found out (SRY-03).
 */
function payloadToSign(
  world: World,
  quoteId: string,
  { sender, receiver }: QuoteRequest,
  totals: Price,
): string {
  const nonce = world.random.text(24);
  return (
    `{"type" : "QUOTE_EXECUTION",  "nonce":"${nonce}", "quoteId":"${quoteId}",\n` +
    `\t"amount": {"value":"${String(totals.totalSendingAmount)}" ,"currency":"${sender.currency}"},` +
    `"arrives":{ "currency":"${receiver.currency}","value":"${String(totals.totalReceivingAmount)}" }, ` +
    `"note":"Zahlung bestätigen – 確認 ✓" }`
  );
}

function instructionsFor(
  world: World,
  { funding, currency, cryptoNetwork }: Sender,
  payload: string | undefined,
) {
  if (payload !== undefined) {
    return [
      {
        accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign: payload },
        instructionsNotes: "Sign the payload with a session key of the wallet and execute the quote.",
      },
    ];
  }
  if (funding !== "instructions") return undefined;
  return [
    {
      accountOrWalletInfo: paymentAccount(world.random, currency, cryptoNetwork),
      instructionsNotes: "Pay the exact amount before the quote expires, with the reference if there is one.",
    },
  ];
}

function ways({ sender, receiver }: QuoteRequest, totals: Price): { departure: Leg[]; arrival: Leg[] } {
  const leg = (account: string, currency: string, amount: number): Leg => ({ account, currency, amount });
  const { totalSendingAmount: sent, totalReceivingAmount: received, feesIncluded: fees } = totals;
  const [from, to] = [sender.currency, receiver.currency];
  return {
    departure: [leg(sender.book, from, -sent), leg(bookAccount.suspense(from), from, sent)],
    arrival: [
      leg(bookAccount.suspense(from), from, -sent),
      leg(bookAccount.fees(from), from, fees),
      leg(bookAccount.exchange(from), from, sent - fees),
      leg(bookAccount.exchange(to), to, -received),
      leg(receiver.book, to, received),
    ],
  };
}

/** Stores a priced quote with its PENDING transaction, and has it expire. */
export function addQuote(world: World, request: QuoteRequest, totals: Price): QuoteRecord {
  const { sender, receiver } = request;
  const id = world.random.id("Quote");
  const createdAt = world.clock.iso();
  const rate = exchangeRate(totals);
  const isExchange = sender.currency !== receiver.currency;
  const details = isExchange ? rateDetails(priceRequest(world, request), totals) : undefined;
  const payload = sender.funding === "signature" ? payloadToSign(world, id, request, totals) : undefined;
  const paymentInstructions = instructionsFor(world, sender, payload);
  const { counterpartyInformation } = receiver;
  const transaction: OutgoingTransactionRecord = {
    id: world.random.id("Transaction"),
    type: "OUTGOING",
    status: "PENDING",
    source: sender.transactionSource,
    destination: receiver.transactionDestination,
    customerId: (sender.customer ?? receiver.customer)?.id ?? null,
    createdAt,
    updatedAt: createdAt,
    sentAmount: { amount: totals.totalSendingAmount, currency: sender.currency },
    receivedAmount: { amount: totals.totalReceivingAmount, currency: receiver.currency },
    exchangeRate: rate,
    fees: totals.feesIncluded,
    quoteId: id,
    ...present({
      description: request.description,
      counterpartyInformation,
      rateDetails: details,
      paymentInstructions,
    }),
    money: { at: "source", ...ways(request, totals) },
  };
  const quote: QuoteRecord = {
    ...totals,
    id,
    createdAt,
    expiresAtMs: world.clock.now() + world.options.quoteLifetime,
    source: sender.source,
    destination: receiver.destination,
    sendingCurrency: sender.currency,
    receivingCurrency: receiver.currency,
    exchangeRate: rate,
    rateDetails: details,
    counterpartyInformation,
    paymentInstructions,
    funding: sender.funding,
    book: sender.book,
    authorization:
      payload === undefined ? undefined : { source: { accountId: sender.book }, payloadToSign: payload },
    outcome: receiver.outcome,
    transaction,
  };
  world.quotes.set(id, quote);
  addTransaction(world, transaction);
  transaction.cancelTimer = world.clock.schedule(quote.expiresAtMs, () => {
    expire(world, quote);
  });
  return quote;
}

function expire(world: World, { transaction }: QuoteRecord): void {
  transaction.cancelTimer = undefined;
  setOutgoingStatus(world, transaction, "EXPIRED", "QUOTE_EXPIRED");
}

/**
 * A quote is paid once, and before it expires (OP-52).
 *
 * @throws {Problem} 409
 */
export function requirePending(world: World, quote: QuoteRecord): void {
  const { transaction } = quote;
  if (transaction.status === "PENDING" && world.clock.now() >= quote.expiresAtMs) {
    transaction.cancelTimer?.();
    expire(world, quote);
  }
  if (transaction.status !== "PENDING")
    throw conflict(`The quote is ${transaction.status}, no longer PENDING`);
}

/**
 * Executes a pending quote out of a balance or by a pull.
 *
 * @throws {Problem} 400 when the balance does not suffice; nothing changed then.
 */
export function executeQuote(world: World, quote: QuoteRecord): void {
  requireBalance(world, quote, quote.totalSendingAmount, quote.outcome);
  quote.transaction.cancelTimer?.();
  carryOut(world, quote.transaction, quote.outcome);
}

/**
 * The payer of a real-time-funded quote has paid: the quote is carried out, or fails with FUNDING_AMOUNT_MISMATCH and the
 * money goes back when it is not the exact amount (OP-63).
 *
 * @param currency must be the quote's sending currency.
 * @param amount what was paid, in the smallest unit; default: what the quote asks for.
 * @throws {Problem} 400 for another currency or a quote that is not funded like this, 409 when it is no longer pending.
 */
export function payQuote(
  world: World,
  quote: QuoteRecord,
  currency: string = quote.sendingCurrency,
  amount: number = quote.totalSendingAmount,
): OutgoingTransactionRecord {
  const { transaction } = quote;
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
  transaction.cancelTimer?.();
  if (amount === quote.totalSendingAmount) {
    moveMoney(world, transaction, "transit");
    carryOut(world, transaction, quote.outcome);
    return transaction;
  }
  const paid = (leg: Leg): Leg => ({ ...leg, amount: Math.sign(leg.amount) * amount });
  transaction.money = { ...transaction.money, departure: transaction.money.departure.map(paid) };
  moveMoney(world, transaction, "transit");
  setOutgoingStatus(world, transaction, "PROCESSING");
  failOutgoing(world, transaction, { failureReason: "FUNDING_AMOUNT_MISMATCH" });
  return transaction;
}
