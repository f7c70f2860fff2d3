import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { Simulator } from "payments-sdk/simulator";
import { base64 } from "@scure/base";
import { basicAuthorization, business, id, individual, items, RawApi, usdAccount } from "../support/raw-api";
import { createSimulator } from "../support/simulator";
import { VirtualClock, parseDuration } from "../../src/simulator/clock";
import { routes } from "../../src/simulator/handlers/index";
import { resolveOptions } from "../../src/simulator/options";
import { SeededRandom } from "../../src/simulator/random";
import { Service } from "../../src/simulator/service";
import { World } from "../../src/simulator/world";

const encode = (text: string) => base64.encode(new TextEncoder().encode(text));

/** Every route with its parameters filled in. */
const everyRoute = routes.map(
  ({ method, template }) => [method, template.replaceAll(/\{\w+\}/g, "Thing:1")] as const,
);

describe("authentication", () => {
  const tokens = [
    { clientId: "sandbox-token", clientSecret: "pässwörd:€", environment: "sandbox" as const },
    { clientId: "production-token", clientSecret: "secret", environment: "production" as const },
  ];

  it.each(everyRoute)(
    "%s %s answers 401 without a right Authorization header [AUT-01, AUT-03]",
    async (method, path) => {
      const simulator = createSimulator({ tokens });
      const { baseUrl } = simulator.clientOptions();
      const headers = [
        {},
        { authorization: "" },
        { authorization: "Bearer sandbox-token" },
        { authorization: "Basic" },
        { authorization: "Basic !!!" },
        { authorization: `Basic ${encode("no colon")}` },
        { authorization: `Basic ${base64.encode(new Uint8Array([0xff, 0x3a, 0xff]))}` },
        { authorization: basicAuthorization("sandbox-token", "wrong") },
        { authorization: basicAuthorization("wrong", "pässwörd:€") },
        { authorization: basicAuthorization("production-token", "secret") },
      ];
      for (const given of headers) {
        const response = await simulator.fetch(`${baseUrl}${path}`, { method, headers: given });
        expect([response.status, given]).toEqual([401, given]);
        expect(await response.json()).toMatchObject({
          status: 401,
          code: "UNAUTHORIZED",
          reason: expect.any(String),
        });
      }
    },
  );

  it("splits at the first colon, as UTF-8; the scheme's case does not matter [AUT-02]", async () => {
    const api = new RawApi({ tokens });
    const send = (authorization: string) => api.send("GET", "/customers", { headers: { authorization } });
    expect(await send(basicAuthorization("sandbox-token", "pässwörd:€"))).toMatchObject({ status: 200 });
    expect(await send(`bAsIc  ${encode("sandbox-token:pässwörd:€")}`)).toMatchObject({ status: 200 });
    // The same words in Latin-1.
    const latin1 = Uint8Array.from("sandbox-token:pässwörd:E", (character) => character.charCodeAt(0));
    expect(await send(`Basic ${base64.encode(latin1)}`)).toMatchObject({ status: 401 });
  });

  it("keeps tokens to their environment [AUT-04]", async () => {
    const production = new RawApi({ tokens, environment: "production" });
    expect(production.simulator.clientOptions().clientId).toBe("production-token");
    expect(await production.get("/customers")).toMatchObject({ status: 200 });
    const authorization = basicAuthorization("sandbox-token", "pässwörd:€");
    expect(await production.send("GET", "/customers", { headers: { authorization } })).toMatchObject({
      status: 401,
    });
  });

  it("has a token of its own when none is configured, different by seed and environment", () => {
    const { clientId, clientSecret } = createSimulator().clientOptions();
    expect(createSimulator().clientOptions()).toMatchObject({ clientId, clientSecret });
    expect(createSimulator({ seed: 2 }).clientOptions().clientSecret).not.toBe(clientSecret);
    expect(clientId).toMatch(/^sandbox-/);
  });

  it.each([
    ["a colon in the token id", { tokens: [{ clientId: "a:b", clientSecret: "c" }] }],
    [
      "no token for the environment",
      { tokens: [{ clientId: "a", clientSecret: "b", environment: "production" as const }] },
    ],
    ["an unknown environment", { environment: "staging" as "sandbox" }],
    ["a time that is none", { now: "soon" }],
    ["an unknown currency", { platformCurrencies: ["XXZ"] }],
    ["an unknown currency of customers", { customerCryptoCurrencies: ["XXZ"] }],
    ["an unknown currency of wallets", { walletCurrency: "XXZ" }],
    ["an unknown currency of a region", { regionCurrencies: { US: ["XXZ"] } }],
  ])("refuses %s in the options", (_title, options) => {
    expect(() => new Simulator(options)).toThrow();
  });

  it("shows no secret in the request log, unless asked, nor when inspected [AUT-08]", async () => {
    const call = async (logSecrets: boolean) => {
      const api = new RawApi({ logSecrets });
      const headers = { "service-wallet-signature": "stamp-value" };
      await api.post(
        "/quotes",
        { otp: "123456", nested: [{ oidcToken: "a.b.c" }], assertion: { signature: "sig-value" } },
        headers,
      );
      return { api, text: JSON.stringify(api.simulator.requests) };
    };
    const { api, text } = await call(false);
    const secrets = [api.authorization, "stamp-value", "123456", "a.b.c", "sig-value"];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted]");
    const shown = (await call(true)).text;
    for (const secret of secrets) expect(shown).toContain(secret);
    const { clientSecret } = api.simulator.clientOptions();
    expect(inspect(api.simulator, { depth: Infinity, showHidden: true })).not.toContain(clientSecret);
  });
});

