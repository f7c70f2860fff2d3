import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { inOrder, reply, startServer } from "../support/local-server";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  createClient,
  customerParams,
  fakeFetch,
  json,
  rejection,
  transfer,
} from "./client";
import { genuine, genuineReply } from "./genuine";
import { runs } from "../support/runs";

const authorization = `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`;
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** The headers that Node adds to every request. */
const PLATFORM_HEADERS = [
  "host",
  "connection",
  "accept-language",
  "accept-encoding",
  "sec-fetch-mode",
  "user-agent",
  "content-length",
  // From `cache: "no-store"`.
  "pragma",
  "cache-control",
];

function ownHeaders(headers: NodeJS.Dict<string | string[]>) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !PLATFORM_HEADERS.includes(name)));
}

describe("a request", () => {
  it("has exactly these headers in a GET, and no body [GEN-03, AUT-01]", async () => {
    const server = await startServer(inOrder(genuineReply(200)));
    await createClient({ baseUrl: server.url }).customers.retrieve("Customer:1");
    const [request] = server.requests;
    expect(ownHeaders(request?.headers ?? {})).toEqual({ accept: "application/json", authorization });
    expect(request).toMatchObject({ method: "GET", url: "/2025-10-13/customers/Customer%3A1", body: "" });
  });

  it("has exactly these headers in a keyed POST, and the parameters as JSON [GEN-03, IDM-01]", async () => {
    const server = await startServer(inOrder(genuineReply(201)));
    await createClient({ baseUrl: server.url }).transfers.in(transfer);
    const [request] = server.requests;
    expect(ownHeaders(request?.headers ?? {})).toEqual({
      accept: "application/json",
      authorization,
      "content-type": "application/json",
      "idempotency-key": expect.stringMatching(UUID),
    });
    expect(request).toMatchObject({
      method: "POST",
      url: "/2025-10-13/transfer-in",
      body: JSON.stringify(transfer),
    });
  });

  it("has no content type without a body [GEN-03]", async () => {
    const server = await startServer(inOrder(genuineReply(200), reply(204, "")));
    const payments = createClient({ baseUrl: server.url });
    await payments.quotes.execute("Quote:1", { signature: "stamp" });
    await payments.auth.sessions.revoke("Session:1");
    expect(server.requests.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
    for (const request of server.requests) {
      expect(request.headers["content-type"]).toBeUndefined();
      expect(request.body).toBe("");
    }
    expect(server.requests[0]?.headers["service-wallet-signature"]).toBe("stamp");
  });

  it("forbids caching and redirects, and sets neither credentials nor mode", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await payments.customers.retrieve("Customer:1");
    await payments.transfers.in(transfer);
    expect(Object.keys(calls[0]?.init ?? {}).sort()).toEqual([
      "cache",
      "headers",
      "method",
      "redirect",
      "signal",
    ]);
    expect(Object.keys(calls[1]?.init ?? {}).sort()).toEqual([
      "body",
      "cache",
      "headers",
      "method",
      "redirect",
      "signal",
    ]);
    expect(calls[0]?.init).toMatchObject({ cache: "no-store", redirect: "manual" });
  });

  it("omits the cache option on a runtime that does not support it", async () => {
    const descriptor = Object.getOwnPropertyDescriptor(Request.prototype, "cache");
    Reflect.deleteProperty(Request.prototype, "cache");
    onTestFinished(() => {
      Object.defineProperty(Request.prototype, "cache", { ...descriptor });
    });
    const { fetch, calls } = fakeFetch(genuine);
    await createClient({ fetch }).request("GET", "/config");
    expect(Object.keys(calls[0]?.init ?? {}).sort()).toEqual(["headers", "method", "redirect", "signal"]);
  });

  it("uses the current global fetch, so that tools can instrument it", async () => {
    const server = await startServer(inOrder(genuineReply(200)));
    const payments = createClient({ baseUrl: server.url });
    const original = globalThis.fetch;
    let seen = 0;
    globalThis.fetch = (...parameters) => {
      seen += 1;
      return original(...parameters);
    };
    try {
      await payments.customers.retrieve("Customer:1");
    } finally {
      globalThis.fetch = original;
    }
    expect(seen).toBe(1);
  });

  it("passes the same body text to fetch on every attempt", async () => {
    const { fetch, calls } = fakeFetch((call, index) => (index === 0 ? json({}, 500) : genuine(call)));
    await createClient({ fetch }).transfers.in(transfer);
    expect(calls.map(({ init }) => init.body)).toEqual([JSON.stringify(transfer), JSON.stringify(transfer)]);
  });
});

