import { expect, it } from "vitest";
import { createClient, fakeFetch, json } from "./client";

function clientOf(headers: Record<string, string>) {
  const warnings: string[] = [];
  const ignore = () => undefined;
  const logger = { debug: ignore, info: ignore, error: ignore, warn: (line: string) => warnings.push(line) };
  const { fetch } = fakeFetch(() => json({}, 200, headers));
  return { warnings, client: createClient({ fetch, logger, logLevel: "warn", validation: "off" }) };
}

it("warns once for each deprecated operation", async () => {
  const { client, warnings } = clientOf({
    Deprecation: "@1767225600",
    Sunset: "Sat, 31 Oct 2026 23:59:59 GMT",
  });
  await client.customers.retrieve("Customer:1");
  await client.customers.retrieve("Customer:2");
  await client.externalAccounts.retrieve("ExternalAccount:1");
  expect(warnings).toEqual([
    "payments-sdk: the service calls GET customers.retrieve deprecated and ends it on 2026-10-31; look for a newer version of this package",
    "payments-sdk: the service calls GET externalAccounts.retrieve deprecated and ends it on 2026-10-31; look for a newer version of this package",
  ]);
});

it.each([
  ["Deprecation alone", { Deprecation: "true" }],
  ["a Sunset that is not a date", { Sunset: "soon\u00e9 <script>" }],
])("warns without a date: %s", async (_case, headers) => {
  const { client, warnings } = clientOf(headers);
  await client.customers.retrieve("Customer:1");
  expect(warnings).toEqual([
    "payments-sdk: the service calls GET customers.retrieve deprecated; look for a newer version of this package",
  ]);
});

it("does not warn for any other response", async () => {
  const { client, warnings } = clientOf({ "x-deprecated": "true" });
  await client.customers.retrieve("Customer:1");
  expect(warnings).toEqual([]);
});
