import { badRequest, invalidInput } from "../problem";
import { reader } from "../read";
import type { ObjectReader } from "../read";
import { created, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { readReceiver, readSender } from "../state/parties";
import type { Receiver, Sender } from "../state/parties";
import { addQuote, executeQuote, priceOf, quoteBody, requireBalance, requirePending } from "../state/quotes";
import type { QuoteRequest } from "../state/quotes";
import { authorizeQuoteExecution } from "../state/wallet-authorization";
import type { World } from "../world";

/** The most that a quote can lock (specification, Limits). */
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

/** Two different accounts, and two currencies unless the transfer endpoints cannot do it (QUO-24, OP-49). */
function requireExchange(sender: Sender, receiver: Receiver): void {
  if (sender.book === receiver.book && sender.book.startsWith("InternalAccount:")) {
    throw badRequest("SELF_PAYMENT", "The source and the destination are the same account", {
      field: "destination",
    });
  }
  const isAccountToAccount =
    sender.source.sourceType === "ACCOUNT" && receiver.destination.destinationType === "ACCOUNT";
  if (sender.currency === receiver.currency && isAccountToAccount && sender.funding !== "signature") {
    throw invalidInput("A same-currency transfer goes through /transfer-in or /transfer-out", {
      field: "destination",
      currency: sender.currency,
    });
  }
}

/** A customer pays in enabled currencies, and from the crypto accounts that every customer has (CUS-10). */
function requireEnabledCurrency({ customer, currency, isProvisioned = false }: Sender): void {
  if (!customer || isProvisioned || customer.currencies.includes(currency)) return;
  throw badRequest("INVALID_CURRENCY", `${currency} is not enabled for ${customer.id}`, {
    field: "source",
    currency,
    enabled: customer.currencies,
  });
}

function requireLookup(world: World, body: ObjectReader, receiver: Receiver): void {
  const lookupId = body.optionalString("lookupId");
  if (lookupId !== undefined && world.lookups.get(lookupId)?.receiver !== receiver.receiver) {
    throw body.refuse("lookupId", "the id of a lookup of this receiver");
  }
}

function requirePurpose(world: World, body: ObjectReader, { country }: Receiver): void {
  const purpose = body.optionalEnum("purposeOfPayment", purposes);
  if (
    purpose === undefined &&
    country !== undefined &&
    world.options.purposeRequiredCountries.includes(country)
  ) {
    throw body.refuse("purposeOfPayment", `the purpose of a payment to ${country}`);
  }
}

function requireSenderInfo(world: World, body: ObjectReader): void {
  const info = body.optionalStrings("senderCustomerInfo") ?? {};
  const missing = world.options.requiredPayerDataFields.filter((field) => !Object.hasOwn(info, field));
  if (missing.length > 0) {
    throw badRequest("MISSING_MANDATORY_USER_INFO", `senderCustomerInfo: ${missing.join(", ")} missing`, {
      field: "senderCustomerInfo",
      missing,
    });
  }
}

function requireImmediatelyExecutable({ funding }: Sender): void {
  if (funding === "signature") {
    throw invalidInput(
      "immediatelyExecute: a wallet's quote is created first and executed with a signature",
      {
        field: "immediatelyExecute",
      },
    );
  }
  if (funding === "instructions") {
    throw invalidInput("immediatelyExecute: the source is funded through payment instructions", {
      field: "immediatelyExecute",
    });
  }
}

function createQuote({ world, request }: Context): Reply {
  const body = reader(request.body);
  const sender = readSender(world, body.object("source"));
  const receiver = readReceiver(world, body.object("destination"));
  const quoteRequest: QuoteRequest = {
    sender,
    receiver,
    lockedSide: body.enum("lockedCurrencySide", ["SENDING", "RECEIVING"]),
    lockedAmount: body.amount("lockedCurrencyAmount", MAX_LOCKED_AMOUNT),
    description: body.optionalString("description"),
  };
  requireLookup(world, body, receiver);
  requirePurpose(world, body, receiver);
  requireSenderInfo(world, body);
  requireExchange(sender, receiver);
  requireEnabledCurrency(sender);
  const totals = priceOf(world, quoteRequest);
  const isImmediate = body.optionalBoolean("immediatelyExecute") ?? false;
  if (isImmediate) {
    requireImmediatelyExecutable(sender);
    requireBalance(world, sender, totals.totalSendingAmount, receiver.outcome);
  }

  const quote = addQuote(world, quoteRequest, totals);
  if (isImmediate) executeQuote(world, quote);
  return created(quoteBody(world, quote));
}

function retrieveQuote(context: Context): Reply {
  const { world } = context;
  return ok(quoteBody(world, world.quote(parameter(context, "quoteId"))));
}

async function execute(context: Context): Promise<Reply> {
  const { world, request } = context;
  const quote = world.quote(parameter(context, "quoteId"));
  if (quote.funding === "instructions") {
    throw invalidInput("The quote is funded through its payment instructions, not executed", {
      field: "quoteId",
    });
  }
  if (quote.authorization) {
    await authorizeQuoteExecution(
      world,
      quote.authorization,
      request.headers.get("service-wallet-signature"),
    );
  }
  // From here on nothing waits: two calls at once cannot both find the quote pending.
  requirePending(world, quote);
  executeQuote(world, quote);
  return ok(quoteBody(world, quote));
}

/** Quotes (specification, Quotes). */
export const quoteRoutes: Route[] = [
  route("POST", "/quotes", createQuote, { keyed: true }),
  route("GET", "/quotes/{quoteId}", retrieveQuote),
  route("POST", "/quotes/{quoteId}/execute", execute, { keyed: true }),
];
