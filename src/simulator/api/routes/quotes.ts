import { QUOTES, RECEIVERS } from "../../../operations/money";
import { currencyObject } from "../../domain/currencies";
import { ownerOf } from "../../domain/customers";
import { requireActive, requireCustomer } from "../../domain/eligibility";
import { receivingRange } from "../../domain/estimates";
import { enumOf, nonEmptyText, parse, wordOf } from "../../domain/format";
import { askForReceiver } from "../../domain/incoming-payments";
import { primaryAccount } from "../../domain/accounts";
import * as parties from "../../domain/parties";
import { requireEnabled, requireSendable } from "../../domain/platform";
import { corridorOf, estimatedExchangeRate, MAX_LOCKED_AMOUNT } from "../../domain/pricing";
import type { LockedSide } from "../../domain/pricing";
import { badRequest, invalidField, invalidInput, notFound } from "../../domain/problem";
import * as quotes from "../../domain/quotes";
import type { QuoteRequest } from "../../domain/quotes";
import { umaKey } from "../../domain/records/customers";
import { identifierOf } from "../../domain/records/payments";
import type { QuoteRecord, Receiver } from "../../domain/records/payments";
import type { CurrencyConfig } from "../../domain/records/platform";
import { checkSignature } from "../../domain/wallet-signatures";
import type { World } from "../../domain/world";
import { checkContract, quoteDestination, quoteSource } from "../contract";
import { closedObject, requiredField } from "../fields";
import type { Values } from "../fields";
import * as format from "../formats";
import { retrieve, serve } from "../serve";

const newQuote = {
  source: requiredField(
    closedObject({
      sourceType: requiredField(nonEmptyText),
      customerId: nonEmptyText,
      accountId: { ...nonEmptyText, notIn: { sourceType: ["UMA_ADDRESS", "REALTIME_FUNDING"] } },
      umaAddress: { ...format.umaAddress, notIn: { sourceType: ["ACCOUNT", "REALTIME_FUNDING"] } },
      currency: format.currency,
      cryptoNetwork: { ...nonEmptyText, notIn: { sourceType: ["ACCOUNT", "UMA_ADDRESS"] } },
    }),
  ),
  destination: requiredField(
    closedObject({
      destinationType: requiredField(nonEmptyText),
      accountId: { ...nonEmptyText, notIn: { destinationType: ["UMA_ADDRESS"] } },
      umaAddress: { ...format.umaAddress, notIn: { destinationType: ["ACCOUNT"] } },
      currency: format.currency,
      paymentRail: { ...nonEmptyText, notIn: { destinationType: ["UMA_ADDRESS"] } },
    }),
  ),
  lockedCurrencySide: requiredField(enumOf<LockedSide>(["SENDING", "RECEIVING"])),
  lockedCurrencyAmount: requiredField(format.amountUpTo(MAX_LOCKED_AMOUNT)),
  description: format.freeText,
  remittanceInformation: format.remittanceInformation,
  lookupId: nonEmptyText,
  purposeOfPayment: wordOf(
    "GIFT SELF GOODS_OR_SERVICES EDUCATION HEALTH_OR_MEDICAL REAL_ESTATE_PURCHASE TAX_PAYMENT",
    "LOAN_PAYMENT UTILITY_BILL DONATION TRAVEL FAMILY_SUPPORT SALARY_PAYMENT OTHER",
  ),
  senderCustomerInfo: format.textMap,
  immediatelyExecute: format.trueOrFalse,
};

function requireLookup({ lookups }: World, lookupId: string | undefined, receiver: Receiver): void {
  if (lookupId === undefined) return;
  if (lookups.get(lookupId) === identifierOf(receiver.transactionDestination)) return;
  throw invalidField("lookupId", "the id of a lookup of this receiver");
}

function requirePurpose({ options }: World, purpose: string | undefined, { country }: Receiver): void {
  if (purpose === undefined && country !== undefined && options.purposeRequiredCountries.includes(country)) {
    throw invalidField("purposeOfPayment", `the purpose of a payment to ${country}`);
  }
}

/** A lookup has the receiver's required fields. Internal accounts have no lookup. */
function requireSenderInfo(world: World, info: object, receiver: Receiver): void {
  const isInside = receiver.accountId !== undefined;
  if (isInside && !("umaAddress" in receiver.destination)) return;
  const asked = isInside ? parties.receivedCurrencies(world, receiver.party.customerId ?? "") : [];
  const missing = parties
    .requiredPayerData(world, asked)
    .filter(({ name, mandatory }) => mandatory && !Object.hasOwn(info, name))
    .map(({ name }) => name);
  if (missing.length > 0) {
    throw badRequest("MISSING_MANDATORY_USER_INFO", `senderCustomerInfo: ${missing.join(", ")} missing`, {
      field: "senderCustomerInfo",
      missing,
    });
  }
}

/** Executes a pending quote, and shows it. */
async function carryOut(world: World, quote: QuoteRecord) {
  quotes.carryOutQuote(world, quote);
  await askForReceiver(world, quotes.quoteTransaction(world, quote));
  return quotes.quoteView(world, quote);
}

