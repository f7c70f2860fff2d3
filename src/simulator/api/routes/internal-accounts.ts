import { accountsOf, internalAccountView } from "../../domain/internal-accounts";
import { internalAccountTypes } from "../../domain/records/accounts";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { currency as currencyFormat, oneOf, text } from "../formats";
import { paginateTable } from "../pagination";
import { queryReader } from "../reader";
import type { Reader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

/** The filters that both lists share. */
const filtersOf = (query: Reader) => ({
  currency: query.optional("currency", currencyFormat),
  type: query.optional("type", oneOf(internalAccountTypes)),
});

function listOfCustomers(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  const owner = customerId === undefined ? "customer" : undefined;
  return ok(
    paginateTable(request, world.internalAccounts, {
      where: { owner, customerId, ...filtersOf(query) },
      view: (account) => internalAccountView(world, account),
    }),
  );
}

function listOfPlatform(world: World, { request }: Call): RouteResponse {
  const { currency, type } = filtersOf(queryReader(request.query));
  const matching = accountsOf(world, null).filter(
    (account) =>
      (currency === undefined || account.currency === currency) &&
      (type === undefined || account.type === type),
  );
  return ok({ data: matching.map((account) => internalAccountView(world, account)) });
}

/** Internal accounts (specification, "InternalAccount"). */
export const internalAccountRoutes: readonly Route[] = [
  route("GET", "/customers/internal-accounts", "VIEW", listOfCustomers),
  route("GET", "/platform/internal-accounts", "VIEW", listOfPlatform),
];
