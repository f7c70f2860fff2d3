import type { Domain } from "../../domain/domain";
import { MAX_LOCKED_AMOUNT } from "../../domain/exchange-rates";
import type { RouteResponse } from "../../runtime/wire";
import { currency, digitsFrom } from "../formats";
import { parse, queryReader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "exchangeRates">;

/** The amount that the rates are for when the query names none (contract, GET /exchange-rates). */
const DEFAULT_SENDING_AMOUNT = 10_000;

function list({ exchangeRates }: Needs, { request: { query } }: Call): RouteResponse {
  const reader = queryReader(query);
  // The parameter may come more than once; an empty one counts as absent.
  const named = query.getAll("destinationCurrency").filter((code) => code !== "");
  const destinations = named.map((code) => parse(code, "destinationCurrency", currency));
  const data = exchangeRates.list({
    source: reader.optional("sourceCurrency", currency),
    destinations: [...new Set(destinations)],
    sendingAmount:
      reader.optional("sendingAmount", digitsFrom(0, MAX_LOCKED_AMOUNT)) ?? DEFAULT_SENDING_AMOUNT,
  });
  return ok({ data });
}

/** Exchange rates (contract, ExchangeRate). */
export const exchangeRateRoutes = (needs: Needs): Route[] => [
  route("GET", "/exchange-rates", (call) => list(needs, call)),
];