async function createQuote(world: World, body: Values<typeof newQuote>) {
  checkContract(quoteSource, body.source, "source");
  checkContract(quoteDestination, body.destination, "destination");
  const sender = parties.findSender(world, body.source);
  const receiver = parties.findReceiver(world, body.destination);
  const quoteRequest: QuoteRequest = {
    sender,
    receiver,
    lockedSide: body.lockedCurrencySide,
    lockedAmount: body.lockedCurrencyAmount,
    description: body.description,
  };
  parties.requireEligibleParties(world, quoteRequest);
  requireLookup(world, body.lookupId, receiver);
  requirePurpose(world, body.purposeOfPayment, receiver);
  requireSenderInfo(world, body.senderCustomerInfo ?? {}, receiver);
  quotes.requireExchange(quoteRequest);
  quotes.requireEnabledCurrency(world, sender);
  const totals = quotes.priceOf(world, quoteRequest);
  const fields = { currency: "source", amount: "lockedCurrencyAmount" };
  requireSendable(world, sender.currency, totals.totalSendingAmount, fields);
  if (receiver.accountId !== undefined) requireEnabled(world, "INCOMING", receiver.currency, "destination");
  if (body.immediatelyExecute) {
    quotes.requireImmediatelyExecutable(sender);
    quotes.requireBalance(world, quoteRequest, totals.totalSendingAmount);
  }
  const quote = quotes.addQuote(world, quoteRequest, totals);
  return body.immediatelyExecute ? carryOut(world, quote) : quotes.quoteView(world, quote);
}

async function execute(world: World, quote: QuoteRecord, signature: string) {
  if (quote.sender.funding === "instructions") {
    throw invalidInput("The quote is funded through its payment instructions, not executed", {
      field: "quoteId",
    });
  }
  if (quote.payloadToSign !== undefined) {
    const { sender, payloadToSign: payload } = quote;
    await checkSignature(world, signature, { accountId: sender.book, payload, acceptsBareSignature: true });
  }
  // Without an await from here on, two concurrent calls cannot both find the quote pending.
  quotes.requirePending(world, quote);
  parties.requireEligibleParties(world, quote);
  return carryOut(world, quote);
}

const lookupFields = { customerId: nonEmptyText, senderUmaAddress: format.umaAddress };

/** The sender's currency: that of the primary account, or else US dollars. */
function senderCurrency(world: World, { customerId, senderUmaAddress }: Values<typeof lookupFields>): string {
  if (customerId !== undefined) {
    const customer = world.customers.get(customerId);
    requireCustomer(customer);
    return primaryAccount(world, customer.id)?.currency ?? "USD";
  }
  const payer = senderUmaAddress === undefined ? undefined : parties.umaPayee(world, senderUmaAddress);
  return payer?.currency ?? "USD";
}

/** @param asked the rules of the platform, if it is the receiving platform */
function lookUp(
  world: World,
  sender: Values<typeof lookupFields>,
  receiver: string,
  currencies: readonly string[],
  asked?: readonly CurrencyConfig[],
) {
  const sending = senderCurrency(world, sender);
  const lookupId = world.random.id("Lookup");
  world.lookups.set(lookupId, receiver);
  return {
    lookupId,
    supportedCurrencies: currencies.map((code) => ({
      currency: currencyObject(code),
      estimatedExchangeRate: estimatedExchangeRate(corridorOf(world, sending, code)),
      ...receivingRange(world, sending, code),
    })),
    requiredPayerDataFields: parties.requiredPayerData(world, asked),
  };
}

/** Quotes and receiver lookups (specification, "Quotes"; body of OP-47). */
export const quoteRoutes = [
  serve(
    QUOTES.create,
    { permission: "TRANSACT", status: 201, unmodelled: [412, 424, 501], fields: newQuote },
    (world, { sent }) => createQuote(world, sent),
  ),
  retrieve(QUOTES.retrieve, (world, id) => quotes.quoteView(world, world.quotes.get(id))),
  serve(
    QUOTES.execute,
    { permission: "TRANSACT", refusals: [409], fields: { signature: format.freeText } },
    (world, { params, sent }) => execute(world, world.quotes.get(params.quoteId), sent.signature ?? ""),
  ),
  serve(RECEIVERS.lookupUma, { unmodelled: [412, 424], fields: lookupFields }, (world, { params, sent }) => {
    const receiver = parse(params.receiverUmaAddress, "receiverUmaAddress", format.umaAddress);
    const payee = parties.umaPayee(world, receiver);
    if (!payee) throw notFound("UMA address", receiver);
    const { customer, external } = payee;
    requireCustomer(customer);
    if (external) requireActive(external);
    const asked = customer && parties.receivedCurrencies(world, customer.id);
    const currencies = asked?.map(({ currencyCode }) => currencyCode) ?? [payee.currency];
    const lookup = lookUp(world, sent, umaKey(receiver), currencies, asked);
    return { ...lookup, receiverUmaAddress: receiver };
  }),
  serve(
    RECEIVERS.lookupExternalAccount,
    { unmodelled: [412, 424], fields: lookupFields },
    (world, { params: { accountId }, sent }) => {
      const account = world.externalAccounts.get(accountId);
      requireActive(account);
      requireCustomer(ownerOf(world, account));
      return { ...lookUp(world, sent, accountId, [account.currency]), accountId };
    },
  ),
];
