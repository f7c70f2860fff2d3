import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { business, individual, usdAccount } from "../support/parts";
import type { Json } from "../support/parts";
import { basicAuthorization, id, items, World } from "../support/world";
import { routes } from "../support/routes";
import { runs } from "../support/runs";

describe("a refused request", () => {
  async function prepare() {
    // These requests are wrong on purpose, so their exchanges are not recorded.
    const api = World.odd();
    const customer = await api.created("/customers", { ...individual, platformCustomerId: "ada" });
    const customerId = id(customer);
    await api.created("/customers", business);
    const external = await api.created("/customers/external-accounts", { ...usdAccount(), customerId });
    const accounts = items(await api.read(`/customers/internal-accounts?customerId=${customerId}`));
    const ofType = (type: string) => id(accounts.find((account) => account["type"] === type) ?? {});
    const accountId = ofType("INTERNAL_FIAT");
    const walletId = ofType("EMBEDDED_WALLET");
    for (const funded of [accountId, walletId]) {
      await api.created(`/sandbox/internal-accounts/${funded}/fund`, { amount: 100_000 });
    }
    const credential = await api.created("/auth/credentials", { type: "EMAIL_OTP", accountId: walletId });
    const verification = await api.created("/verifications", { customerId });
    const ids: Json = {
      customerId,
      externalAccountId: id(external),
      accountId,
      id: walletId,
      verificationId: id(verification),
    };
    const ownCredential = `/auth/credentials/${id(credential)}`;
    return { api, ids, walletId, ownCredential };
  }

  /** The complete visible state of the service. */
  async function snapshot({
    simulator,
    ...calls
  }: {
    simulator: World["simulator"];
    api: World;
    walletId: string;
  }) {
    const lists = [
      "/customers?limit=100&isIncludingDeleted=true",
      "/customers/internal-accounts?limit=100",
      "/platform/internal-accounts",
      "/customers/external-accounts?limit=100",
      "/platform/external-accounts",
      "/config",
      "/tokens",
      "/verifications?limit=100",
      "/documents?limit=100",
      "/transactions?limit=100",
      `/auth/credentials?accountId=${calls.walletId}`,
      `/auth/sessions?accountId=${calls.walletId}`,
    ];
    const shown = [];
    for (const list of lists) shown.push(await calls.api.read(list));
    return structuredClone({
      shown,
      books: simulator.totals(),
      entries: simulator.ledgerEntries(),
      events: simulator.events.list,
      outbox: simulator.outbox.list,
    });
  }

  const wrongBodies: [string, string | undefined][] = [
    ["no body", undefined],
    ["broken JSON", "{"],
    ["an empty object", "{}"],
    [
      "fields of wrong types",
      JSON.stringify({
        customerId: 5,
        customerType: 5,
        accountId: 5,
        amount: "5",
        source: 5,
        type: 5,
        quoteId: 5,
        roles: 5,
        currencies: 5,
        ownershipPercentage: "x",
        currency: 5,
        umaDomain: 5,
      }),
    ],
    [
      "unknown references",
      JSON.stringify({
        customerId: "Customer:x",
        customerType: "ALIEN",
        type: "TELEPATHY",
        accountId: "InternalAccount:x",
        roles: ["JESTER"],
        currencies: ["XXZ"],
        currency: "XXZ",
        quoteId: "Quote:x",
        currencyCode: "USD",
        amount: 0.5,
        source: { sourceType: "ACCOUNT", accountId: "ExternalAccount:x" },
        destination: { destinationType: "ACCOUNT", accountId: "InternalAccount:x" },
        clientPublicKey: "04",
        supportedCurrencies: [{ currencyCode: "XXZ" }],
      }),
    ],
    ["a prototype field", '{"__proto__":{}}'],
    ["too deep a body", `{"a":${"[".repeat(200)}${"]".repeat(200)}}`],
  ];
  const mutating = routes.filter(({ method }) => method !== "GET");

  it.each(mutating.map(({ method, template }) => [method, template] as const))(
    "%s %s changes nothing",
    async (method, template) => {
      const { api, ids, walletId } = await prepare();
      const look = () => snapshot({ simulator: api.simulator, api, walletId });
      const before = await look();
      let refused = 0;
      for (const [title, body] of wrongBodies) {
        for (const isKnown of [false, true]) {
          const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
            isKnown ? String(ids[name] ?? "Thing:1") : "Thing:1",
          );
          // A DELETE needs no body, so the service can only refuse its unknown target.
          if (isKnown && (method === "DELETE" || template.endsWith("/challenge"))) continue;
          // An empty update is valid.
          const isFound = isKnown || !template.includes("{");
          if (isFound && method === "PATCH" && body === "{}") continue;
          const headers = {
            "idempotency-key": `${title} ${String(isKnown)}`,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          };
          const response = await api.send(method, path, { ...(body === undefined ? {} : { body }), headers });
          const isRefused = response.status >= 400 && response.status < 500;
          expect([title, path, isRefused, response.body]).toEqual([title, path, true, response.body]);
          refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(0);
      expect(await look()).toEqual(before);
    },
  );

  it("with a wrong, missing or foreign token changes nothing", async () => {
    const { api, ids, walletId } = await prepare();
    const look = () => snapshot({ simulator: api.simulator, api, walletId });
    const before = await look();
    const fund = (authorization: string) =>
      api.post(
        `/sandbox/internal-accounts/${String(ids["accountId"])}/fund`,
        { amount: 5 },
        { authorization },
      );
    const { clientId } = api.simulator.clientOptions();
    for (const wrong of ["", basicAuthorization(clientId, "c"), basicAuthorization("a", "b")]) {
      expect(await fund(wrong)).toMatchObject({ status: 401 });
    }
    expect(await look()).toEqual(before);
    expect(await fund(api.authorization)).toMatchObject({ status: 200 });
    expect(await look()).not.toEqual(before);
  });
});

it("any body of any request gets JSON and no status above 499", async () => {
  const api = World.odd();
  const posts = routes.filter(({ method }) => method === "POST" || method === "PATCH");
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("__proto__", -1, 2 ** 53, "\ud800"));
  const names = ["amount", "source", "destination", "type", "accountId", "customerType", "currency", "limit"];
  const member = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...posts),
      fc.oneof(member, fc.array(value, { maxLength: 2 })),
      async ({ method, template }, body) => {
        const { status } = await api.send(
          method,
          template.replaceAll(/\{(\w+)\}/g, "Customer:1"),
          body as Json,
        );
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: runs(60) },
  );
});
