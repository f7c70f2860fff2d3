import { propagation, SpanKind, trace } from "@opentelemetry/api";
import { PaymentsClient } from "payments-sdk";
import { instrument } from "payments-sdk/otel";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createClient, fakeFetch, json } from "../core/client";
import { collectTelemetry } from "./collector";

let telemetry: ReturnType<typeof collectTelemetry>;
beforeEach(() => {
  telemetry = collectTelemetry();
});
afterEach(() => telemetry.close());

const quote = () => json({ id: "Quote:1", source: { sourceType: "ACCOUNT" }, destination: {} });

function optionsOf() {
  const warnings: string[] = [];
  const ignore = () => undefined;
  const logger = { debug: ignore, info: ignore, error: ignore, warn: (line: string) => warnings.push(line) };
  const { fetch, calls } = fakeFetch(quote);
  return { warnings, calls, options: instrument({ fetch, logger, validation: "off" }) };
}

it("names once that other hooks replaced those of `instrument`", async () => {
  const { warnings, options } = optionsOf();
  const payments = createClient({ ...options, hooks: {} });
  await payments.quotes.retrieve("Quote:1");
  await payments.quotes.retrieve("Quote:1");
  expect(warnings).toEqual([
    "payments-sdk: `hooks` replaced those of instrument(). Pass your hooks to instrument()",
  ]);
});

it("still sends the trace of the caller if other hooks replaced those of `instrument`", async () => {
  const { calls, options } = optionsOf();
  const payments = createClient({ ...options, hooks: {} });
  const traceId = await trace.getTracer("test").startActiveSpan("job", async (span) => {
    await payments.quotes.retrieve("Quote:1");
    span.end();
    return span.spanContext().traceId;
  });
  expect(calls[0]?.headers.get("traceparent")).toContain(traceId);
});

it("sends a call without a trace if your propagator throws, and says so", async () => {
  propagation.disable();
  propagation.setGlobalPropagator({
    inject() {
      throw new TypeError("no tenant");
    },
    extract: (context) => context,
    fields: () => [],
  });
  const { warnings, options } = optionsOf();
  const payments = createClient({ ...options, logLevel: "warn" });
  expect(await payments.quotes.retrieve("Quote:1")).toMatchObject({ id: "Quote:1" });
  expect(warnings).toEqual([
    expect.stringMatching(/^payments-sdk: hooks\.onRequest failed: TypeError: no tenant\n/),
  ]);
  expect(telemetry.finished().map(({ name }) => name)).toEqual([
    "GET /quotes/{id}",
    "payments quotes.retrieve",
  ]);
});

it("keeps the options that an object inherits", async () => {
  const { fetch, calls } = fakeFetch(quote);
  class Options {
    readonly #secret = "74f1c9";
    readonly baseUrl = "https://payments.test";
    readonly clientId = "id";
    get clientSecret() {
      return this.#secret;
    }
    get fetch() {
      return fetch;
    }
    get headers() {
      return { "x-tenant": "a" };
    }
    get validation() {
      return "off" as const;
    }
  }
  const payments = new PaymentsClient(instrument(Object.freeze(new Options())));
  await payments.withOptions({ maxRetries: 0 }).quotes.retrieve("Quote:1");
  expect(calls[0]?.headers.get("authorization")).toBe(`Basic ${btoa("id:74f1c9")}`);
  expect(calls[0]?.headers.get("x-tenant")).toBe("a");
  expect(telemetry.finished()).toHaveLength(2);
});

it("has nothing to say while its own hooks run", async () => {
  const { warnings, options } = optionsOf();
  await createClient(options).quotes.retrieve("Quote:1");
  expect(warnings).toEqual([]);
});

it("gives the span of a call its `callId`, which the hooks report with the idempotency key", async () => {
  const ids: string[] = [];
  const { fetch } = fakeFetch(quote);
  const credentials = { baseUrl: "https://payments.test", clientId: "id", clientSecret: "secret" };
  const payments = new PaymentsClient(
    instrument({
      ...credentials,
      fetch,
      validation: "off",
      hooks: { onRequest: ({ callId }) => ids.push(callId) },
    }),
  );
  await payments.quotes.execute("Quote:1");
  const [call] = telemetry.finished().filter(({ name }) => name === "payments quotes.execute");
  expect(call?.attributes["payments.call_id"]).toBe(ids[0]);
});

it.each([
  ["/new/{uma-address}/limits", "/new/{id}/limits", "/new/REDACTED/limits"],
  ["/new/{uma-address}:check", "/new/{id}:check", "/new/REDACTED"],
])("spans hide the value of %s", async (template, shown, address) => {
  const { options } = optionsOf();
  await createClient(options).request("GET", template, { path: { "uma-address": "$ada@example.com" } });
  const attempt = telemetry.finished().find(({ kind }) => kind === SpanKind.CLIENT);
  expect(attempt?.attributes["url.template"]).toBe(shown);
  expect(String(attempt?.attributes["url.full"]).slice(-address.length)).toBe(address);
});
