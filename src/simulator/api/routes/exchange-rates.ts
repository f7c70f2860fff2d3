import { listExchangeRates } from "../../domain/exchange-rates";
import { MAX_LOCKED_AMOUNT } from "../../domain/pricing";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { currency, digitsFrom } from "../formats";
import { parse, queryReader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

/** The amount that the rates are for when the query names none (contract, GET /exchange-rates). */
const DEFAULT_SENDING_AMOUNT = 10_000;

function list(world: World, { request: { query } }: Call): RouteResponse {
  const reader = queryReader(query);
  // The parameter may come more than once, or as a list with commas.
  const named = query
    .getAll("destinationCurrency")
    .flatMap((codes) => codes.split(","))
    .filter(Boolean);
  const destinations = named.map((code) => parse(code, "destinationCurrency", currency));
  const source = reader.optional("sourceCurrency", currency);
  const amount = reader.optional("sendingAmount", digitsFrom(0, MAX_LOCKED_AMOUNT)) ?? DEFAULT_SENDING_AMOUNT;
  return ok({ data: listExchangeRates(world, source, [...new Set(destinations)], amount) });
}

/** Exchange rates (contract, ExchangeRate). */
export const exchangeRateRoutes: Route[] = [route("GET", "/exchange-rates", "VIEW", list)];
