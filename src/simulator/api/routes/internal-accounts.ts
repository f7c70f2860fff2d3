import type { Domain } from "../../domain/domain";
import { internalAccountTypes } from "../../domain/internal-accounts";
import type { InternalAccountRecord } from "../../domain/internal-accounts";
import type { RouteResponse } from "../../runtime/wire";
import { currency as currencyFormat, oneOf, text } from "../formats";
import { paginate } from "../pagination";
import { queryReader } from "../reader";
import type { Reader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "accounts">;

/** The filters that both lists share. */
function filterOf(query: Reader): (account: InternalAccountRecord) => boolean {
  const currency = query.optional("currency", currencyFormat);
  const type = query.optional("type", oneOf(internalAccountTypes));
  return (account) =>
    (currency === undefined || account.currency === currency) &&
    (type === undefined || account.type === type);
}

function listOfCustomers({ accounts }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  const matches = filterOf(query);
  const candidates = customerId === undefined ? accounts.all() : accounts.of(customerId);
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: candidates.filter((account) => account.customerId !== null && matches(account)),
      at: (account) => account.createdAt,
      id: (account) => account.id,
      view: (account) => accounts.view(account),
    }),
  );
}

function listOfPlatform({ accounts }: Needs, { request }: Call): RouteResponse {
  const matching = accounts.of(null).filter(filterOf(queryReader(request.query)));
  return ok({ data: matching.map((account) => accounts.view(account)) });
}

/** Internal accounts (specification, "InternalAccount"). */
export const internalAccountRoutes = (needs: Needs): Route[] => [
  route("GET", "/customers/internal-accounts", (call) => listOfCustomers(needs, call)),
  route("GET", "/platform/internal-accounts", (call) => listOfPlatform(needs, call)),
];
