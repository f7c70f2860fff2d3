import type { Domain } from "../../domain/domain";
import type { DestinationRequest, Receiver, SourceRequest } from "../../domain/quote-parties";
import type { LockedSide } from "../../domain/pricing";
import { badRequest, invalidInput } from "../../domain/problem";
import { requiredPayerData } from "../../domain/payer-data";
import {
  requireEnabledCurrency,
  requireExchange,
  requireImmediatelyExecutable,
} from "../../domain/quote-rules";
import type { QuoteRequest } from "../../domain/quotes";
import type { RouteResponse } from "../../runtime/wire";
import { amountUpTo, boolean, currency, freeText, oneOf, text, textMap, umaAddress } from "../formats";
import { bodyReader, object } from "../reader";
import type { Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<
  Domain,
  "incomingPayments" | "lookups" | "options" | "parties" | "platform" | "quotes" | "signatures"
>;

/** The most that a quote can lock (specification, "Limits"). */
const MAX_LOCKED_AMOUNT = 9_000_000_000_000_000;

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

function requireLookup({ lookups, options }: Needs, body: Reader, receiver: Receiver): void {
  const lookupId = body.optional("lookupId", text);
  if (lookupId === undefined && options.requireLookupId && "umaAddress" in receiver.destination) {
    throw body.invalid("lookupId", "the id of a lookup of this receiver, as the option requireLookupId asks");
  }
  if (lookupId !== undefined && lookups.find(lookupId)?.receiver !== receiver.receiver) {
    throw body.invalid("lookupId", "the id of a lookup of this receiver");
  }
}

function requirePurpose({ options }: Needs, body: Reader, { country }: Receiver): void {
  const purpose = body.optional("purposeOfPayment", oneOf(purposes));
  if (purpose === undefined && country !== undefined && options.purposeRequiredCountries.includes(country)) {
    throw body.invalid("purposeOfPayment", `the purpose of a payment to ${country}`);
  }
}

/** Only a lookup says what a receiver asks for, and there is none for an internal account. */
function requireSenderInfo({ platform, options }: Needs, body: Reader, receiver: Receiver): void {
  const info = body.optional("senderCustomerInfo", textMap) ?? {};
  const { recipient } = receiver;
  if (recipient && !recipient.byUma) return;
  const asked = requiredPayerData(options, recipient ? [platform.currency(receiver.currency)] : []);
  const missing = asked
    .filter(({ name, mandatory }) => mandatory && !Object.hasOwn(info, name))
    .map(({ name }) => name);
  if (missing.length > 0) {
    throw badRequest("MISSING_MANDATORY_USER_INFO", `senderCustomerInfo: ${missing.join(", ")} missing`, {
      field: "senderCustomerInfo",
      missing,
    });
  }
}

async function createQuote(needs: Needs, { request }: Call): Promise<RouteResponse> {
  const { parties, platform, quotes } = needs;
  const body = bodyReader(request.body);
  const sender = parties.sender(readSource(body.required("source", object)));
  const receiver = parties.receiver(readDestination(body.required("destination", object)));
  const quoteRequest: QuoteRequest = {
    sender,
    receiver,
    lockedSide: body.required("lockedCurrencySide", oneOf<LockedSide>(["SENDING", "RECEIVING"])),
    lockedAmount: body.required("lockedCurrencyAmount", amountUpTo(MAX_LOCKED_AMOUNT)),
    description: body.optional("description", freeText),
  };
  requireLookup(needs, body, receiver);
  requirePurpose(needs, body, receiver);
  requireSenderInfo(needs, body, receiver);
  requireExchange(sender, receiver);
  requireEnabledCurrency(sender);
  const totals = quotes.priceOf(quoteRequest);
  const fields = { currency: "source", amount: "lockedCurrencyAmount" };
  platform.requireSendable(sender.currency, totals.totalSendingAmount, fields);
  const isImmediate = body.optional("immediatelyExecute", boolean) ?? false;
  if (isImmediate) {
    requireImmediatelyExecutable(sender);
    quotes.requireBalance(sender, totals.totalSendingAmount, receiver.outcome);
  }

  const quote = quotes.add(quoteRequest, totals);
  if (isImmediate) {
    quotes.execute(quote);
    await needs.incomingPayments.askForReceiver(quotes.transactionOf(quote));
  }
  return created(quotes.view(quote));
}

async function execute(
  { incomingPayments, parties, quotes, signatures }: Needs,
  call: Call,
): Promise<RouteResponse> {
  const quote = quotes.get(parameter(call, "quoteId"));
  if (quote.funding === "instructions") {
    throw invalidInput("The quote is funded through its payment instructions, not executed", {
      field: "quoteId",
    });
  }
  if (quote.authorization) {
    const signature = call.request.headers.get("service-wallet-signature");
    await signatures.checkQuote(signature, quote.authorization);
  }
  // From here on nothing waits: two calls at once cannot both find the quote pending.
  quotes.requirePending(quote, "POST /quotes/{quoteId}/execute, source");
  parties.requireEligibleOf("POST /quotes/{quoteId}/execute", quote);
  quotes.execute(quote);
  await incomingPayments.askForReceiver(quotes.transactionOf(quote));
  return ok(quotes.view(quote));
}

/** Quotes (specification, "Quotes"). */
export const quoteRoutes = (needs: Needs): Route[] => [
  route("POST", "/quotes", (call) => createQuote(needs, call), { keyed: true }),
  route("GET", "/quotes/{quoteId}", (call) =>
    ok(needs.quotes.view(needs.quotes.get(parameter(call, "quoteId")))),
  ),
  route("POST", "/quotes/{quoteId}/execute", (call) => execute(needs, call), { keyed: true }),
];
