import { currencyObject } from "../../domain/currencies";
import { ownerOf } from "../../domain/customers";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { askForReceiver } from "../../domain/incoming-payments";
import { accountsOf, primaryAccount } from "../../domain/internal-accounts";
import { findReceiver, findSender, requireEligibleParties } from "../../domain/parties";
import type { DestinationRequest, QuoteRequest, Receiver, SourceRequest } from "../../domain/parties";
import { currencyRules, requireSendable } from "../../domain/platform";
import { estimatedExchangeRate, MAX_LOCKED_AMOUNT } from "../../domain/pricing";
import type { LockedSide } from "../../domain/pricing";
import { badRequest, invalidInput, notFound } from "../../domain/problem";
import {
  addQuote,
  executeQuote,
  priceOf,
  quoteTransaction,
  quoteView,
  requireBalance,
  requireEnabledCurrency,
  requireExchange,
  requireImmediatelyExecutable,
  requirePending,
} from "../../domain/quotes";
import { addLookup, requiredPayerData, umaPayee } from "../../domain/receivers";
import { umaKey } from "../../domain/records/customers";
import type { CurrencyConfig } from "../../domain/records/platform";
import { checkSignature } from "../../domain/wallet-signatures";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { amountUpTo, boolean, currency, freeText, oneOf, text, textMap, umaAddress } from "../formats";
import { bodyReader, object, parse, queryReader } from "../reader";
import type { Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

const purposes = [
  "GIFT",
  "SELF",
  "GOODS_OR_SERVICES",
  "EDUCATION",
  "HEALTH_OR_MEDICAL",
  "REAL_ESTATE_PURCHASE",
  "TAX_PAYMENT",
  "LOAN_PAYMENT",
  "UTILITY_BILL",
  "DONATION",
  "TRAVEL",
  "OTHER",
] as const;

/** An account, an UMA address under any discriminator (OP-45), or REALTIME_FUNDING. */
function readSource(party: Reader): SourceRequest {
  const sourceType = party.required("sourceType", text);
  party.allow("accountId", "umaAddress", "currency", "cryptoNetwork");
  const customerId = party.optional("customerId", text);
  if (party.has("umaAddress")) {
    return {
      kind: "uma",
      umaAddress: party.required("umaAddress", umaAddress),
      currency: party.optional("currency", currency),
      customerId,
    };
  }
  if (sourceType === "ACCOUNT") {
    return { kind: "account", accountId: party.required("accountId", text), customerId };
  }
  if (sourceType === "REALTIME_FUNDING") {
    return {
      kind: "realtime",
      currency: party.required("currency", currency),
      cryptoNetwork: party.optional("cryptoNetwork", text),
      customerId,
    };
  }
  throw party.invalid("sourceType", "ACCOUNT, UMA_ADDRESS or REALTIME_FUNDING");
}

/** An account, or an UMA address under any discriminator (OP-45). */
function readDestination(party: Reader): DestinationRequest {
  const destinationType = party.required("destinationType", text);
  party.allow("accountId", "umaAddress", "currency", "paymentRail");
  if (party.has("umaAddress")) {
    return {
      kind: "uma",
      umaAddress: party.required("umaAddress", umaAddress),
      currency: party.optional("currency", currency),
    };
  }
  if (destinationType === "ACCOUNT") {
    return {
      kind: "account",
      accountId: party.required("accountId", text),
      paymentRail: party.optional("paymentRail", text),
    };
  }
  throw party.invalid("destinationType", "ACCOUNT or UMA_ADDRESS");
}

function requireLookup(world: World, body: Reader, receiver: Receiver): void {
  const lookupId = body.optional("lookupId", text);
  if (lookupId === undefined && world.options.requireLookupId && "umaAddress" in receiver.destination) {
    throw body.invalid("lookupId", "the id of a lookup of this receiver, as the option requireLookupId asks");
  }
  if (lookupId !== undefined && world.lookups.get(lookupId)?.receiver !== receiver.receiver) {
    throw body.invalid("lookupId", "the id of a lookup of this receiver");
  }
}

function requirePurpose({ options }: World, body: Reader, { country }: Receiver): void {
  const purpose = body.optional("purposeOfPayment", oneOf(purposes));
  if (purpose === undefined && country !== undefined && options.purposeRequiredCountries.includes(country)) {
    throw body.invalid("purposeOfPayment", `the purpose of a payment to ${country}`);
  }
}

/** A lookup says what a receiver asks for. Internal accounts have no lookup. */
function requireSenderInfo(world: World, body: Reader, { recipient, currency: code }: Receiver): void {
  const info = body.optional("senderCustomerInfo", textMap) ?? {};
  if (recipient && !recipient.byUma) return;
  const missing = requiredPayerData(world, recipient ? [currencyRules(world, code)] : [])
    .filter(({ name, mandatory }) => mandatory && !Object.hasOwn(info, name))
    .map(({ name }) => name);
  if (missing.length > 0) {
    throw badRequest("MISSING_MANDATORY_USER_INFO", `senderCustomerInfo: ${missing.join(", ")} missing`, {
      field: "senderCustomerInfo",
      missing,
    });
  }
}

async function createQuote(world: World, { request, allRead }: Call): Promise<RouteResponse> {
  const body = bodyReader(request.body);
  const sender = findSender(world, readSource(body.required("source", object)));
  const receiver = findReceiver(world, readDestination(body.required("destination", object)));
  const quoteRequest: QuoteRequest = {
    sender,
    receiver,
    lockedSide: body.required("lockedCurrencySide", oneOf<LockedSide>(["SENDING", "RECEIVING"])),
    lockedAmount: body.required("lockedCurrencyAmount", amountUpTo(MAX_LOCKED_AMOUNT)),
    description: body.optional("description", freeText),
  };
  requireLookup(world, body, receiver);
  requirePurpose(world, body, receiver);
  requireSenderInfo(world, body, receiver);
  requireExchange(quoteRequest);
  requireEnabledCurrency(world, sender);
  const totals = priceOf(world, quoteRequest);
  const fields = { currency: "source", amount: "lockedCurrencyAmount" };
  requireSendable(world, sender.currency, totals.totalSendingAmount, fields);
  const isImmediate = body.optional("immediatelyExecute", boolean) ?? false;
  if (isImmediate) {
    requireImmediatelyExecutable(sender);
    requireBalance(world, sender, totals.totalSendingAmount, receiver.outcome);
  }

  allRead();
  const quote = addQuote(world, quoteRequest, totals);
  if (isImmediate) {
    executeQuote(world, quote);
    await askForReceiver(world, quoteTransaction(world, quote));
  }
  return created(quoteView(world, quote));
}

async function execute(world: World, call: Call): Promise<RouteResponse> {
  const quote = world.quotes.get(parameter(call, "quoteId"));
  if (quote.funding === "instructions") {
    throw invalidInput("The quote is funded through its payment instructions, not executed", {
      field: "quoteId",
    });
  }
  if (quote.authorization) {
    const { source, payloadToSign: payload } = quote.authorization;
    const signature = call.request.headers.get("service-wallet-signature");
    const { accountId } = source;
    await checkSignature(world, signature, { accountId, payload, acceptsBareSignature: true });
  }
  // No await from here on: two calls at once cannot both find the quote pending.
  requirePending(world, quote, "POST /quotes/{quoteId}/execute, source");
  requireEligibleParties(world, "POST /quotes/{quoteId}/execute", quote);
  call.allRead();
  executeQuote(world, quote);
  await askForReceiver(world, quoteTransaction(world, quote));
  return ok(quoteView(world, quote));
}

type Operation = "GET /receiver/uma/{receiverUmaAddress}" | "GET /receiver/external-account/{accountId}";

/** The currency in which the sender would pay: that of the sender's primary account, else US dollars. */
function senderCurrency(world: World, operation: Operation, query: URLSearchParams): string {
  const reader = queryReader(query);
  const customerId = reader.optional("customerId", text);
  const sender = reader.optional("senderUmaAddress", text);
  if (customerId !== undefined) {
    const customer = world.customers.get(customerId);
    requireCustomer(operation, customer);
    return primaryAccount(world, customer.id)?.currency ?? "USD";
  }
  return (sender === undefined ? undefined : umaPayee(world, sender)?.currency) ?? "USD";
}

interface Lookup {
  operation: Operation;
  receiver: string;
  currencies: string[];
  /** The platform's rules, if it is the receiving platform. */
  asked?: CurrencyConfig[];
}

function lookUp(
  world: World,
  { request, allRead }: Call,
  { operation, receiver, currencies, asked }: Lookup,
) {
  const sending = senderCurrency(world, operation, request.query);
  allRead();
  const { id } = addLookup(world, receiver);
  return {
    id,
    lookupId: id,
    supportedCurrencies: currencies.map((code) => {
      const rate = estimatedExchangeRate(world.rates, sending, code);
      return {
        currency: currencyObject(code),
        rate,
        estimatedExchangeRate: rate,
        min: 1,
        max: MAX_LOCKED_AMOUNT,
      };
    }),
    requiredPayerDataFields: requiredPayerData(world, asked),
  };
}

function lookUpUma(world: World, call: Call): RouteResponse {
  const receiver = parse(parameter(call, "receiverUmaAddress"), "receiverUmaAddress", umaAddress);
  const payee = umaPayee(world, receiver);
  if (!payee) throw notFound("UMA address", receiver);
  const { customer, deposit } = payee;
  const operation: Operation = "GET /receiver/uma/{receiverUmaAddress}";
  requireCustomer(operation, customer);
  if (deposit?.external) requireExternalAccount(operation, deposit.external);
  const own = customer ? accountsOf(world, customer.id) : [];
  // The preferred currency comes first.
  const currencies = [...new Set([payee.currency, ...own.map(({ currency }) => currency)])];
  const asked = customer ? currencies.map((code) => currencyRules(world, code)) : [];
  const lookup = lookUp(world, call, { operation, receiver: umaKey(receiver), currencies, asked });
  return ok({ ...lookup, receiverUmaAddress: receiver });
}

function lookUpExternalAccount(world: World, call: Call): RouteResponse {
  const id = parameter(call, "accountId");
  const operation: Operation = "GET /receiver/external-account/{accountId}";
  requireExternalAccount(operation, world.externalAccounts.find(id));
  const account = world.externalAccounts.get(id);
  requireCustomer(operation, ownerOf(world, account));
  const lookup = lookUp(world, call, { operation, receiver: id, currencies: [account.currency] });
  return ok({ ...lookup, accountId: id });
}

/** Quotes and receiver lookups (specification, "Quotes"; body of OP-47). */
export const quoteRoutes: readonly Route[] = [
  route("POST", "/quotes", "TRANSACT", createQuote, { keyed: true }),
  route("GET", "/quotes/{quoteId}", "VIEW", (world, call) =>
    ok(quoteView(world, world.quotes.get(parameter(call, "quoteId")))),
  ),
  route("POST", "/quotes/{quoteId}/execute", "TRANSACT", execute, { keyed: true }),
  route("GET", "/receiver/uma/{receiverUmaAddress}", "VIEW", lookUpUma),
  route("GET", "/receiver/external-account/{accountId}", "VIEW", lookUpExternalAccount),
];