describe("paths", () => {
  it("are served under any base path, and nowhere else [GEN-01, GEN-02]", async () => {
    const api = new RawApi({ baseUrl: "https://pay.example/product/2026-01-01/" });
    const { baseUrl } = api.simulator.clientOptions();
    expect(baseUrl).toBe("https://pay.example/product/2026-01-01");
    const status = async (url: string) => {
      const response = await api.simulator.fetch(url, { headers: { authorization: api.authorization } });
      return response.status;
    };
    expect(await status("https://pay.example/product/2026-01-01/customers")).toBe(200);
    expect(await status("https://pay.example/product/2025-10-13/customers")).toBe(404);
    expect(await status("https://pay.example/product/2026-01-011/customers")).toBe(404);
    expect(await status("https://pay.example/customers")).toBe(404);
    expect(await status("https://pay.example/product/2026-01-01")).toBe(404);
  });

  it("default to the version 2025-10-13; other dates are 404 [GEN-02]", async () => {
    const api = new RawApi();
    expect(api.simulator.clientOptions().baseUrl).toMatch(/\/2025-10-13$/);
    const url = api.simulator.clientOptions().baseUrl.replace("2025-10-13", "2026-10-13");
    const headers = { authorization: api.authorization };
    expect((await api.simulator.fetch(`${url}/customers`, { headers })).status).toBe(404);
  });

  it("read : and %3A alike, and $ and @ [GEN-05]", async () => {
    const api = new RawApi();
    const customer = await api.created("/customers", individual);
    const encoded = id(customer).replace(":", "%3A");
    expect(encoded).not.toBe(id(customer));
    expect(await api.read(`/customers/${encoded}`)).toEqual(customer);
    expect(await api.read(`/customers/${id(customer)}`)).toEqual(customer);
  });

  it("prefer literal segments to identifiers [GEN-05]", async () => {
    const api = new RawApi();
    expect(await api.read("/customers/external-accounts")).toMatchObject({ data: [], totalCount: 0 });
    expect(await api.read("/customers/internal-accounts")).toMatchObject({ data: [], totalCount: 0 });
    expect(await api.patch("/customers/internal-accounts", {})).toMatchObject({ status: 405 });
  });

  it.each([
    ["/nothing", 404],
    ["/", 404],
    ["", 404],
    ["/customers/", 404],
    ["/customers//internal-accounts", 404],
    ["/customers/a/b/c/d", 404],
    ["/customers/%E0%A4%A", 400],
    ["/customers/%ff", 400],
    ["/customers/%2e%2e%2fplatform", 404],
    ["/customers/a%2Fb", 404],
    ["/customers/%00", 404],
    ["/customers/__proto__", 404],
    ["/customers/constructor", 404],
  ])("%j answers %i", async (path, status) => {
    const api = new RawApi();
    expect(await api.get(path)).toMatchObject({
      status,
      body: { status, code: expect.any(String), message: expect.any(String) },
    });
  });

  it("answer 405 with Allow to a wrong method", async () => {
    const api = new RawApi();
    const answer = await api.delete("/customers");
    expect(answer).toMatchObject({ status: 405, body: { code: "METHOD_NOT_ALLOWED" } });
    expect(answer.headers.get("allow")).toBe("GET, POST");
    expect(await api.send("PUT", "/quotes")).toMatchObject({ status: 405 });
    expect(await api.send("HEAD", "/customers")).toMatchObject({ status: 405 });
    expect(await api.send("OPTIONS", "/customers")).toMatchObject({ status: 405 });
  });

  it("of the sandbox do not exist in production [OP-66]", async () => {
    const production = new RawApi({ environment: "production" });
    const sandbox = new RawApi();
    for (const { method, template } of routes.filter(({ sandboxOnly }) => sandboxOnly)) {
      const path = template.replaceAll(/\{\w+\}/g, "Thing:1");
      expect(await production.send(method, path)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
      expect((await sandbox.send(method, path)).body).not.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("can be added; then they are served like the others [GEN-14]", async () => {
    const api = RawApi.odd();
    expect(await api.get("/uma-providers/x")).toMatchObject({ status: 404 });
    api.simulator.route("get", "/uma-providers/{name}", ({ params, query }) => ({
      status: 200,
      body: { name: params["name"], page: query.get("page") },
    }));
    expect(await api.read("/uma-providers/a%20b?page=2")).toEqual({ name: "a b", page: "2" });
    expect(
      await api.send("GET", "/uma-providers/x", { headers: { authorization: "Basic x" } }),
    ).toMatchObject({ status: 401 });
    api.simulator.route("GET", "/{anything}", () => ({ status: 200, body: { name: "anything" } }));
    expect(await api.read("/customers")).toHaveProperty("totalCount");
    expect(await api.read("/elsewhere")).toEqual({ name: "anything" });
    expect(api.simulator.requests.map(({ custom }) => custom).slice(-2)).toEqual([undefined, true]);
    api.simulator.route("POST", "/broken", () => {
      throw new Error("a defect of the route");
    });
    expect(await api.post("/broken", {})).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
  });
});

describe("requests", () => {
  const send = (body: BodyInit, contentType = "application/json", options = {}) =>
    new RawApi(options).send("POST", "/customers", { body, headers: { "content-type": contentType } });

  it.each([
    ["broken JSON", "{"],
    ["a JSON array", "[]"],
    ["a JSON text", '"customer"'],
    ["JSON null", "null"],
    ["two JSON values", "{}{}"],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["a deep object", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`],
    ["a very deep array", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["a prototype member", '{"customerType":"INDIVIDUAL","__proto__":{"isAdmin":true}}'],
    ["an escaped prototype member, nested", '{"customerType":"INDIVIDUAL","address":{"\\u005f_proto__":{}}}'],
  ])("with %s are 400 [GEN-03]", async (_title, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  });

  it("with an object that only looks like one are read by own members", async () => {
    const body = '{"constructor":{"x":1},"hasOwnProperty":1,"toString":2,"customerType":"INDIVIDUAL"}';
    expect(await send(body)).toMatchObject({ status: 201 });
    expect(Object.prototype).not.toHaveProperty("x");
  });

  it("need the JSON content type when they have a body [GEN-03]", async () => {
    const body = JSON.stringify(individual);
    expect(await send(body, "text/plain")).toMatchObject({ status: 400 });
    expect(await send(body, "application/x-www-form-urlencoded")).toMatchObject({ status: 400 });
    expect(await send(body, "multipart/form-data; boundary=x")).toMatchObject({ status: 400 });
    expect(await send(body, "Application/JSON; charset=utf-8")).toMatchObject({ status: 201 });
  });

  it("without a body are 400 where one is needed [GEN-03]", async () => {
    expect(await new RawApi().send("POST", "/customers")).toMatchObject({ status: 400 });
  });

  it("are limited in size", async () => {
    const body = JSON.stringify({ ...individual, fullName: "x".repeat(2000) });
    expect(await send(body, "application/json", { maxBodyBytes: 1000 })).toMatchObject({ status: 400 });
    expect(await send(body, "application/json", { maxBodyBytes: 3000 })).toMatchObject({ status: 201 });
    expect(await send("x".repeat(1_048_577))).toMatchObject({ status: 400 });
  });

  it("are answered as JSON, 204 without a body, each with a request id [GEN-03]", async () => {
    const api = new RawApi();
    const account = await api.created("/platform/external-accounts", usdAccount());
    const listed = await api.get("/platform/external-accounts");
    const deleted = await api.delete(`/platform/external-accounts/${id(account)}`);
    const refused = await api.delete(`/platform/external-accounts/${id(account)}`);
    expect(listed.headers.get("content-type")).toBe("application/json");
    expect(refused.headers.get("content-type")).toBe("application/json");
    expect([deleted.status, deleted.body, deleted.headers.get("content-type")]).toEqual([
      204,
      undefined,
      null,
    ]);
    const requestIds = [listed, deleted, refused].map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(requestIds).size).toBe(3);
    expect(requestIds).toEqual(api.simulator.requests.slice(1).map(({ requestId }) => requestId));
  });

  it("are logged with route, query, body and answer", async () => {
    const api = new RawApi();
    await api.post("/customers", { customerType: "PERSON" });
    await api.get("/customers?limit=1&region=US");
    expect(api.simulator.requests).toMatchObject([
      {
        method: "POST",
        path: "/customers",
        operation: "POST /customers",
        body: { customerType: "PERSON" },
        contentType: "application/json",
        status: 400,
        responseBody: { code: "INVALID_INPUT" },
        at: "2026-04-27T09:00:00.000Z",
      },
      {
        method: "GET",
        query: { limit: "1", region: "US" },
        status: 200,
        headers: { authorization: "[redacted]" },
      },
    ]);
    const seen: string[] = [];
    const stop = api.simulator.onExchange(({ method, path }) => seen.push(`${method} ${path}`));
    await api.get("/customers/x");
    stop();
    await api.get("/customers/y");
    expect(seen).toEqual(["GET /customers/x"]);
  });

  it("accept every form of fetch arguments, and an abort", async () => {
    const { simulator, authorization } = new RawApi();
    const url = `${simulator.clientOptions().baseUrl}/customers`;
    const headers = { authorization };
    expect((await simulator.fetch(new URL(url), { headers })).status).toBe(200);
    expect((await simulator.fetch(new Request(url, { headers }))).status).toBe(200);
    expect((await simulator.fetch(new Request(url), { headers })).status).toBe(200);
    const reason = new Error("changed my mind");
    await expect(simulator.fetch(url, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(simulator.requests).toHaveLength(3);
  });
});

describe("a refused request", () => {
  /** All that a world knows, as text. */
  function snapshot(world: World): string {
    const records = Object.fromEntries(
      Object.entries(world)
        .filter(([, member]) => member instanceof Map)
        .map(([name, member]) => [name, [...(member as Map<string, unknown>)]]),
    );
    const books = world.ledger.totals();
    const plain = (_name: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
    return JSON.stringify({ records, books, events: world.events.list, outbox: world.outbox.list }, plain);
  }

  async function prepare() {
    const options = resolveOptions({ now: "2026-04-27T09:00:00Z" });
    const token = { clientId: "a", clientSecret: "b", environment: "sandbox" as const };
    const world = new World(options);
    const service = new Service(world, routes, [token]);
    const send = async (
      method: string,
      path: string,
      text: string | undefined,
      headers: Record<string, string> = {},
    ) => {
      const [rawPath = "", query] = path.split("?");
      const delivery = await service.handle({
        method,
        rawPath: `/2025-10-13${rawPath}`,
        query: new URLSearchParams(query),
        headers: new Headers({
          authorization: basicAuthorization("a", "b"),
          ...(text === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        }),
        body: new TextEncoder().encode(text ?? ""),
      });
      if (delivery.kind !== "answer") throw new Error("no answer");
      return delivery.answer;
    };
    const json = async (path: string, body: unknown): Promise<string> => {
      const answer = await send("POST", path, JSON.stringify(body));
      const parsed = JSON.parse(answer.body ?? "{}") as { id?: string };
      if (answer.status > 299 || parsed.id === undefined) throw new Error(`${path}: ${String(answer.body)}`);
      return parsed.id;
    };
    const customerId = await json("/customers", {
      ...individual,
      umaAddress: "$ada@x.test",
      platformCustomerId: "ada",
    });
    await json("/customers", business);
    const externalId = await json("/customers/external-accounts", { ...usdAccount(), customerId });
    const fiat = [...world.internalAccounts.values()].find(
      (account) => account.customerId === customerId && account.type === "INTERNAL_FIAT",
    );
    const wallet = [...world.internalAccounts.values()].find(
      (account) => account.customerId === customerId && account.type === "EMBEDDED_WALLET",
    );
    if (!fiat || !wallet) throw new Error("the customer has no accounts");
    await json(`/sandbox/internal-accounts/${fiat.id}/fund`, { amount: 100_000 });
    await json(`/sandbox/internal-accounts/${wallet.id}/fund`, { amount: 100_000 });
    await json("/auth/credentials", { type: "EMAIL_OTP", accountId: wallet.id });
    const ids: Record<string, string> = {
      customerId,
      externalAccountId: externalId,
      accountId: fiat.id,
      id: wallet.id,
      verificationId: await json("/verifications", { customerId }),
    };
    return { world, send, ids };
  }

  const wrongBodies: [string, string | undefined][] = [
    ["no body", undefined],
    ["broken JSON", "{"],
    ["an empty object", "{}"],
    [
      "members of wrong types",
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
      }),
    ],
    ["a prototype member", '{"__proto__":{}}'],
    ["too deep a body", `{"a":${"[".repeat(200)}${"]".repeat(200)}}`],
  ];
  const mutating = routes.filter(({ method }) => method !== "GET");

  it.each(mutating.map(({ method, template }) => [method, template] as const))(
    "%s %s changes nothing",
    async (method, template) => {
      const { world, send, ids } = await prepare();
      const before = snapshot(world);
      let refused = 0;
      for (const [title, text] of wrongBodies) {
        for (const known of [false, true]) {
          const path = template.replaceAll(
            /\{(\w+)\}/g,
            (_match, name: string) => (known ? ids[name] : undefined) ?? "Thing:1",
          );
          // A DELETE needs no body: only its unknown target can be refused.
          if (known && (method === "DELETE" || template.endsWith("/challenge"))) continue;
          // An update that says nothing is no mistake.
          if (known && method === "PATCH" && text === "{}") continue;
          const answer = await send(method, path, text, { "idempotency-key": `${title} ${String(known)}` });
          expect([title, path, answer.status >= 400 && answer.status < 500, answer.body]).toEqual([
            title,
            path,
            true,
            answer.body,
          ]);
          refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(0);
      expect(snapshot(world)).toBe(before);
    },
  );

  it("with a wrong, missing or foreign token changes nothing", async () => {
    const { world, send, ids } = await prepare();
    const before = snapshot(world);
    const fund = `/sandbox/internal-accounts/${ids["accountId"] ?? ""}/fund`;
    expect(await send("POST", fund, '{"amount":5}', { authorization: "" })).toMatchObject({ status: 401 });
    expect(
      await send("POST", fund, '{"amount":5}', { authorization: basicAuthorization("a", "c") }),
    ).toMatchObject({ status: 401 });
    expect(snapshot(world)).toBe(before);
    expect(await send("POST", fund, '{"amount":5}')).toMatchObject({ status: 200 });
    expect(snapshot(world)).not.toBe(before);
  });
});

describe("the clock", () => {
  it("stands still with a start, and runs due transitions in order at their own time [GEN-15]", async () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    const note = (name: string) => () => {
      seen.push(`${name} at ${String(clock.now())}`);
    };
    clock.schedule(2000, note("second"));
    clock.schedule(1000, note("first"));
    clock.schedule(2000, note("third"));
    clock.schedule(2001, note("later"));
    clock.schedule(1500, () => {
      clock.schedule(clock.now(), note("at once"));
      clock.schedule(1900, note("in between"));
    });
    const cancel = clock.schedule(1800, note("cancelled"));
    cancel();
    cancel();
    await clock.advance("2s");
    expect(seen).toEqual([
      "first at 1000",
      "at once at 1500",
      "in between at 1900",
      "second at 2000",
      "third at 2000",
    ]);
    expect(clock.now()).toBe(2000);
    expect(clock.iso()).toBe("1970-01-01T00:00:02.000Z");
    await clock.advance(1);
    expect(seen.at(-1)).toBe("later at 2001");
  });

  it("waits for asynchronous transitions, and lets one advance follow another [GEN-15]", async () => {
    const clock = new VirtualClock(0);
    const seen: number[] = [];
    for (const at of [10, 20, 30]) {
      clock.schedule(at, async () => {
        await Promise.resolve();
        await Promise.resolve();
        seen.push(clock.now());
      });
    }
    await Promise.all([clock.advance(15), clock.advance(15)]);
    expect(seen).toEqual([10, 20, 30]);
    expect(clock.now()).toBe(30);
  });

  it("goes on after a transition that failed", async () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    clock.schedule(1, () => {
      throw new Error("a defect");
    });
    clock.schedule(2, () => {
      seen.push("next");
    });
    await expect(clock.advance(5)).rejects.toThrow("a defect");
    await clock.advance(0);
    expect(seen).toEqual(["next"]);
    expect(clock.now()).toBe(5);
  });

  it("follows the real time without a start, plus what it was advanced", async () => {
    const clock = new VirtualClock();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
    await clock.advance("1d");
    expect(Math.abs(clock.now() - Date.now() - 86_400_000)).toBeLessThan(1000);
  });

  it.each([
    [5, 5],
    ["250ms", 250],
    ["30s", 30_000],
    ["1.5s", 1500],
    ["6m", 360_000],
    ["24h", 86_400_000],
    ["1d", 86_400_000],
    [" 2 h ", 7_200_000],
  ])("reads %j as %i ms", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(["", "5", "5 weeks", "-5s", -5, NaN, Infinity])("refuses %j as a duration", (text) => {
    expect(() => parseDuration(text)).toThrow(RangeError);
  });

  it("runs what fell due before it answers a request [GEN-15]", async () => {
    const api = new RawApi({ now: undefined, quoteLifetime: 0 });
    const account = items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {};
    await api.created(`/sandbox/internal-accounts/${id(account)}/fund`, { amount: 10_000 });
    const destination = items(await api.read("/platform/internal-accounts?currency=EUR"))[0] ?? {};
    const quote = await api.created("/quotes", {
      source: { sourceType: "ACCOUNT", accountId: id(account) },
      destination: { destinationType: "ACCOUNT", accountId: id(destination) },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000,
    });
    expect(await api.read(`/quotes/${id(quote)}`)).toMatchObject({ status: "EXPIRED" });
  });
});

describe("repeatable runs", () => {
  const run = async (options = {}) => {
    const api = new RawApi(options);
    const customer = await api.created("/customers", individual);
    await api.created("/customers/external-accounts", { ...usdAccount(), customerId: id(customer) });
    return { api, text: JSON.stringify([api.simulator.requests, api.simulator.platformId]) };
  };

  it("give the same identifiers for the same seed, others for another [GEN-15]", async () => {
    const { text } = await run({ seed: "a" });
    expect((await run({ seed: "a" })).text).toBe(text);
    expect((await run({ seed: "b" })).text).not.toBe(text);
  });

  it("start over with reset: state, log, clock, faults, identifiers", async () => {
    const { api, text } = await run();
    const heard: string[] = [];
    api.simulator.on("*", ({ type }) => heard.push(type));
    api.simulator.faults.add({ kind: "status", status: 500 });
    await api.simulator.clock.advance("1h");
    api.simulator.reset();
    expect(api.simulator.requests).toEqual([]);
    expect(await api.read("/customers")).toMatchObject({ totalCount: 0 });
    api.simulator.reset();
    const again = await run(api.simulator);
    expect(again.text).toBe(text);
    const account = items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {};
    await api.created(`/sandbox/internal-accounts/${id(account)}/fund`, { amount: 1 });
    expect(heard).toEqual(["INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
  });

  it("have evenly spread digits and fractions, and well-formed UUIDs [GEN-04]", () => {
    const random = new SeededRandom("spread");
    const counts = new Map<string, number>();
    for (const digit of random.digits(20_000)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect([...counts.keys()].toSorted()).toEqual([..."0123456789"]);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
    const ids = Array.from({ length: 5000 }, () => random.id("Customer"));
    expect(new Set(ids).size).toBe(5000);
    for (const made of ids)
      expect(made).toMatch(/^Customer:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const fractions = Array.from({ length: 5000 }, () => random.fraction());
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true);
    expect(fractions.reduce((sum, fraction) => sum + fraction, 0) / 5000).toBeCloseTo(0.5, 1);
    expect(random.bytes(5)).toHaveLength(5);
  });
});
