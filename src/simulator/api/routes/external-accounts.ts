import type { Domain } from "../../domain/domain";
import { externalAccountView } from "../../domain/external-accounts";
import type { RouteResponse } from "../../runtime/wire";
import { readAccountInfo } from "../account-info";
import { boolean, currency as currencyFormat, text } from "../formats";
import { paginateStore } from "../pagination";
import { bodyReader, queryReader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "externalAccounts" | "options">;

function create({ externalAccounts, options }: Needs, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const account = externalAccounts.create({
    currency: body.required("currency", currencyFormat),
    accountInfo: readAccountInfo(body, options),
    customerId: body.optional("customerId", text) ?? null,
    platformAccountId: body.optional("platformAccountId", text),
    defaultUmaDepositAccount: body.optional("defaultUmaDepositAccount", boolean) ?? false,
    cryptoNetwork: body.optional("cryptoNetwork", text),
  });
  return created(externalAccountView(account));
}

function retrieve({ externalAccounts }: Needs, call: Call): RouteResponse {
  return ok(externalAccountView(externalAccounts.get(parameter(call, "externalAccountId"))));
}

function remove({ externalAccounts }: Needs, call: Call): RouteResponse {
  externalAccounts.delete(externalAccounts.get(parameter(call, "externalAccountId")).id);
  return noContent();
}

function listOfCustomers({ externalAccounts }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const currency = query.optional("currency", currencyFormat);
  const customerId = query.optional("customerId", text);
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: externalAccounts,
      where: [
        customerId === undefined ? ["owner", "customer"] : ["customerId", customerId],
        ...(currency === undefined ? [] : [["currency", currency] as const]),
      ],
      view: externalAccountView,
    }),
  );
}

function listOfPlatform({ externalAccounts }: Needs, { request }: Call): RouteResponse {
  const currency = queryReader(request.query).optional("currency", currencyFormat);
  const matches = externalAccounts
    .by("customerId", null)
    .filter((account) => currency === undefined || account.currency === currency);
  return ok({ data: matches.map(externalAccountView) });
}

/** External accounts (specification, "ExternalAccount"). */
export const externalAccountRoutes = (needs: Needs): Route[] => [
  ...["/customers/external-accounts", "/platform/external-accounts"].flatMap((path) => [
    route("POST", path, (call) => create(needs, call)),
    route("GET", `${path}/{externalAccountId}`, (call) => retrieve(needs, call)),
    route("DELETE", `${path}/{externalAccountId}`, (call) => remove(needs, call)),
  ]),
  route("GET", "/customers/external-accounts", (call) => listOfCustomers(needs, call)),
  route("GET", "/platform/external-accounts", (call) => listOfPlatform(needs, call)),
];
