import { EXCHANGE_RATES, WITHDRAWALS } from "../../../operations/money";
import { CONFIG, DISCOVERIES, TOKENS, UMA_PROVIDERS } from "../../../operations/platform";
import { currencyDefinition } from "../../domain/currencies";
import { discoveries, umaProviders } from "../../domain/directories";
import { withdrawalFeeOf, exchangeRatesFrom } from "../../domain/estimates";
import { enumOf, nonEmptyText, parse } from "../../domain/format";
import { platformView, updatePlatform, issueToken, tokenView } from "../../domain/platform";
import { MAX_LOCKED_AMOUNT } from "../../domain/pricing";
import { invalidField, invalidInput, notFound } from "../../domain/problem";
import { customerInfoFields, transactionTypes } from "../../domain/records/platform";
import type { ApiTokenRecord, CurrencyConfig } from "../../domain/records/platform";
import type { World } from "../../domain/world";
import { tokenPermissions } from "../../runtime/options/tokens";
import { ignored, closedObject, requiredField } from "../fields";
import * as format from "../formats";
import { inPeriod, isLike, serveList, listAll, periodFields } from "../pagination";
import { retrieve, serve } from "../serve";

const counterpartyField = closedObject({
  name: requiredField(enumOf(customerInfoFields)),
  mandatory: requiredField(format.trueOrFalse),
});

const currencyConfig = closedObject({
  currencyCode: requiredField(format.currency),
  minAmount: requiredField(format.integerFrom(0)),
  maxAmount: requiredField(format.integerFrom(0)),
  requiredCounterpartyFields: requiredField(format.arrayOf(counterpartyField)),
  enabledTransactionTypes: requiredField(format.arrayOf(enumOf(transactionTypes))),
});

/** Each currency once, and no maximum below its minimum. */
function requireConsistent(configs: readonly CurrencyConfig[]): void {
  const codes = configs.map(({ currencyCode }) => currencyCode);
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice !== undefined)
    throw invalidInput(`supportedCurrencies: ${twice} occurs twice`, { field: "supportedCurrencies" });
  for (const [index, { minAmount, maxAmount }] of configs.entries())
    parse(maxAmount, `supportedCurrencies[${index}].maxAmount`, format.integerFrom(minAmount));
}

/** A token of the other environment does not exist in this service. */
function findToken(world: World, id: string): ApiTokenRecord {
  const token = world.tokens.get(id);
  if (token.environment !== world.options.environment) throw notFound("Token", token.id);
  return token;
}

/** The default amount of the rates (contract, GET /exchange-rates). */
const DEFAULT_SENDING_AMOUNT = 10_000;

/** The platform's configuration and tokens, exchange rates and directories (contract). */
export const platformRoutes = [
  serve(CONFIG.retrieve, {}, platformView),
  serve(
    CONFIG.update,
    {
      unmodelled: [501],
      fields: {
        umaDomain: format.domainName,
        webhookEndpoint: format.webAddress,
        supportedCurrencies: format.arrayOf(currencyConfig),
        // Requests may repeat them.
        id: ignored,
        isRegulatedFinancialInstitution: ignored,
        createdAt: ignored,
        updatedAt: ignored,
      },
    },
    (world, { sent }) => {
      requireConsistent(sent.supportedCurrencies ?? []);
      updatePlatform(world, sent);
      return platformView(world);
    },
  ),
  serve(
    TOKENS.create,
    {
      status: 201,
      fields: {
        name: requiredField(nonEmptyText),
        permissions: requiredField(format.setOf(enumOf(tokenPermissions))),
      },
    },
    (world, { sent }) => {
      const token = issueToken(world, sent.name, sent.permissions);
      return { ...tokenView(token), clientSecret: token.clientSecret };
    },
  ),
  serveList(TOKENS.list, { ...periodFields, name: nonEmptyText }, ({ tokens: table, options }, query) => {
    const { filters, period } = inPeriod(query);
    const where = { ...filters, environment: options.environment };
    return { table, where, ...period, view: tokenView };
  }),
  retrieve(TOKENS.retrieve, (world, id) => tokenView(findToken(world, id))),
  // Every token can be deleted, even the call's own. So a leaked token is enough to end itself.
  serve(TOKENS.delete, { unmodelled: [400] }, (world, { params }) =>
    world.tokens.delete(findToken(world, params.tokenId).id),
  ),
  listAll(
    EXCHANGE_RATES.list,
    {
      sourceCurrency: format.currency,
      // The parameter may repeat, or be a list with commas.
      destinationCurrency: format.freeText,
      sendingAmount: format.digitsFrom(0, MAX_LOCKED_AMOUNT),
    },
    (world, { sourceCurrency, sendingAmount = DEFAULT_SENDING_AMOUNT }, request) => {
      const named = request.query.getAll("destinationCurrency").flatMap((codes) => codes.split(","));
      const codes = named.filter(Boolean).map((code) => parse(code, "destinationCurrency", format.currency));
      return exchangeRatesFrom(world, sourceCurrency, [...new Set(codes)], sendingAmount);
    },
  ),
  listAll(DISCOVERIES.list, { country: format.country, currency: format.currency }, (_, query) =>
    discoveries.filter(isLike(query)),
  ),
  serveList(
    UMA_PROVIDERS.list,
    {
      countryCode: format.country,
      currencyCode: format.currency,
      hasBlockedProviders: format.queryFlag,
      sortOrder: enumOf(["asc", "desc"]),
    },
    (_, { countryCode: region, currencyCode, hasBlockedProviders, sortOrder: order }) => {
      const isAllowed = hasBlockedProviders === false ? "true" : undefined;
      const where = { region, currency: currencyCode, isAllowed };
      return { table: umaProviders, where, order, view: ({ provider }: { provider: object }) => provider };
    },
  ),
  serve(
    WITHDRAWALS.estimateWithdrawalFee,
    {
      permission: "VIEW",
      refusals: [404],
      fields: {
        internalAccountId: requiredField(nonEmptyText),
        currency: requiredField(format.currency),
        cryptoNetwork: requiredField(nonEmptyText),
        amount: requiredField(format.positiveAmount),
        destinationAddress: requiredField(nonEmptyText),
      },
    },
    (world, { sent }) => {
      if (currencyDefinition(sent.currency).kind !== "crypto")
        throw invalidField("currency", "a crypto currency", "INVALID_CURRENCY");
      return withdrawalFeeOf(world, world.internalAccounts.get(sent.internalAccountId), sent);
    },
  ),
];
