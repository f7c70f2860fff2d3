import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items } from "../support/world";
import type { World } from "../support/world";
import { served } from "./served-admin";

/** A request with a header that `fetch` does not let a program set. */
const statusWith = (url: string, method: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });

async function wallet(api: World): Promise<string> {
  const customer = await api.created("/customers", individual);
  const [account] = items(
    await api.read(`/customers/internal-accounts?customerId=${id(customer)}&currency=USD`),
  );
  return id(account ?? {});
}

describe("the admin API", () => {
  it("says that the simulator runs, and moves, stops and resumes the clock", async () => {
    const { admin, simulator } = await served();
    expect(await admin("GET", "/health")).toEqual({
      status: 200,
      body: { status: "ok", environment: "sandbox", now: "2026-04-27T09:00:00.000Z" },
    });
    expect(await admin("POST", "/clock/advance", { by: "6m" })).toEqual({
      status: 200,
      body: { now: "2026-04-27T09:06:00.000Z", stands: true },
    });
    expect((await admin("POST", "/clock/resume")).body).toMatchObject({ stands: false });
    expect((await admin("POST", "/clock/stop")).body).toMatchObject({ stands: true });
    const { body } = await admin("GET", "/clock");
    expect(body["now"]).toBe(simulator.clock.iso());
    expect(String(body["now"]).slice(0, 16)).toBe("2026-04-27T09:06");
  });

  it("adds, lists and removes faults", async () => {
    const { admin, api, simulator } = await served();
    const added = await admin("POST", "/faults", { kind: "status", operation: "customers.list", times: 2 });
    expect(added).toEqual({
      status: 200,
      body: {
        id: "fault-1",
        fault: { kind: "status", operation: "customers.list", times: 2 },
        left: 2,
        toSkip: 0,
      },
    });
    expect((await api.get("/customers")).status).toBe(503);
    expect((await admin("GET", "/faults")).body).toMatchObject({ data: [{ id: "fault-1", left: 1 }] });
    expect(await admin("DELETE", "/faults/fault-1")).toEqual({ status: 204, body: {} });
    expect(await admin("DELETE", "/faults/fault-1")).toMatchObject({ status: 404 });
    expect((await api.get("/customers")).status).toBe(200);
    simulator.faults.add({ kind: "empty", operation: /^POST/ });
    expect((await admin("GET", "/faults")).body).toMatchObject({
      data: [{ fault: { operation: "/^POST/" } }],
    });
    expect((await admin("DELETE", "/faults")).status).toBe(204);
    expect((await admin("GET", "/faults")).body).toEqual({ data: [] });
  });

  it("funds, pays and sets states in production, where the sandbox operations are refused", async () => {
    const { admin, api } = await served({ environment: "production" });
    const account = await wallet(api);
    expect(await admin("POST", `/internal-accounts/${account}/fund`, { amount: 500 })).toMatchObject({
      status: 200,
      body: { id: account, balance: { amount: 500 } },
    });
    const [customer] = items(await api.read("/customers"));
    const path = `/customers/${id(customer ?? {})}`;
    expect(await admin("POST", `${path}/status`, { status: "REJECTED" })).toMatchObject({
      status: 200,
      body: { kycStatus: "REJECTED" },
    });
    expect(await api.read(path)).toMatchObject({ kycStatus: "REJECTED" });
    const bank = await api.created("/platform/external-accounts", {
      currency: "EUR",
      accountInfo: {
        accountType: "EUR_ACCOUNT",
        iban: "DE89370400440532013000",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Bea", address: individual.address },
      },
    });
    const quote = await api.created("/quotes", {
      source: { sourceType: "REALTIME_FUNDING", currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: id(bank) },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000,
    });
    expect(await admin("POST", `/quotes/${id(quote)}/pay`)).toMatchObject({
      status: 200,
      body: { status: "COMPLETED" },
    });
    const { transactionId } = await api.read(`/quotes/${id(quote)}`);
    const failed = { status: "FAILED", failureReason: "LIGHTNING_PAYMENT_FAILED" };
    expect(await admin("POST", `/transactions/${String(transactionId)}/status`, failed)).toMatchObject({
      status: 200,
      body: failed,
    });
    const inactive = { status: "INACTIVE" };
    expect(await admin("POST", `/external-accounts/${id(bank)}/status`, inactive)).toMatchObject({
      status: 200,
      body: inactive,
    });
    const { body: verification } = await api.post("/verifications", { customerId: id(customer ?? {}) });
    const manual = { status: "PENDING_MANUAL_REVIEW" };
    expect(await admin("POST", `/verifications/${id(verification as Json)}/status`, manual)).toMatchObject({
      body: { verificationStatus: manual.status },
    });
    expect(await admin("POST", `${path}/delete`)).toMatchObject({ status: 200, body: { isDeleted: true } });
  });

  it("shows each request with its postings and its events, and delivers an event again", async () => {
    const sent: string[] = [];
    const { admin, api } = await served({
      webhooks: {
        url: "https://shop.example/webhooks",
        fetch: (_, { body }) => {
          sent.push(String(body));
          return Promise.resolve(new Response());
        },
      },
    });
    const account = await wallet(api);
    await api.post(`/sandbox/internal-accounts/${account}/fund`, { amount: 700 });
    await api.simulator.webhooks.idle();
    const operation = "POST /sandbox/internal-accounts/{accountId}/fund";
    const { body } = await admin("GET", `/requests?operation=${encodeURIComponent(operation)}&limit=1`);
    const [exchange] = items(body);
    expect(exchange).toMatchObject({
      route: operation,
      status: 200,
      postings: [{ postings: [{ amount: -700 }, { amount: 700 }] }],
    });
    const [eventId] = (exchange?.["eventIds"] ?? []) as string[];
    const events = await admin("GET", "/events?type=INTERNAL_ACCOUNT.BALANCE_UPDATED");
    expect(items(events.body).map(id)).toEqual([eventId]);
    expect(sent).toHaveLength(1);
    expect(await admin("POST", `/events/${eventId ?? ""}/deliver`)).toMatchObject({
      status: 200,
      body: { eventId, attempt: 2, status: 200 },
    });
    expect(items((await admin("GET", "/deliveries")).body)).toHaveLength(2);
    expect((await admin("GET", "/totals")).body).toMatchObject({
      data: expect.arrayContaining([{ currency: "USD", internal: "700", other: "-700" }]),
    });
  });

  it("lists mails, sets rates, seeds, saves, restores and resets", async () => {
    const { admin, api, simulator } = await served();
    const account = await wallet(api);
    const [walletAccount] = items(await api.read("/customers/internal-accounts?type=EMBEDDED_WALLET"));
    await api.created("/auth/credentials", { type: "EMAIL_OTP", accountId: id(walletAccount ?? {}) });
    expect(items((await admin("GET", "/outbox?to=ada@example.com")).body)).toMatchObject([
      { to: "ada@example.com" },
    ]);
    expect(items((await admin("GET", "/outbox?to=bob@example.com")).body)).toEqual([]);
    expect((await admin("PUT", "/rates/EUR", { perUsd: "0.5" })).status).toBe(204);
    expect((await admin("GET", "/rates")).body).toEqual({ EUR: "0.5" });
    const seeded = await admin("POST", "/seed", { customers: 3, transactions: 5 });
    expect((seeded.body["customerIds"] as unknown[]).length).toBe(3);
    const snapshot = await admin("GET", "/snapshot");
    expect(await admin("POST", "/reset")).toEqual({ status: 204, body: {} });
    expect(await api.read("/customers")).toMatchObject({ totalCount: 0 });
    expect((await admin("PUT", "/snapshot", snapshot.body)).status).toBe(204);
    expect(await api.read("/customers")).toMatchObject({ totalCount: 4 });
    expect(JSON.stringify(simulator.snapshot())).toContain(account);
  });

  it.each<[string, string, unknown, string]>([
    ["POST", "/faults", { knd: "status" }, "Unknown field `knd`. Did you mean `kind`?"],
    ["POST", "/faults", { kind: "konk" }, "Did you mean kong?"],
    [
      "POST",
      "/faults",
      { kind: "status", operation: "quotes.creat" },
      'The nearest operation is "quotes.create"',
    ],
    ["POST", "/faults", { kind: "delay", status: 500 }, "`fault.status` has no effect"],
    ["POST", "/faults", { kind: "delay" }, "`fault.delay` is required"],
    ["POST", "/clock/advance", {}, "by is required"],
    ["POST", "/clock/advance", { by: "soon" }, "expected a duration"],
    ["POST", "/seed", { customers: 0 }, "customers: expected an integer of at least 1"],
    ["PUT", "/rates/EUR", { perUsd: "-1" }, "perUsd: expected a decimal above 0"],
    ["PUT", "/snapshot", { format: "other" }, "this is not a snapshot"],
    ["GET", "/events?typ=TEST", undefined, "Unknown field `typ`. Did you mean `type`?"],
    ["GET", "/requests?limit=0", undefined, "limit: expected an integer of at least 1"],
    ["GET", "/requests?operation=quotes.creat", undefined, 'The nearest operation is "quotes.create"'],
    ["POST", "/clock/advance", { by: 1e300 }, "the clock must stay between the years 0 and 9898"],
    ["GET", "/health?x=1", undefined, "Unknown field `x`. None is known here"],
    ["POST", "/quotes/Quote:1/pay", { amount: 5 }, "Unknown field `amount`. None is known here"],
  ])("responds with 400 to %s %s %j", async (method, path, body, message) => {
    const { admin, simulator } = await served();
    const before = JSON.stringify(simulator.snapshot());
    const answer = await admin(method, path, body);
    expect([answer.status, answer.body["code"]]).toEqual([400, "INVALID_INPUT"]);
    expect(answer.body["message"]).toContain(message);
    expect(JSON.stringify(simulator.snapshot())).toBe(before);
  });

  it.each<[string, Json, string]>([
    ["/faults", { kind: "konk" }, "kind"],
    ["/faults", { kind: "kong", operation: 5 }, "operation"],
    ["/faults", { kind: "kong", times: -1 }, "times"],
    ["/faults", { kind: "kong", delay: "soon" }, "delay"],
    ["/clock/advance", { by: "soon" }, "by"],
    ["/seed", { period: "soon" }, "period"],
    ["/seed", { customers: 0 }, "customers"],
  ])("names the wrong field of %s %j", async (path, body, field) => {
    const { admin } = await served();
    const answer = await admin("POST", path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_INPUT", details: { field } } });
    expect(answer.body["message"]).toMatch(new RegExp(`^\`?${field}\\b`));
  });

  it.each([
    ["/clock/advance", "a duration of at least 0"],
    ["/faults", "one of refuse, reset-before"],
  ])("says what the missing field of %s must be", async (path, expected) => {
    const { admin } = await served();
    const { status, body } = await admin("POST", path, {});
    expect([status, String((body["details"] as { expected?: unknown }).expected)]).toEqual([
      400,
      expect.stringContaining(expected),
    ]);
  });

  it("responds with 404 and 405 to unknown paths and methods, and 404 to unknown ids", async () => {
    const { admin } = await served();
    expect(await admin("GET", "/nothing")).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await admin("PATCH", "/clock")).toMatchObject({ status: 405 });
    expect(await admin("POST", "/transactions/Transaction:1/status", { status: "FAILED" })).toMatchObject({
      status: 404,
      body: { code: "TRANSACTION_NOT_FOUND" },
    });
  });

  it("responds with 404 to an unknown event, and to HEAD as to GET", async () => {
    const { admin, root } = await served();
    expect(await admin("POST", "/events/Webhook:none/deliver")).toMatchObject({
      status: 404,
      body: { message: "No Event has the id Webhook:none" },
    });
    for (const path of ["/health", "/openapi.json"]) {
      const response = await fetch(root + path, { method: "HEAD" });
      expect([response.status, await response.text()]).toEqual([200, ""]);
    }
  });

  it("restores a snapshot of a body that is nested as deep as requests may be", async () => {
    const { admin, api } = await served();
    let deep: Json = {};
    for (let depth = 0; depth < 60; depth += 1) deep = { deep };
    await api.created("/customers", {
      ...individual,
      customerType: "BUSINESS",
      businessInfo: { legalName: "Deep", deep },
    });
    const { body } = await admin("GET", "/snapshot");
    expect(await admin("PUT", "/snapshot", body)).toMatchObject({ status: 204 });
  });

  it("lists the requests of an operation, by any name that a fault could have", async () => {
    const { admin, api } = await served();
    await api.created("/customers", individual);
    await api.read("/customers");
    for (const name of ["customers.create", "POST /customers"]) {
      const { body } = await admin("GET", `/requests?operation=${encodeURIComponent(name)}`);
      expect(items(body)).toMatchObject([{ method: "POST", path: "/customers" }]);
    }
    expect(items((await admin("GET", "/requests?operation=/customers")).body)).toHaveLength(2);
    const newest = await admin("GET", "/requests?limit=1");
    expect(items(newest.body)).toMatchObject([{ method: "GET", path: "/customers" }]);
  });

  it("refuses other pages and other hosts, and is absent unless it is asked for", async () => {
    const { root, server, simulator } = await served();
    const foreign: Record<string, string>[] = [
      { origin: "http://evil.example" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
      { host: "evil.example" },
    ];
    for (const headers of foreign) {
      expect(await statusWith(`${root}/reset`, "POST", headers)).toBe(403);
      expect(await statusWith(`${root}/snapshot`, "GET", headers)).toBe(403);
    }
    expect(await statusWith(`${root}/clock/advance`, "POST", { "content-type": "text/plain" })).toBe(400);
    expect(await statusWith(`${root}/reset`, "POST", { origin: new URL(server.url).origin })).toBe(204);
    const bare = await simulator.listen();
    onTestFinished(() => bare.close());
    expect(bare).not.toHaveProperty("adminUrl");
    // Without it, the path is that of the service, which asks for credentials.
    expect((await fetch(`http://127.0.0.1:${String(bare.port)}/_simulator/api/clock`)).status).toBe(401);
  });

  it("asks for a token where it listens elsewhere", async () => {
    const { admin, server, root } = await served({}, { host: "0.0.0.0", statusPage: true });
    const token = server.token ?? "";
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(await admin("GET", "/health")).toMatchObject({ status: 200 });
    expect(await admin("GET", "/clock")).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    for (const [given, status] of [
      [token, 200],
      [`${token}x`, 403],
    ] as const)
      expect(await admin("GET", "/clock", undefined, { authorization: `Bearer ${given}` })).toMatchObject({
        status,
      });
    // The page's link lets a browser in by a cookie, and the address loses the token.
    const page = server.statusPageUrl ?? "";
    expect((await fetch(page)).status).toBe(403);
    const entry = await fetch(`${page}?token=${token}`, { redirect: "manual" });
    expect([entry.status, entry.headers.get("location")]).toEqual([303, "/_simulator"]);
    // RFC 9110, section 11.1: the scheme has any case.
    expect((await admin("GET", "/clock", undefined, { authorization: `bearer ${token}` })).status).toBe(200);
    const cookie = (entry.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect((await fetch(page, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${root}/clock`, { headers: { cookie } })).status).toBe(200);
  });

  it("has an OpenAPI document with a schema for every body", async () => {
    const { admin } = await served();
    const { body } = await admin("GET", "/openapi.json");
    const paths = body["paths"] as Record<string, Record<string, Json>>;
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const names = operations.map(({ operationId }) => operationId);
    expect(names.length).toBeGreaterThan(25);
    // Generators make functions of them.
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(String(name)))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    const references = [...JSON.stringify(paths).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name,
    );
    const { schemas } = body["components"] as { schemas: Json };
    for (const name of references) expect(schemas).toHaveProperty(name ?? "");
  });
});
