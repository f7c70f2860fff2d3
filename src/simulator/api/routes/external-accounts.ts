import { createExternalAccount, externalAccountView } from "../../domain/external-accounts";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { readAccountInfo } from "../account-info";
import { boolean, currency as currencyFormat, text } from "../formats";
import { paginateTable } from "../pagination";
import { bodyReader, queryReader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

function create(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const account = createExternalAccount(world, {
    currency: body.required("currency", currencyFormat),
    accountInfo: readAccountInfo(body, world.options),
    customerId: body.optional("customerId", text) ?? null,
    platformAccountId: body.optional("platformAccountId", text),
    defaultUmaDepositAccount: body.optional("defaultUmaDepositAccount", boolean) ?? false,
    cryptoNetwork: body.optional("cryptoNetwork", text),
  });
  return created(externalAccountView(account));
}

function retrieve(world: World, call: Call): RouteResponse {
  return ok(externalAccountView(world.externalAccounts.get(parameter(call, "externalAccountId"))));
}

function remove(world: World, call: Call): RouteResponse {
  world.externalAccounts.delete(world.externalAccounts.get(parameter(call, "externalAccountId")).id);
  return noContent();
}

function listOfCustomers(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  return ok(
    paginateTable(request, world.externalAccounts, {
      where: {
        owner: customerId === undefined ? "customer" : undefined,
        customerId,
        currency: query.optional("currency", currencyFormat),
      },
      view: externalAccountView,
    }),
  );
}

function listOfPlatform(world: World, { request }: Call): RouteResponse {
  const currency = queryReader(request.query).optional("currency", currencyFormat);
  const matches = world.externalAccounts
    .by("customerId", null)
    .filter((account) => currency === undefined || account.currency === currency);
  return ok({ data: matches.map(externalAccountView) });
}

/** External accounts (specification, "ExternalAccount"). */
export const externalAccountRoutes: readonly Route[] = [
  ...["/customers/external-accounts", "/platform/external-accounts"].flatMap((path) => [
    route("POST", path, "MANAGE", create),
    route("GET", `${path}/{externalAccountId}`, "VIEW", retrieve),
    route("DELETE", `${path}/{externalAccountId}`, "MANAGE", remove),
  ]),
  route("GET", "/customers/external-accounts", "VIEW", listOfCustomers),
  route("GET", "/platform/external-accounts", "VIEW", listOfPlatform),
];
