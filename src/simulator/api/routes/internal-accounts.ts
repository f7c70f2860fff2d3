import type { Domain } from "../../domain/domain";
import { internalAccountTypes } from "../../domain/internal-accounts";
import type { InternalAccountIndex } from "../../domain/internal-accounts";
import type { Condition } from "../../domain/store";
import type { RouteResponse } from "../../runtime/wire";
import { currency as currencyFormat, oneOf, text } from "../formats";
import { paginateStore } from "../pagination";
import { queryReader } from "../reader";
import type { Reader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "accounts">;

/** The filters that both lists share. */
function conditions(query: Reader): Condition<"currency" | "type">[] {
  const currency = query.optional("currency", currencyFormat);
  const type = query.optional("type", oneOf(internalAccountTypes));
  return [
    ...(currency === undefined ? [] : [["currency", currency] as const]),
    ...(type === undefined ? [] : [["type", type] as const]),
  ];
}

function listOfCustomers({ accounts }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const customerId = query.optional("customerId", text);
  const owner: Condition<InternalAccountIndex> =
    customerId === undefined ? ["owner", "customer"] : ["customerId", customerId];
  return ok(
    paginateStore({
      query: request.query,
      list: request.path,
      store: accounts,
      where: [owner, ...conditions(query)],
      view: (account) => accounts.view(account),
    }),
  );
}

function listOfPlatform({ accounts }: Needs, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const currency = query.optional("currency", currencyFormat);
  const type = query.optional("type", oneOf(internalAccountTypes));
  const matching = accounts
    .of(null)
    .filter(
      (account) =>
        (currency === undefined || account.currency === currency) &&
        (type === undefined || account.type === type),
    );
  return ok({ data: matching.map((account) => accounts.view(account)) });
}

/** Internal accounts (specification, "InternalAccount"). */
export const internalAccountRoutes = (needs: Needs): Route[] => [
  route("GET", "/customers/internal-accounts", (call) => listOfCustomers(needs, call)),
  route("GET", "/platform/internal-accounts", (call) => listOfPlatform(needs, call)),
];
