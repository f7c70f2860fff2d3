import { discoveries } from "../../domain/discoveries";
import { umaProviders } from "../../domain/uma-providers";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { country as countryFormat, currency as currencyFormat, flag, oneOf } from "../formats";
import { paginate } from "../pagination";
import { queryReader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

function listDiscoveries(_: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const country = query.optional("country", countryFormat);
  const currency = query.optional("currency", currencyFormat);
  const data = discoveries.filter(
    (entry) =>
      (country === undefined || entry.country === country) &&
      (currency === undefined || entry.currency === currency),
  );
  return ok({ data });
}

function listUmaProviders(_: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const country = query.optional("countryCode", countryFormat);
  const currency = query.optional("currencyCode", currencyFormat);
  const withBlocked = query.optional("hasBlockedProviders", flag) ?? true;
  const matches = umaProviders.filter(
    ({ allowListStatus, supportedCurrencies, supportedRegions }) =>
      (withBlocked || allowListStatus) &&
      (country === undefined || supportedRegions.includes(country)) &&
      (currency === undefined || supportedCurrencies.some(({ code }) => code === currency)),
  );
  return ok(
    paginate({
      query: request.query,
      list: request.path,
      rows: matches,
      at: ({ name }) => name,
      id: ({ domain }) => domain,
      order: query.optional("sortOrder", oneOf(["asc", "desc"] as const)) ?? "desc",
      view: (provider) => provider,
    }),
  );
}

/** Who else there is: banks and mobile money providers, and institutions with UMA addresses (contract, UmaProvider). */
export const directoryRoutes: readonly Route[] = [
  route("GET", "/discoveries", "VIEW", listDiscoveries),
  route("GET", "/uma-providers", "VIEW", listUmaProviders),
];
