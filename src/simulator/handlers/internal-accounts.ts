import { paginate } from "../pagination";
import { QueryReader } from "../read";
import { ok, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { internalAccountBody, internalAccountTypes } from "../state/internal-accounts";
import type { InternalAccountRecord } from "../state/internal-accounts";

/** The filters that both lists share. */
function filtersOf(query: QueryReader): (account: InternalAccountRecord) => boolean {
  const currency = query.optionalCurrency("currency");
  const type = query.optionalEnum("type", internalAccountTypes);
  return (account) =>
    (currency === undefined || account.currency === currency) &&
    (type === undefined || account.type === type);
}

function listOfCustomers({ world, request }: Context): Reply {
  const query = new QueryReader(request.query);
  const customerId = query.optionalString("customerId");
  const matches = filtersOf(query);
  const candidates =
    customerId === undefined ? [...world.internalAccounts.values()] : world.accountsOf(customerId);
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: candidates.filter((account) => account.customerId !== null && matches(account)),
      at: (account) => account.createdAt,
      id: (account) => account.id,
      view: (account) => internalAccountBody(world, account),
    }),
  );
}

function listOfPlatform({ world, request }: Context): Reply {
  const accounts = world.accountsOf(null).filter(filtersOf(new QueryReader(request.query)));
  return ok({ data: accounts.map((account) => internalAccountBody(world, account)) });
}

export const internalAccountRoutes: Route[] = [
  route("GET", "/customers/internal-accounts", listOfCustomers),
  route("GET", "/platform/internal-accounts", listOfPlatform),
];