describe("headers of the caller", () => {
  it("cannot set the content type of a form, because only the platform knows its boundary", async () => {
    const { fetch, calls } = fakeFetch(() => json({ id: "Document:1" }));
    const payments = createClient({ fetch, headers: { "Content-Type": "application/json" } });
    await payments.request("POST", "/documents", { form: new FormData() });
    expect(calls[0]?.headers.has("content-type")).toBe(false);
  });

  it("are left out if they are `null` or `undefined`", async () => {
    const { fetch, calls } = fakeFetch(() => json({ message: "no" }, 400));
    const headers = JSON.parse('{"x-tenant":null}') as Record<string, string>;
    expect(
      await rejection(createClient({ fetch }).customers.retrieve("Customer:1", { headers })),
    ).toMatchObject({
      name: "BadRequestError",
    });
    expect(calls[0]?.headers.has("x-tenant")).toBe(false);
  });

  it("merge by name: the call's replace the client's, and undefined removes one", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch, headers: { "X-Platform": "client", "X-Keep": "kept" } });
    await payments.customers.retrieve("Customer:1", {
      headers: { "x-platform": "call", Accept: undefined, "X-Trace": "t-1" },
    });
    const headers = Object.fromEntries(calls[0]?.headers ?? []);
    expect(headers).toEqual({ authorization, "x-platform": "call", "x-keep": "kept", "x-trace": "t-1" });
  });

  it.each([
    ["a line break", { "x-trace": "a\r\nx-injected: 1" }],
    ["text beyond Latin-1", { "x-trace": "日本" }],
    ["a name with a blank", { "x trace": "1" }],
  ])("are rejected with %s before any request", async (_case, headers) => {
    const { fetch, calls } = fakeFetch(genuine);
    const error = await rejection(createClient({ fetch }).customers.retrieve("Customer:1", { headers }));
    expect(error).toMatchObject({ name: "InvalidRequestError", outcome: "not-executed" });
    expect(calls).toHaveLength(0);
  });
});

describe("the query", () => {
  async function sentQuery(query: object) {
    const { fetch, calls } = fakeFetch(genuine);
    await createClient({ fetch }).request("GET", "/customers", { query });
    return new URL(calls[0]?.url ?? "").search;
  }

  it.each([
    ["nothing for an empty one", {}, ""],
    ["undefined and null as absent", { a: undefined, b: null, c: 1 }, "?c=1"],
    ["numbers and booleans", { limit: 20, isIncludingDeleted: false }, "?limit=20&isIncludingDeleted=false"],
    ["an empty text", { reference: "" }, "?reference="],
    [
      "arrays by repeating the name",
      { status: ["PENDING", "COMPLETED"] },
      "?status=PENDING&status=COMPLETED",
    ],
    ["blanks, plus, slash and equals encoded", { cursor: "a b+c/d=" }, "?cursor=a+b%2Bc%2Fd%3D"],
    ["the characters of ids and addresses", { umaAddress: "$ada@uma.test" }, "?umaAddress=%24ada%40uma.test"],
    ["separators as data", { reference: "a&b=c#d?e" }, "?reference=a%26b%3Dc%23d%3Fe"],
    ["text beyond ASCII as UTF-8", { reference: "é€" }, "?reference=%C3%A9%E2%82%AC"],
  ])("has %s", async (_case, query, expected) => {
    expect(await sentQuery(query)).toBe(expected);
  });

  it("sends dates of any zone in UTC [GEN-07]", async () => {
    const createdAfter = new Date("2025-06-01T10:00:00.000+02:00");
    expect(await sentQuery({ createdAfter })).toBe("?createdAfter=2025-06-01T08%3A00%3A00.000Z");
  });

  it.each([
    ["a date that is none", { createdAfter: new Date(Number.NaN) }],
    ["an object", { filter: { status: "PENDING" } }],
  ])("is rejected with %s", async (_case, query) => {
    const { fetch, calls } = fakeFetch(genuine);
    const error = await rejection(createClient({ fetch }).request("GET", "/customers", { query }));
    expect(error).toMatchObject({ name: "InvalidRequestError" });
    expect(calls).toHaveLength(0);
  });
});

