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
  country,
  currency,
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
import { paginate, readPeriod, updatedIn } from "../pagination";
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

function updateConfig(world: World, { request, allRead }: Call): RouteResponse {
  const body = bodyReader(request.body);
  body.allow("id", "isRegulatedFinancialInstitution", "createdAt", "updatedAt");
  const supportedCurrencies = body.optional("supportedCurrencies", currencyConfigs);
  const codes = supportedCurrencies?.map(({ currencyCode }) => currencyCode) ?? [];
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice !== undefined)
    throw invalidInput(`supportedCurrencies: ${twice} stands there twice`, { field: "supportedCurrencies" });
  const changes = present({
    umaDomain: body.optional("umaDomain", domainName),
    webhookEndpoint: body.optional("webhookEndpoint", webAddress),
    supportedCurrencies,
  });
  allRead();
  updatePlatform(world, changes);
  return ok(platformView(world));
}

function createApiToken(world: World, { request, allRead }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const name = body.required("name", text);
  const chosen = body.required("permissions", setOf(oneOf(tokenPermissions)));
  allRead();
  return created(newTokenView(createToken(world, name, chosen)));
}

function listTokens(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginate(request, world.tokens, {
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
  const { id } = findToken(world, call);
  call.allRead();
  world.tokens.delete(id);
  return noContent();
}

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
  reader.allow("destinationCurrency");
  const source = reader.optional("sourceCurrency", currency);
  const amount = reader.optional("sendingAmount", digitsFrom(0, MAX_LOCKED_AMOUNT)) ?? DEFAULT_SENDING_AMOUNT;
  return ok({ data: listExchangeRates(world, source, [...new Set(destinations)], amount) });
}

function listDiscoveries(_: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  const wanted = {
    country: query.optional("country", country),
    currency: query.optional("currency", currency),
  };
  return ok({
    data: discoveries.filter(
      (entry) =>
        (wanted.country ?? entry.country) === entry.country &&
        (wanted.currency ?? entry.currency) === entry.currency,
    ),
  });
}

function listUmaProviders(_: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginate(request, umaProviders, {
      where: {
        region: query.optional("countryCode", country),
        currency: query.optional("currencyCode", currency),
        isAllowed: query.optional("hasBlockedProviders", flag) === false ? "true" : undefined,
      },
      order: query.optional("sortOrder", oneOf(["asc", "desc"] as const)),
      view: ({ provider }) => provider,
    }),
  );
}

function estimateFee(world: World, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const accountId = body.required("internalAccountId", text);
  const sentCurrency = body.required("currency", currency);
  if (currencyDefinition(sentCurrency).kind !== "crypto")
    throw body.invalid("currency", "a crypto currency", "INVALID_CURRENCY");
  const cryptoNetwork = body.required("cryptoNetwork", text);
  const sent = body.required("amount", amount);
  body.required("destinationAddress", text);
  const account = world.internalAccounts.get(accountId);
  return ok(estimateWithdrawalFee(world, { account, currency: sentCurrency, cryptoNetwork, amount: sent }));
}

/** The platform's configuration and tokens, exchange rates and directories (contract). */
export const platformRoutes: readonly Route[] = [
  route("GET", "/config", "VIEW", (world) => ok(platformView(world))),
  route("PATCH", "/config", "MANAGE", updateConfig),
  route("POST", "/tokens", "MANAGE", createApiToken),
  route("GET", "/tokens", "VIEW", listTokens),
  route("GET", "/tokens/{tokenId}", "VIEW", (world, call) => ok(tokenView(findToken(world, call)))),
  route("DELETE", "/tokens/{tokenId}", "MANAGE", removeToken),
  route("GET", "/exchange-rates", "VIEW", listRates),
  route("GET", "/discoveries", "VIEW", listDiscoveries),
  route("GET", "/uma-providers", "VIEW", listUmaProviders),
  route("POST", "/crypto/estimate-withdrawal-fee", "VIEW", estimateFee),
];
