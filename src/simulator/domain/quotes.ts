import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { Schedule, Tasks } from "../runtime/tasks";
import { currencyObject } from "./currencies";
import type { Posting } from "./ledger";
import type { Funding, Party, Receiver, Sender } from "./quote-parties";
import type { PaymentInstruction } from "./payment-instructions";
import { exchangeRate, price, rateDetails } from "./pricing";
import type { LockedSide, Price, PriceRequest, RateDetails } from "./pricing";
import { requireEligible } from "./eligibility";
import type { Operation } from "./eligibility";
import { badRequest } from "./problem";
import type { Settlement } from "./settlement";
import { instructionsFor, payloadToSign, ways } from "./quote-payment";
import type { Rates } from "./rates";
import { receiverTransaction } from "./receiver-side";
import type { Decider } from "./receiver-side";
import { Store } from "./store";
import type { Transactions } from "./transaction-store";
import type { OutgoingTransactionRecord, PayoutOutcome } from "./transactions";
import type { QuoteToAuthorize } from "./wallet-signatures";

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
  payer: Party;
  payee: Party;
  transactionId: `Transaction:${string}`;
}

export interface QuoteRequest {
  sender: Sender;
  receiver: Receiver;
  lockedSide: LockedSide;
  lockedAmount: number;
  description?: string | undefined;
}

interface Collaborators {
  tasks: Tasks;
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  transactions: Transactions;
  settlement: Settlement;
  rates: Rates;
  options: Pick<ResolvedOptions, "fees" | "quoteLifetimeMs" | "quoteTransactionId">;
  /** Who decides about an incoming payment by UMA, now. */
  decider: () => Decider;
}

