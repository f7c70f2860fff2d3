import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { instrument } from "payments-sdk/otel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manifest } from "../../scripts/entries.mjs";
import { CLIENT_ID, CLIENT_SECRET, rejection, transfer } from "../core/client";
import { operationOf } from "../resources/witness";
import { cases } from "../resources/wire-cases";
import { dropConnection, inOrder, refusal, reply, stallHeaders, startServer } from "../support/local-server";
import type { Behaviour } from "../support/local-server";
import { collectTelemetry } from "./collector";

let telemetry: ReturnType<typeof collectTelemetry>;
beforeEach(() => {
  telemetry = collectTelemetry();
});
afterEach(() => telemetry.close());

const CREDENTIALS = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };

/** A client over real HTTP. Its calls get these responses in order. */
async function clientOf(behaviours: readonly [Behaviour, ...Behaviour[]], options: ClientOptions = {}) {
  const server = await startServer(inOrder(...behaviours));
  const base = {
    baseUrl: server.url,
    ...CREDENTIALS,
    retryDelay: () => 1,
    validation: "off",
    logLevel: "off",
  } as const;
  return { server, payments: new PaymentsClient(instrument({ ...base, ...options })) };
}

/** The finished spans of calls and of attempts. */
function spans() {
  const all = telemetry.finished();
  const isCall = ({ kind }: { kind: SpanKind }) => kind === SpanKind.INTERNAL;
  return { calls: all.filter(isCall), attempts: all.filter((span) => !isCall(span)) };
}

const done = reply(201, { id: "Transaction:1", type: "INCOMING" }, { "x-request-id": "req-9" });

