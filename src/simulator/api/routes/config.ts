import { platformView, updatePlatform } from "../../domain/platform";
import { invalidInput } from "../../domain/problem";
import { customerInfoFields, transactionTypes } from "../../domain/records/platform";
import type { CurrencyConfig } from "../../domain/records/platform";
import type { World } from "../../domain/world";
import { present } from "../../runtime/present";
import type { RouteResponse } from "../../runtime/wire";
import { boolean, currency, domainName, integerFrom, listOf, oneOf, webAddress } from "../formats";
import { bodyReader, object } from "../reader";
import type { Format, Reader } from "../reader";
import { ok, route } from "../route";
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

function update(world: World, { request }: Call): RouteResponse {
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
  route("PATCH", "/config", "MANAGE", update),
];
