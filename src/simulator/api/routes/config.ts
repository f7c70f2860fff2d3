import { customerInfoFields, transactionTypes } from "../../domain/platform";
import type { CurrencyConfig } from "../../domain/platform";
import type { Domain } from "../../domain/domain";
import { invalidInput } from "../../domain/problem";
import type { RouteResponse } from "../../runtime/wire";
import { boolean, currency, domainName, integerFrom, listOf, oneOf, webAddress } from "../formats";
import { bodyReader, object } from "../reader";
import type { Format, Reader } from "../reader";
import { ok, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "platform">;

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

function update({ platform }: Needs, { request }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const supportedCurrencies = body.optional("supportedCurrencies", currencyConfigs);
  const codes = supportedCurrencies?.map(({ currencyCode }) => currencyCode) ?? [];
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice !== undefined)
    throw invalidInput(`supportedCurrencies: ${twice} stands there twice`, { field: "supportedCurrencies" });
  const umaDomain = body.optional("umaDomain", domainName);
  const webhookEndpoint = body.optional("webhookEndpoint", webAddress);
  platform.update({
    ...(umaDomain === undefined ? {} : { umaDomain }),
    ...(webhookEndpoint === undefined ? {} : { webhookEndpoint }),
    ...(supportedCurrencies === undefined ? {} : { supportedCurrencies }),
  });
  return ok(platform.view());
}

/** The platform's configuration (contract, PlatformConfig). */
export const configRoutes = (needs: Needs): Route[] => [
  route("GET", "/config", () => ok(needs.platform.view())),
  route("PATCH", "/config", (call) => update(needs, call)),
];