describe("numbers in a body", () => {
  it.each([
    ["2^53 + 1", { amount: 2 ** 53 + 1 }],
    ["2^53", { amount: 2 ** 53 }],
    ["below the safe integers", { amount: -(2 ** 53) }],
    ["NaN", { amount: Number.NaN }],
    ["infinity", { amount: Number.POSITIVE_INFINITY }],
    ["a bigint", { amount: 10n }],
    ["one deep inside", { list: [{ nested: { amount: 2 ** 60 } }] }],
  ])("are rejected before any request: %s [GEN-06, OP-28]", async (_case, body) => {
    const { fetch, calls } = fakeFetch(genuine);
    const error = await rejection(createClient({ fetch }).request("POST", "/new-endpoint", { body }));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "amount" }],
      outcome: "not-executed",
    });
    expect(calls).toHaveLength(0);
  });

  it.each([1.5, -1, Number.NaN, 2 ** 53, "1234", 10n, null])(
    "are rejected as an amount: %s [GEN-06]",
    async (amount) => {
      const { fetch, calls } = fakeFetch(genuine);
      const error = await rejection(
        // A plain JavaScript caller can pass any value.
        createClient({ fetch }).transfers.in({ ...transfer, amount: amount as number }),
      );
      expect(error).toMatchObject({ name: "InvalidRequestError", issues: [{ path: "amount" }] });
      expect(calls).toHaveLength(0);
    },
  );

  it("may be the highest locked amount, but not higher [LIM-02]", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    const params = (lockedCurrencyAmount: number) =>
      ({
        source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
        destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount,
      }) as const;
    await payments.quotes.create(params(9_000_000_000_000_000));
    expect(calls[0]?.init.body).toContain('"lockedCurrencyAmount":9000000000000000');
    const error = await rejection(payments.quotes.create(params(9_000_000_000_000_001)));
    expect(error).toMatchObject({ issues: [{ path: "lockedCurrencyAmount" }] });
    expect(calls).toHaveLength(1);
  });

  it("are sent exactly, for every safe integer", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch });
    await fc.assert(
      fc.asyncProperty(fc.maxSafeInteger(), async (amount) => {
        await payments.request("POST", "/new-endpoint", { body: { amount } });
        expect(calls.pop()?.init.body).toBe(`{"amount":${BigInt(amount)}}`);
      }),
      { numRuns: runs(20) },
    );
  });
});

describe("a body that cannot be sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  it.each([
    ["a circle", circular, "params"],
    ["a function", () => 1, "body"],
  ])("is rejected: %s", async (_case, body, path) => {
    const { fetch, calls } = fakeFetch(genuine);
    const error = await rejection(createClient({ fetch }).request("POST", "/new-endpoint", { body }));
    expect(error).toMatchObject({ name: "InvalidRequestError", issues: [{ path }] });
    expect(calls).toHaveLength(0);
  });

  it("is rejected beside a form", async () => {
    const sent = createClient({}).request("POST", "/documents", {
      body: { side: "FRONT" },
      form: new FormData(),
    });
    expect(await rejection(sent)).toMatchObject({
      issues: [{ path: "body", message: "cannot be sent beside a form" }],
    });
  });

  it("is rejected in a GET", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const error = await rejection(createClient({ fetch }).request("GET", "/customers", { body: {} }));
    expect(error).toMatchObject({ name: "InvalidRequestError", issues: [{ path: "body" }] });
    expect(calls).toHaveLength(0);
  });
});

it("keeps unknown fields unchanged", async () => {
  const { fetch, calls } = fakeFetch(genuine);
  // A field newer than the types.
  const params = { ...customerParams, loyaltyTier: { level: 3 } };
  await createClient({ fetch }).customers.create(params);
  expect(JSON.parse(String(calls[0]?.init.body))).toEqual(params);
});

it("accepts a method in lower case", async () => {
  const { fetch, calls } = fakeFetch(genuine);
  // A plain JavaScript caller may write it in lower case. The key of a payment must not depend on that.
  await createClient({ fetch }).request("post" as "POST", "/transfer-in", { body: transfer });
  expect(calls[0]?.init.method).toBe("POST");
  expect(calls[0]?.headers.get("idempotency-key")).toMatch(UUID);
});
