import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { CLIENT_SECRET, createClient, fakeFetch, json, rejection } from "./client";

/** Everything that an error shows. */
const shownOf = (error: unknown) =>
  [String(error), JSON.stringify(error), inspect(error, { depth: 8 })].join("\n");

async function errorOf(response: Response, call: "customer" | "list" = "customer"): Promise<unknown> {
  const { fetch } = fakeFetch(() => response);
  const payments = createClient({ fetch, maxRetries: 0, validation: "strict" });
  return rejection(call === "list" ? payments.customers.list() : payments.customers.retrieve("Customer:1"));
}

describe("a success that repeats the client's secret is an error without it:", () => {
  const headers = { "x-request-id": `for ${CLIENT_SECRET}` };

  it.each([
    ["as the request id of an empty body", "", "customer"],
    ["as the request id of JSON of another shape", "{}", "customer"],
    ["as the request id of a list without rows", "{}", "list"],
    ["as the name of a field with an unsafe amount", `{"${CLIENT_SECRET}":{"amount":1e300}}`, "customer"],
  ] as const)("%s", async (_case, body, call) => {
    const error = await errorOf(json(body, 200, headers), call);
    expect(error).toMatchObject({ name: "ResponseValidationError", requestId: "for [redacted]" });
    expect(shownOf(error)).not.toContain(CLIENT_SECRET);
  });

  it("as the account of another payment", async () => {
    const body = { id: "Quote:1", source: { accountId: CLIENT_SECRET }, destination: {} };
    const { fetch } = fakeFetch(() => json(body));
    const source = { sourceType: "ACCOUNT", accountId: "InternalAccount:1" } as const;
    const destination = { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" } as const;
    const params = { source, destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 1 } as const;
    const error = await rejection(createClient({ fetch }).quotes.create(params));
    expect(error).toMatchObject({ name: "UnrelatedResponseError", outcome: "unknown" });
    expect(shownOf(error)).not.toContain(CLIENT_SECRET);
  });
});

it("a secret too long for one pattern is redacted, and the error stays that of the response", async () => {
  const signature = "a,".repeat(10_000);
  const { fetch } = fakeFetch(() => json({ code: "INVALID_INPUT", message: `got ${signature}` }, 400));
  const error = await rejection(createClient({ fetch }).quotes.execute("Quote:1", { signature }));
  expect(error).toMatchObject({ name: "BadRequestError", outcome: "not-executed" });
  expect(shownOf(error)).not.toContain("a,a,");
});
