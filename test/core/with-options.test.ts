import type { ClientOverrides, Hooks } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, fakeFetch, json, networkError, refusal, rejection, transfer } from "./client";
import { payment } from "./genuine";

const date = { date: "Thu, 01 Jan 2026 00:00:00 GMT" };

function clientOf(options: object = {}) {
  const { fetch, calls } = fakeFetch(() => json(payment, 201));
  return { payments: createClient({ fetch, ...options }), calls };
}

describe("payments.withOptions", () => {
  it("changes the given options, keeps the others, and does not change the first client", async () => {
    const failing = () => fakeFetch(() => refusal(503, "SERVICE_SWITCH_ERROR"));
    const { fetch, calls } = failing();
    const payments = createClient({ fetch, maxRetries: 1, retryDelay: () => 0 });
    const patient = payments.withOptions({ maxRetries: 3 });
    expect(patient).toBeInstanceOf(PaymentsClient);
    await rejection(patient.transfers.in(transfer));
    expect(calls).toHaveLength(4);
    await rejection(patient.withOptions({ timeout: 5_000 }).transfers.in(transfer));
    expect(calls).toHaveLength(8);
    await rejection(payments.transfers.in(transfer));
    expect(calls).toHaveLength(10);
  });

  it("adds headers; `undefined` removes one", async () => {
    const { payments, calls } = clientOf({ headers: { "X-Tenant": "a", "x-team": "t" } });
    await payments.withOptions({ headers: { "x-tenant": "b", "x-team": undefined } }).transfers.in(transfer);
    await payments.transfers.in(transfer);
    expect(calls.map(({ headers }) => [headers.get("x-tenant"), headers.get("x-team")])).toEqual([
      ["b", null],
      ["a", "t"],
    ]);
  });

  it("keeps the headers of each client, also if the caller uses its object for the next one", async () => {
    const headers = { "x-tenant": "a" };
    const { payments, calls } = clientOf({ headers });
    const same = payments.withOptions({ timeout: 5_000 });
    headers["x-tenant"] = "b";
    for (const client of [payments, same, payments.withOptions({})]) await client.transfers.in(transfer);
    expect(calls.map((call) => call.headers.get("x-tenant"))).toEqual(["a", "a", "a"]);
  });

  it("the newest value of a header counts, in any spelling", async () => {
    const { payments, calls } = clientOf({ headers: { "x-tenant": "a" } });
    const second = payments.withOptions({ headers: { "X-Tenant": "b" } });
    await second.withOptions({ headers: { "x-tenant": "c" } }).transfers.in(transfer);
    expect(calls[0]?.headers.get("x-tenant")).toBe("c");
  });

  it("adds hooks, and replaces logger, log level and validation", async () => {
    const seen: string[] = [];
    const hooks = (name: string): Hooks => ({ onEnd: () => seen.push(name) });
    const logger = (name: string) => {
      const line = () => seen.push(`${name} line`);
      return { debug: line, info: line, warn: line, error: line };
    };
    const { payments } = clientOf({ hooks: hooks("first"), logger: logger("first"), logLevel: "off" });
    const second = payments.withOptions({ hooks: [hooks("second"), hooks("third")] });
    await second.transfers.in(transfer);
    expect(seen).toEqual(["first", "second", "third"]);
    await second.withOptions({ logger: logger("second"), logLevel: "debug" }).transfers.in(transfer);
    expect(seen).toContain("second line");
    expect(seen).not.toContain("first line");
    const strict = payments.withOptions({ validation: "strict" });
    expect(await rejection(strict.transfers.in(transfer))).toMatchObject({ code: "INVALID_RESPONSE" });
    await payments.transfers.in(transfer);
  });

  it("keeps the options that an object inherits", async () => {
    const { fetch, calls } = fakeFetch(() => json({ ...payment, message: "Ada" }, 400));
    class Options {
      readonly baseUrl = "https://payments.test/api";
      readonly clientId = "id";
      readonly clientSecret = "client-secret";
      get fetch() {
        return fetch;
      }
      get hideServiceText() {
        return true;
      }
    }
    const payments = new PaymentsClient(new Options()).withOptions({ maxRetries: 0 });
    const error = await rejection(payments.transfers.in(transfer));
    expect(error).toMatchObject({ message: expect.not.stringContaining("Ada") });
    expect(calls).toHaveLength(1);
  });

  it("shares the service's clock", async () => {
    const { fetch } = fakeFetch(() => json(payment, 201, date));
    const payments = createClient({ fetch });
    const other = payments.withOptions({});
    await other.transfers.in(transfer);
    expect(payments.serviceTime()).toBeCloseTo(Date.parse(date.date), -4);
    expect(other.serviceTime()).toBeCloseTo(Date.parse(date.date), -4);
  });

  it("logs a warning once, also for a client that is derived for each call", async () => {
    const warnings: string[] = [];
    const logger = { debug() {}, info() {}, warn: (line: string) => warnings.push(line), error() {} };
    const { payments } = clientOf({ logger, logLevel: "warn" });
    for (const tenant of ["a", "b"]) {
      await payments.withOptions({ headers: { "x-tenant": tenant } }).transfers.in(transfer);
    }
    expect(warnings).toHaveLength(1);
  });

  it("keeps the level that `PAYMENTS_LOG` had when the first client was made", () => {
    vi.stubEnv("PAYMENTS_LOG", "error");
    const payments = new PaymentsClient({
      baseUrl: "https://x.test",
      clientId: "id",
      clientSecret: "secret",
    });
    vi.stubEnv("PAYMENTS_LOG", "loud");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(payments.withOptions({ maxRetries: 0 })).toBeInstanceOf(PaymentsClient);
  });

  it("shares the retry budget", async () => {
    const { fetch, calls } = fakeFetch(() => Promise.reject(networkError("ECONNRESET")));
    const payments = createClient({ fetch, maxRetries: 200, retryDelay: () => 0 });
    await rejection(payments.withOptions({ timeout: 1_000 }).transfers.in(transfer));
    expect(calls).toHaveLength(101);
    await rejection(payments.transfers.in(transfer));
    expect(calls).toHaveLength(102);
  });

  it("shares credentials, including renewed ones", async () => {
    let renewals = 0;
    const credentials = () => {
      renewals += 1;
      return { bearer: `token-${renewals}` };
    };
    const { fetch, calls } = fakeFetch(({ headers }) =>
      headers.get("authorization") === "Bearer token-2" ? json(payment, 201) : refusal(401, "UNAUTHORIZED"),
    );
    const payments = createClient({ fetch, credentials });
    await payments.withOptions({ maxRetries: 0 }).transfers.in(transfer);
    await payments.transfers.in(transfer);
    expect([renewals, calls.length]).toEqual([2, 3]);
  });

  it.each<[object]>([
    [{ baseUrl: "https://x.test" }],
    [{ credentials: { bearer: "b" } }],
    [{ clientSecret: "s" }],
    [{ limits: { concurrent: 1 } }],
    [{ fetch }],
  ])("rejects %j, and says that it shares the rest", (overrides) => {
    const { payments } = clientOf();
    const [name] = Object.keys(overrides);
    const message = `Unknown option \`${name}\` for withOptions (other options need another PaymentsClient). `;
    expect(() => payments.withOptions(overrides as ClientOverrides)).toThrow(
      expect.objectContaining({ name: "ConfigurationError", message: expect.stringContaining(message) }),
    );
  });

  it("rejects options that cannot change, also at compile time", () => {
    const { payments } = clientOf();
    // @ts-expect-error -- shared with the first client
    expect(() => payments.withOptions({ baseUrl: "https://x.test" })).toThrow("`baseUrl`");
    // @ts-expect-error -- shared with the first client
    expect(() => payments.withOptions({ fetch })).toThrow("`fetch`");
  });
});