describe("spans of a call", () => {
  it("include one for the call and a child for each attempt, with the attributes of HTTP clients", async () => {
    const { payments, server } = await clientOf([reply(503), dropConnection, done]);
    await payments.transfers.in(transfer);
    const { calls, attempts } = spans();
    const port = Number(new URL(server.url).port);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      name: "payments transfers.in",
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        "payments.operation": "transfers.in",
        "payments.outcome": "executed",
        "payments.attempts": 3,
      },
    });
    const common = {
      "http.request.method": "POST",
      "url.template": "/transfer-in",
      "url.full": `${server.url}/transfer-in`,
      "server.address": "127.0.0.1",
      "server.port": port,
    };
    expect(attempts.map(({ name }) => name)).toEqual(Array(3).fill("POST /transfer-in"));
    expect(attempts.map(({ attributes }) => attributes)).toEqual([
      { ...common, "http.response.status_code": 503, "error.type": "503" },
      { ...common, "http.request.resend_count": 1, "error.type": "ConnectionError" },
      {
        ...common,
        "http.request.resend_count": 2,
        "http.response.status_code": 201,
        "payments.request_id": "req-9",
      },
    ]);
    for (const attempt of attempts) {
      expect(attempt.kind).toBe(SpanKind.CLIENT);
      expect(attempt.parentSpanContext?.spanId).toBe(calls[0]?.spanContext().spanId);
      expect(attempt.spanContext().traceId).toBe(calls[0]?.spanContext().traceId);
    }
    expect(attempts.map(({ status }) => status.code)).toEqual([
      SpanStatusCode.ERROR,
      SpanStatusCode.ERROR,
      SpanStatusCode.UNSET,
    ]);
  });

  it("are children of the caller's span, and each attempt sends its own to the service", async () => {
    const { payments, server } = await clientOf([reply(503), done]);
    const traceId = await trace.getTracer("test").startActiveSpan("pay", async (span) => {
      await payments.transfers.in(transfer);
      span.end();
      return span.spanContext().traceId;
    });
    const all = telemetry.finished();
    const caller = all.find(({ name }) => name === "pay");
    const { attempts } = spans();
    const call = all.find(({ name }) => name === "payments transfers.in");
    expect(call?.parentSpanContext?.spanId).toBe(caller?.spanContext().spanId);
    expect(server.requests.map(({ headers }) => headers["traceparent"])).toEqual(
      attempts.map((attempt) => `00-${traceId}-${attempt.spanContext().spanId}-01`),
    );
    expect(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  it("keep their parents when calls run at the same time", async () => {
    const { payments, server } = await clientOf([reply(503), reply(503), reply(503), done]);
    const keys = ["a", "b", "c"];
    await Promise.all(keys.map((idempotencyKey) => payments.transfers.in(transfer, { idempotencyKey })));
    const { calls, attempts } = spans();
    expect([calls.length, attempts.length]).toEqual([3, 6]);
    const traceOf = (key: string) =>
      server.requests
        .filter(({ headers }) => headers["idempotency-key"] === key)
        .map(({ headers }) => String(headers["traceparent"]).split("-")[1]);
    for (const key of keys) expect(new Set(traceOf(key)).size).toBe(1);
    expect(new Set(keys.flatMap(traceOf)).size).toBe(3);
  });

  it("end with the error and the outcome of a failing call", async () => {
    const refused = await clientOf([refusal(400)]);
    await rejection(refused.payments.transfers.in(transfer));
    const late = await clientOf([stallHeaders], { timeout: 50, maxRetries: 0 });
    await rejection(late.payments.transfers.in(transfer));
    const { calls, attempts } = spans();
    expect(calls.map(({ attributes }) => attributes)).toMatchObject([
      { "payments.outcome": "not-executed", "error.type": "BadRequestError" },
      { "payments.outcome": "unknown", "error.type": "TimeoutError" },
    ]);
    expect(attempts.map(({ attributes }) => attributes["error.type"])).toEqual(["400", "TimeoutError"]);
    for (const { status } of [...calls, ...attempts]) expect(status).toEqual({ code: SpanStatusCode.ERROR });
  });

  it("have an unknown outcome after an error of the signer", async () => {
    const challenge = { payloadToSign: "{}", requestId: "Request:1", expiresAt: "2126-01-01T00:00:00Z" };
    const { payments } = await clientOf([reply(202, challenge)]);
    const stamp = () => Promise.reject(new Error("the key is gone"));
    await rejection(payments.auth.sessions.revoke("Session:1", { signer: { stamp } }));
    expect(spans().calls.map(({ attributes }) => attributes)).toMatchObject([
      { "payments.outcome": "unknown", "error.type": "unexpected" },
    ]);
  });

  it("end when the caller aborts, even before the first attempt", async () => {
    const controller = new AbortController();
    const { payments } = await clientOf([
      (response, request) => {
        controller.abort(new Error("personal reason"));
        stallHeaders(response, request);
      },
    ]);
    await rejection(payments.transfers.in(transfer, { signal: controller.signal }));
    await rejection(payments.transfers.in(transfer, { signal: controller.signal }));
    const { calls, attempts } = spans();
    expect(
      calls.map(({ attributes }) => [attributes["error.type"], attributes["payments.attempts"]]),
    ).toEqual([
      ["AbortError", 1],
      ["AbortError", 0],
    ]);
    expect(attempts.map(({ attributes }) => attributes["error.type"])).toEqual(["AbortError"]);
  });
});

describe("metrics of calls", () => {
  it("count the time of each attempt, the retries and the outcomes", async () => {
    const { payments } = await clientOf([reply(503), done, refusal(404)]);
    await payments.transfers.in(transfer);
    await rejection(payments.quotes.retrieve("Quote:1"));
    const measured = await telemetry.metrics();
    const of = (name: string) =>
      measured.filter((one) => one.name === name).map(({ attributes, value }) => ({ ...attributes, value }));
    expect(of("http.client.request.duration")).toMatchObject([
      { "http.request.method": "POST", "url.template": "/transfer-in", "error.type": "503", value: 1 },
      { "url.template": "/transfer-in", "http.response.status_code": 201, value: 1 },
      { "url.template": "/quotes/{id}", "http.response.status_code": 404, "error.type": "404", value: 1 },
    ]);
    expect(of("payments.client.retries")).toEqual([
      { "payments.operation": "transfers.in", "error.type": "ServerError", value: 1 },
    ]);
    expect(of("payments.client.calls")).toEqual([
      { "payments.operation": "transfers.in", "payments.outcome": "executed", value: 1 },
      {
        "payments.operation": "quotes.retrieve",
        "payments.outcome": "not-executed",
        "error.type": "NotFoundError",
        value: 1,
      },
    ]);
  });

  // The call of each operation, about 200 of them.
  it("have the path template of each operation, without ids", async () => {
    const plain = (operation: string) => operation.replace(/\{\w+\}/g, "{id}");
    const { payments } = await clientOf([refusal(400)]);
    for (const { request, call } of cases) {
      const before = telemetry.finished().length;
      await Promise.resolve(call(payments)).catch(() => {});
      const made = telemetry
        .finished()
        .slice(before)
        .filter(({ kind }) => kind === SpanKind.CLIENT);
      expect([request, made[0]?.name]).toEqual([request, plain(operationOf(request) ?? "")]);
    }
  });

  it.each<[string, (payments: PaymentsClient) => PromiseLike<unknown>, string]>([
    [
      "a template with parameters",
      (payments) => payments.request("GET", "/customers/{name}", { path: { name: "Customer:1" } }),
      "GET /customers/{id}",
    ],
    [
      "a template that this package does not know",
      (payments) =>
        payments.request("GET", "/cards/{card}/limits/{limit}", { path: { card: "Card:1", limit: "day" } }),
      "GET /cards/{id}/limits/{id}",
    ],
    [
      "a known path",
      (payments) => payments.request("POST", "/quotes/Quote%3A1/execute"),
      "POST /quotes/{id}/execute",
    ],
    [
      "a known path that also fits a template",
      (payments) => payments.request("GET", "/customers/internal-accounts"),
      "GET /customers/internal-accounts",
    ],
    ["a list", (payments) => payments.paginate("/transactions"), "GET /transactions"],
  ])("have the template of a raw call: %s", async (_label, call, name) => {
    const { payments } = await clientOf([reply(200, { data: [], hasMore: false })]);
    await call(payments);
    const { attempts } = spans();
    expect(attempts[0]?.name).toBe(name);
    expect(attempts[0]?.attributes["url.template"]).toBe(name.replace(/^\w+ /, ""));
  });

  it("carry the version of this package and the schema of their names", async () => {
    const { payments } = await clientOf([done]);
    await payments.transfers.in(transfer);
    const scope = {
      name: "payments-sdk",
      version: manifest.version,
      schemaUrl: "https://opentelemetry.io/schemas/1.45.0",
    };
    expect(telemetry.finished().map(({ instrumentationScope }) => instrumentationScope)).toEqual([
      scope,
      scope,
    ]);
    expect(await telemetry.scopes()).toEqual([scope]);
  });

  it("have no template for an unknown path that the caller wrote", async () => {
    const { payments, server } = await clientOf([done]);
    await payments.request("GET", "/new-resources/$ada@example.com");
    const { attempts } = spans();
    expect(attempts[0]?.name).toBe("GET");
    expect(attempts[0]?.attributes).not.toHaveProperty("url.template");
    expect(attempts[0]?.attributes["url.full"]).toBe(`${server.url}/new-resources/REDACTED`);
  });
});

describe("secret and personal data", () => {
  it("never appears in a span or a metric", async () => {
    const planted = {
      stamp: "stamp-51f0a7",
      otp: "998877",
      header: "tenant-token-77aa",
      name: "Ada Lovelace",
      uma: "$ada@example.com",
      code: "adainvites",
      query: "GB-platform-7",
    };
    const echo: Behaviour = (response, request) =>
      reply(400, {
        code: "INVALID_INPUT",
        message: `${CLIENT_SECRET} ${request.body} ${JSON.stringify(planted)}`,
      })(response, request);
    const { payments, server } = await clientOf([echo]);
    const headers = { "x-tenant": planted.header };
    const calls = [
      payments.quotes.execute("Quote:0195-a", { signature: planted.stamp }, { headers }),
      payments.customers.create({ customerType: "INDIVIDUAL", fullName: planted.name }, { headers }),
      payments.customers.list({ platformCustomerId: planted.query }).toArray({ limit: 1 }),
      payments.receivers.lookupUma(planted.uma),
      payments.invitations.retrieve(planted.code),
    ];
    for (const error of await Promise.all(calls.map(rejection))) {
      expect(error).toMatchObject({ name: "BadRequestError" });
    }
    const all = telemetry.finished();
    const shown = JSON.stringify([
      all.map(({ name, attributes, events, status, links }) => ({ name, attributes, events, status, links })),
      await telemetry.metrics(),
    ]);
    const sent = JSON.stringify(server.requests.map(({ url, headers: seen, body }) => [url, seen, body]));
    for (const value of [planted.stamp, planted.header, planted.name, planted.query])
      expect(sent).toContain(value);
    const basic = btoa(`${CLIENT_ID}:${CLIENT_SECRET}`);
    for (const secret of [CLIENT_SECRET, CLIENT_ID, basic, ...Object.values(planted)]) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(encodeURIComponent(secret));
    }
    expect(shown).toContain(`${server.url}/quotes/Quote%3A0195-a/execute`);
    expect(shown).toContain(`${server.url}/receiver/uma/REDACTED`);
  });
});

