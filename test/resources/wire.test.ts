import type { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json } from "../core/client";
import { isCompound, methodNames } from "./methods";
import { operationOf, OPERATIONS } from "./witness";
import { BASE, expectExchange, expectShapeCheck } from "./wire";
import { cases } from "./wire-cases";

type Lists = (payments: PaymentsClient) => AsyncIterable<unknown>;

/** The requests of an iteration to the end of a list. */
async function walked(list: Lists): Promise<string[]> {
  const { fetch, calls } = fakeFetch(() => json({ data: [], hasMore: false }));
  for await (const row of list(createClient({ fetch }))) expect.fail(`a row: ${JSON.stringify(row)}`);
  return calls.map(({ init, url }) => `${init.method} ${url.replace(BASE, "")}`);
}

describe("on the wire", () => {
  for (const wire of cases) {
    const label = wire.title === undefined ? wire.name : `${wire.name}, ${wire.title},`;
    it(`${label} sends this request and returns the unchanged response`, () => expectExchange(wire));
    it(`${label} reports a response with an unexpected shape`, () => expectShapeCheck(wire));
  }

  it.each([
    ["customers", "GET /customers?limit=100"],
    ["internalAccounts", "GET /customers/internal-accounts?limit=100"],
    ["externalAccounts", "GET /customers/external-accounts?limit=100"],
    ["verifications", "GET /verifications?limit=100"],
    ["beneficialOwners", "GET /beneficial-owners?customerId=Customer%3A1&limit=100"],
    ["transactions", "GET /transactions?limit=100"],
    ["documents", "GET /documents?limit=100"],
    ["umaProviders", "GET /uma-providers?limit=100"],
    ["tokens", "GET /tokens?limit=100"],
  ] as const)("%s are read in pages of a hundred [PAG-07]", async (name, request) => {
    const params = name === "beneficialOwners" ? { customerId: "Customer:1" } : undefined;
    expect(await walked((payments) => payments[name].list(params as never))).toEqual([request]);
  });

  it.each<[string, Lists, string]>([
    [
      "internal accounts of the platform",
      ({ platform }) => platform.internalAccounts.list(),
      "GET /platform/internal-accounts",
    ],
    [
      "external accounts of the platform",
      ({ platform }) => platform.externalAccounts.list(),
      "GET /platform/external-accounts",
    ],
    [
      "credentials",
      ({ auth }) => auth.credentials.list({ accountId: "InternalAccount:1" }),
      "GET /auth/credentials?accountId=InternalAccount%3A1",
    ],
    [
      "sessions",
      ({ auth }) => auth.sessions.list({ accountId: "InternalAccount:1" }),
      "GET /auth/sessions?accountId=InternalAccount%3A1",
    ],
    ["exchange rates", ({ exchangeRates }) => exchangeRates.list(), "GET /exchange-rates"],
    ["discoveries", ({ discoveries }) => discoveries.list(), "GET /discoveries"],
  ])("%s have no pages and send no limit [PAG-07]", async (_name, list, request) => {
    expect(await walked(list)).toEqual([request]);
  });

  it("is tested for every method", () => {
    const methods = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
    // `waitFor` sends the same request as `retrieve`.
    const expected = methods.filter((name) => !name.endsWith(".waitFor") && !isCompound(name));
    expect(expected.length).toBeGreaterThan(40);
    expect([...new Set(cases.map(({ name }) => name))].sort()).toEqual(expected.sort());
  });

  it("reaches each operation of the service [GEN-14]", () => {
    const reached = new Set(cases.map(({ request }) => operationOf(request)));
    expect([...reached].sort()).toEqual([...OPERATIONS].sort());
  });
});