/** Quotes from their creation to their end. */
export class Quotes extends Store<QuoteRecord> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #transactions: Transactions;
  readonly #settlement: Settlement;
  readonly #options: Collaborators["options"];
  readonly #decider: () => Decider;
  readonly #rates: Rates;
  readonly #scheduleExpiry: Schedule<{ quoteId: string }>;

  constructor({
    state,
    tasks,
    clock,
    random,
    transactions,
    settlement,
    rates,
    options,
    decider,
  }: Collaborators) {
    super("Quote", state);
    this.#clock = clock;
    this.#random = random;
    this.#transactions = transactions;
    this.#settlement = settlement;
    this.#options = options;
    this.#decider = decider;
    this.#rates = rates;
    this.#scheduleExpiry = tasks.define("quote.expire", ({ quoteId }) => {
      this.#expire(this.transactionOf(this.get(quoteId)));
    });
  }

  /** The transaction that the quote was born with. */
  transactionOf({ transactionId }: QuoteRecord): OutgoingTransactionRecord {
    return this.#transactions.outgoing(transactionId);
  }

  /** The quote as responses show it (specification, "Quote"). */
  view(quote: QuoteRecord) {
    const transaction = this.transactionOf(quote);
    const isShown = this.#options.quoteTransactionId === "creation" || transaction.status !== "PENDING";
    return present({
      id: quote.id,
      status: transaction.status,
      createdAt: quote.createdAt,
      expiresAt: this.#clock.iso(quote.expiresAtMs),
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

  #priceRequest({ sender, receiver, lockedSide, lockedAmount }: QuoteRequest): PriceRequest {
    return {
      sendingCurrency: sender.currency,
      receivingCurrency: receiver.currency,
      lockedSide,
      lockedAmount,
      fees: this.#options.fees,
      rates: this.#rates,
    };
  }

  /** @throws {Problem} when the request is refused: 400 AMOUNT_OUT_OF_RANGE when an amount would be too small or too large. */
  priceOf(request: QuoteRequest): Price {
    return price(this.#priceRequest(request));
  }

  /**
   * The balance behind a quote must suffice when it is executed (OP-53), except for a payment that the sandbox refuses
   * before any money moves.
   *
   * @throws {Problem} when the request is refused: 400 AMOUNT_OUT_OF_RANGE when the balance does not suffice.
   */
  requireBalance(sender: { funding: Funding; book: string }, amount: number, outcome: PayoutOutcome): void {
    const isFromBalance = sender.funding === "balance" || sender.funding === "signature";
    if (isFromBalance && outcome.kind !== "refused") this.#settlement.requireFunds(sender.book, amount);
  }

  /** Stores a priced quote with its PENDING transaction, and has it expire. */
  add(request: QuoteRequest, totals: Price): QuoteRecord {
    const { sender, receiver } = request;
    const id = this.#random.id("Quote");
    // One reading: the real time may go on between two.
    const nowMs = this.#clock.now();
    const createdAt = this.#clock.iso(nowMs);
    const rate = exchangeRate(totals);
    const isExchange = sender.currency !== receiver.currency;
    const details = isExchange ? rateDetails(this.#priceRequest(request), totals) : undefined;
    const payload =
      sender.funding === "signature" ? payloadToSign(this.#random.text(24), id, request, totals) : undefined;
    const paymentInstructions = instructionsFor(this.#random, sender, payload);
    const { counterpartyInformation } = receiver;
    const transaction: OutgoingTransactionRecord = {
      id: this.#random.id("Transaction"),
      type: "OUTGOING",
      status: "PENDING",
      source: sender.transactionSource,
      destination: receiver.transactionDestination,
      customerId: sender.party.customerId,
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
      expiresAtMs: nowMs + this.#options.quoteLifetimeMs,
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
      payer: sender.party,
      payee: receiver.party,
      transactionId: transaction.id,
    };
    this.set(id, quote);
    const received = receiverTransaction(
      this.#random,
      { sender, receiver, totals },
      { outgoing: transaction, needsApproval: this.#decider() !== "automatic" },
    );
    if (received) transaction.receiverTransactionId = received.id;
    this.#transactions.add(transaction);
    if (received) this.#transactions.add(received);
    transaction.taskId = this.#scheduleExpiry(quote.expiresAtMs, { quoteId: id });
    return quote;
  }

  #expire(transaction: OutgoingTransactionRecord): void {
    this.#settlement.callOff(transaction);
    this.#transactions.setOutgoingStatus(transaction, "EXPIRED", "QUOTE_EXPIRED");
  }

  /**
   * A quote is paid once, and before it expires (OP-52).
   *
   * @throws {Problem} when the request is refused: 409 when it was paid, or has expired.
   */
  requirePending(quote: QuoteRecord, operation: Operation): void {
    const transaction = this.transactionOf(quote);
    if (transaction.status === "PENDING" && this.#clock.now() >= quote.expiresAtMs) this.#expire(transaction);
    requireEligible(operation, `quote ${transaction.status}`);
  }

  /**
   * Executes a pending quote out of a balance or by a pull.
   *
   * @throws {Problem} when the request is refused: 400 when the balance does not suffice; nothing changed then.
   */
  execute(quote: QuoteRecord): void {
    this.requireBalance(quote, quote.totalSendingAmount, quote.outcome);
    const transaction = this.transactionOf(quote);
    this.#settlement.callOff(transaction);
    this.#settlement.carryOut(transaction, quote.outcome);
  }

  /**
   * The payer of a real-time-funded quote has paid: the quote is carried out, or fails with FUNDING_AMOUNT_MISMATCH and the
   * money goes back when it is not the exact amount (OP-63).
   *
   * @param currency must be the quote's sending currency.
   * @param amount what was paid, in the smallest unit; default: what the quote asks for.
   * @throws {Problem} when the request is refused: 400 for another currency or a quote that is not funded like this, 409 when it is no longer pending.
   */
  pay(
    quote: QuoteRecord,
    currency: string = quote.sendingCurrency,
    amount: number = quote.totalSendingAmount,
  ): OutgoingTransactionRecord {
    const transaction = this.transactionOf(quote);
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
    this.requirePending(quote, "POST /sandbox/send, source");
    this.#settlement.callOff(transaction);
    if (amount === quote.totalSendingAmount) {
      this.#settlement.move(transaction, "transit");
      this.#settlement.carryOut(transaction, quote.outcome);
      return transaction;
    }
    const paid = (posting: Posting): Posting => ({ ...posting, amount: Math.sign(posting.amount) * amount });
    transaction.money = { ...transaction.money, departure: transaction.money.departure.map(paid) };
    this.#settlement.move(transaction, "transit");
    this.#transactions.setOutgoingStatus(transaction, "PROCESSING");
    this.#settlement.fail(transaction, { failureReason: "FUNDING_AMOUNT_MISMATCH" });
    return transaction;
  }
}
