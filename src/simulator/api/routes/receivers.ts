import { currencyObject } from "../../domain/currencies";
import { ownerOf } from "../../domain/customers";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { accountsOf, primaryAccount } from "../../domain/internal-accounts";
import { addLookup, requiredPayerData } from "../../domain/lookups";
import { currencyRules } from "../../domain/platform";
import { estimatedExchangeRate, MAX_LOCKED_AMOUNT } from "../../domain/pricing";
import { notFound } from "../../domain/problem";
import { umaKey } from "../../domain/records/customers";
import type { CurrencyConfig } from "../../domain/records/platform";
import { umaPayee } from "../../domain/uma";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { text, umaAddress } from "../formats";
import { parse, queryReader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

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

function lookUp(world: World, { request }: Call, { operation, receiver, currencies, asked }: Lookup) {
  const sending = senderCurrency(world, operation, request.query);
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

/** Receiver lookups (specification, "Quotes"; body of OP-47). */
export const receiverRoutes: Route[] = [
  route("GET", "/receiver/uma/{receiverUmaAddress}", "VIEW", lookUpUma),
  route("GET", "/receiver/external-account/{accountId}", "VIEW", lookUpExternalAccount),
];