it("telemetry also calls your own hooks and `fetch`", async () => {
  const seen: string[] = [];
  class Own {
    readonly name = "own";
    onRequest() {
      seen.push(`${this.name} request`);
    }
    onEnd() {
      seen.push(`${this.name} end`);
    }
  }
  const { payments } = await clientOf([done], {
    hooks: new Own(),
    fetch: (url, init) => {
      seen.push("fetch");
      return fetch(url, init);
    },
  });
  await payments.transfers.in(transfer);
  expect(seen).toEqual(["own request", "fetch", "own end"]);
});

it("telemetry accepts a tracer and a meter, and a span starts before its call waits in the queue", async () => {
  const names: string[] = [];
  const tracer = trace.getTracer("own");
  const spy: typeof tracer = {
    startSpan: (...args) => {
      names.push(args[0]);
      return tracer.startSpan(...args);
    },
    startActiveSpan: tracer.startActiveSpan.bind(tracer),
  };
  const server = await startServer(inOrder(done));
  const options = { baseUrl: server.url, ...CREDENTIALS, logLevel: "off" } as const;
  const payments = new PaymentsClient(instrument({ ...options, limits: { concurrent: 1 } }, { tracer: spy }));
  await Promise.all([payments.transfers.in(transfer), payments.transfers.in(transfer)]);
  expect(names.filter((name) => name === "payments transfers.in")).toHaveLength(2);
  const { calls } = spans();
  const ms = ([seconds, nanoseconds]: [number, number]) => seconds * 1000 + nanoseconds / 1e6;
  const starts = calls.map(({ startTime }) => ms(startTime));
  const ends = calls.map(({ endTime }) => ms(endTime));
  expect(Math.max(...starts)).toBeLessThan(Math.min(...ends));
});
