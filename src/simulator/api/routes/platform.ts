import { currencyDefinition } from "../../domain/currencies";
import { discoveries, umaProviders } from "../../domain/directories";
import { listExchangeRates } from "../../domain/exchange-rates";
import { platformView, updatePlatform } from "../../domain/platform";
import { MAX_LOCKED_AMOUNT } from "../../domain/pricing";
import { invalidInput, notFound } from "../../domain/problem";
import { customerInfoFields, transactionTypes } from "../../domain/records/platform";
import type { ApiTokenRecord, CurrencyConfig } from "../../domain/records/platform";
import { createToken, newTokenView, tokenView } from "../../domain/tokens";
import { estimateWithdrawalFee } from "../../domain/withdrawal-fees";
import type { World } from "../../domain/world";
import { tokenPermissions } from "../../runtime/options/tokens";
import { present } from "../../runtime/present";
import type { RouteResponse } from "../../runtime/wire";
import {
  amount,
  boolean,
  country as countryFormat,
  currency,
  currency as currencyFormat,
  digitsFrom,
  domainName,
  flag,
  integerFrom,
  listOf,
  oneOf,
  setOf,
  text,
  webAddress,
} from "../formats";
import { paginate, paginateTable, readPeriod, updatedIn } from "../pagination";
import { bodyReader, object, parse, queryReader } from "../reader";
import type { Format, Reader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

/** An array of objects, each read field by field. */
const objects = <T>(read: (item: Reader) => T): Format<T[]> =>
  listOf({
    expected: object.expected,
    parse(value, name) {
      const item = object.parse(value, name);
      return item && read(item);
    },
  });

const counterpartyFields = objects((field) => ({
  name: field.required("name", oneOf(customerInfoFields)),
  mandatory: field.required("mandatory", boolean),
}));

const currencyConfigs = objects((item): CurrencyConfig => {
  const minAmount = item.required("minAmount", integerFrom(0));
  return {
    currencyCode: item.required("currencyCode", currency),
    minAmount,
    maxAmount: item.required("maxAmount", integerFrom(minAmount)),
    requiredCounterpartyFields: item.required("requiredCounterpartyFields", counterpartyFields),
    enabledTransactionTypes: item.required("enabledTransactionTypes", listOf(oneOf(transactionTypes))),
  };
});

function updateConfig(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const supportedCurrencies = body.optional("supportedCurrencies", currencyConfigs);
  const codes = supportedCurrencies?.map(({ currencyCode }) => currencyCode) ?? [];
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice !== undefined)
    throw invalidInput(`supportedCurrencies: ${twice} stands there twice`, { field: "supportedCurrencies" });
  updatePlatform(
    world,
    present({
      umaDomain: body.optional("umaDomain", domainName),
      webhookEndpoint: body.optional("webhookEndpoint", webAddress),
      supportedCurrencies,
    }),
  );
  return ok(platformView(world));
}

/** The platform's configuration (contract, PlatformConfig). */
export const configRoutes: readonly Route[] = [
  route("GET", "/config", "VIEW", (world) => ok(platformView(world))),
  route("PATCH", "/config", "MANAGE", updateConfig),
];

function createApiToken(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const name = body.required("name", text);
  const chosen = body.required("permissions", setOf(oneOf(tokenPermissions)));
  return created(newTokenView(createToken(world, name, chosen)));
}

function listTokens(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginateTable(request, world.tokens, {
      where: { environment: world.options.environment, name: query.optional("name", text) },
      ...readPeriod(query, "created"),
      matches: updatedIn(readPeriod(query, "updated")),
      view: tokenView,
    }),
  );
}

/** A token of the other environment is none of this service. */
function findToken(world: World, call: Call): ApiTokenRecord {
  const token = world.tokens.get(parameter(call, "tokenId"));
  if (token.environment !== world.options.environment) throw notFound("Token", token.id);
  return token;
}

/** Any token can be deleted, that of the call itself included: whoever finds a token leaked can end it with that token alone. */
function removeToken(world: World, call: Call): RouteResponse {
  world.tokens.delete(findToken(world, call).id);
  return noContent();
}

/** API tokens (contract, ApiToken). */
export const tokenRoutes: readonly Route[] = [
  route("POST", "/tokens", "MANAGE", createApiToken),
  route("GET", "/tokens", "VIEW", listTokens),
  route("GET", "/tokens/{tokenId}", "VIEW", (world, call) => ok(tokenView(findToken(world, call)))),
  route("DELETE", "/tokens/{tokenId}", "MANAGE", removeToken),
];

/** The amount that the rates are for when the query names none (contract, GET /exchange-rates). */
const DEFAULT_SENDING_AMOUNT = 10_000;

function listRates(world: World, { request: { query } }: Call): RouteResponse {
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
export const exchangeRateRoutes: Route[] = [route("GET", "/exchange-rates", "VIEW", listRates)];

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

function estimateFee(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const accountId = body.required("internalAccountId", text);
  const currency = body.required("currency", currencyFormat);
  if (currencyDefinition(currency).kind !== "crypto")
    throw body.invalid("currency", "a crypto currency", "INVALID_CURRENCY");
  const cryptoNetwork = body.required("cryptoNetwork", text);
  const sent = body.required("amount", amount);
  body.required("destinationAddress", text);
  const account = world.internalAccounts.get(accountId);
  return ok(estimateWithdrawalFee(world, { account, currency, cryptoNetwork, amount: sent }));
}

/** Estimates of withdrawals to a blockchain (contract, EstimateCryptoWithdrawalFeeRequest). */
export const cryptoRoutes: readonly Route[] = [
  route("POST", "/crypto/estimate-withdrawal-fee", "VIEW", estimateFee),
];
