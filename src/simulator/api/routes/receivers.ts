import { currencyObject } from "../../domain/currencies";
import type { Domain } from "../../domain/domain";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { requiredPayerData } from "../../domain/payer-data";
import type { CurrencyConfig } from "../../domain/platform";
import { estimatedExchangeRate } from "../../domain/pricing";
import { notFound } from "../../domain/problem";
import type { UmaPayee } from "../../domain/uma";
import type { RouteResponse } from "../../runtime/wire";
import { text, umaAddress } from "../formats";
import { parse, queryReader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<
  Domain,
  "accounts" | "customers" | "externalAccounts" | "lookups" | "options" | "platform" | "rates" | "uma"
>;

type Lookup = "GET /receiver/uma/{receiverUmaAddress}" | "GET /receiver/external-account/{accountId}";

/** What a quote can lock (specification, "Limits"), which is all that limits an amount here. */
const amounts = { min: 1, max: 9_000_000_000_000_000 };

/** The currency in which the sender would pay: that of the sender's primary account, else US dollars. */
function senderCurrency(
  { accounts, customers, uma }: Needs,
  operation: Lookup,
  query: URLSearchParams,
): string {
  const reader = queryReader(query);
  const customerId = reader.optional("customerId", text);
  const sender = reader.optional("senderUmaAddress", text);
  if (customerId !== undefined) {
    const customer = customers.get(customerId);
    requireCustomer(operation, customer);
    return accounts.primary(customer.id)?.currency ?? "USD";
  }
  return (sender === undefined ? undefined : uma.payee(sender)?.currency) ?? "USD";
}

/** @param asked the rules of the receiving platform, when that is this one. */
function lookUp(
  needs: Needs,
  operation: Lookup,
  { request }: Call,
  {
    receiver,
    currencies,
    asked = [],
  }: { receiver: string; currencies: Iterable<string>; asked?: CurrencyConfig[] },
) {
  const sending = senderCurrency(needs, operation, request.query);
  const { id } = needs.lookups.add(receiver);
  return {
    id,
    lookupId: id,
    supportedCurrencies: Array.from(currencies, (code) => {
      const rate = estimatedExchangeRate(needs.rates, sending, code);
      return { currency: currencyObject(code), rate, estimatedExchangeRate: rate, ...amounts };
    }),
    requiredPayerDataFields: requiredPayerData(needs.options, asked),
  };
}

/** Every currency in which an UMA payee can be paid, the preferred one first. */
function currenciesOf({ accounts }: Needs, { currency, customer }: UmaPayee): Set<string> {
  const own = customer ? accounts.of(customer.id).map((account) => account.currency) : [];
  return new Set([currency, ...own]);
}

function lookUpUma(needs: Needs, call: Call): RouteResponse {
  const receiverUmaAddress = parse(parameter(call, "receiverUmaAddress"), "receiverUmaAddress", umaAddress);
  const payee = needs.uma.payee(receiverUmaAddress);
  if (!payee) throw notFound("UMA address", receiverUmaAddress);
  const { customer, deposit } = payee;
  const operation: Lookup = "GET /receiver/uma/{receiverUmaAddress}";
  requireCustomer(operation, customer);
  if (deposit?.external) requireExternalAccount(operation, deposit.external);
  const currencies = [...currenciesOf(needs, payee)];
  const asked = customer ? currencies.map((code) => needs.platform.currency(code)) : [];
  const lookup = lookUp(needs, operation, call, { receiver: receiverUmaAddress, currencies, asked });
  return ok({ ...lookup, receiverUmaAddress });
}

function lookUpExternalAccount(needs: Needs, call: Call): RouteResponse {
  const id = parameter(call, "accountId");
  const operation: Lookup = "GET /receiver/external-account/{accountId}";
  requireExternalAccount(operation, needs.externalAccounts.find(id));
  const account = needs.externalAccounts.get(id);
  requireCustomer(operation, needs.customers.ownerOf(account));
  const lookup = lookUp(needs, operation, call, { receiver: account.id, currencies: [account.currency] });
  return ok({ ...lookup, accountId: account.id });
}

/** Receiver lookups (specification, "Quotes"; body of OP-47). */
export const receiverRoutes = (needs: Needs): Route[] => [
  route("GET", "/receiver/uma/{receiverUmaAddress}", (call) => lookUpUma(needs, call)),
  route("GET", "/receiver/external-account/{accountId}", (call) => lookUpExternalAccount(needs, call)),
];
