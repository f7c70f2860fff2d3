import { badRequest, notFound } from "../problem";
import { QueryReader } from "../read";
import { ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { currencyObject } from "../state/currencies";
import { estimatedExchangeRate } from "../state/pricing";
import { findUmaPayee } from "../state/uma";
import type { World } from "../world";

/** What a quote can lock (specification, Limits), which is all that limits an amount here. */
const amounts = { min: 1, max: 9_000_000_000_000_000 };

/** The currency in which the sender would pay: that of the sender's primary account, else US dollars. */
function senderCurrency(world: World, query: URLSearchParams): string {
  const reader = new QueryReader(query);
  const customerId = reader.optionalString("customerId");
  const umaAddress = reader.optionalString("senderUmaAddress");
  if (customerId !== undefined) return world.primaryAccount(world.customer(customerId).id)?.currency ?? "USD";
  return (umaAddress === undefined ? undefined : findUmaPayee(world, umaAddress)?.currency) ?? "USD";
}

function answerLookup(world: World, query: URLSearchParams, receiver: string, currencies: Iterable<string>) {
  const sending = senderCurrency(world, query);
  const id = world.random.id("Lookup");
  world.lookups.set(id, { id, receiver, createdAt: world.clock.iso() });
  return {
    id,
    lookupId: id,
    supportedCurrencies: Array.from(currencies, (code) => {
      const rate = estimatedExchangeRate(sending, code);
      return { currency: currencyObject(code), rate, estimatedExchangeRate: rate, ...amounts };
    }),
    requiredPayerDataFields: world.options.requiredPayerDataFields.map((name) => ({ name, mandatory: true })),
  };
}

/** Every currency in which an UMA payee can be paid, the preferred one first. */
function currenciesOf(world: World, payee: NonNullable<ReturnType<typeof findUmaPayee>>): Set<string> {
  const accounts = payee.customer ? world.accountsOf(payee.customer.id) : [];
  return new Set([payee.currency, ...accounts.map(({ currency }) => currency)]);
}

function lookupUma(context: Context): Reply {
  const { world, request } = context;
  const receiverUmaAddress = parameter(context, "receiverUmaAddress");
  if (!/^\$[^\s@/]+@[^\s@/]+$/.test(receiverUmaAddress)) {
    throw badRequest("INVALID_UMA_ADDRESS", "Expected an UMA address, $name@domain", {
      field: "receiverUmaAddress",
    });
  }
  const payee = findUmaPayee(world, receiverUmaAddress);
  if (!payee) throw notFound("UMA address", receiverUmaAddress);
  const answer = answerLookup(world, request.query, receiverUmaAddress, currenciesOf(world, payee));
  return ok({ ...answer, receiverUmaAddress });
}

function lookupExternalAccount(context: Context): Reply {
  const { world, request } = context;
  const account = world.externalAccount(parameter(context, "accountId"));
  return ok({ ...answerLookup(world, request.query, account.id, [account.currency]), accountId: account.id });
}

/** Receiver lookups (specification, Quotes; body of OP-47). */
export const receiverRoutes: Route[] = [
  route("GET", "/receiver/uma/{receiverUmaAddress}", lookupUma),
  route("GET", "/receiver/external-account/{accountId}", lookupExternalAccount),
];
