/** Functions of the caller. A wrong type is rejected at once, and an error in one never loses a call. */
import process from "node:process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import type { ClientOptions, Hooks } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, refusal, rejection } from "./client";

/** Options that TypeScript would reject. */
const untyped = (options: object) => createClient(options as ClientOptions);

const QUOTE = {
  id: "Quote:1",
  status: "COMPLETED",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: "2026-01-01T00:05:00Z",
  source: {},
  destination: {},
};

/** A client with a logger that keeps its lines. */
function observed(options: ClientOptions) {
  const warn = vi.fn<(line: string) => void>();
  const silent = () => {};
  const logger = { debug: silent, info: silent, warn, error: silent };
  const lines = () => warn.mock.calls.map(([line]) => line);
  const client = createClient({ logger, logLevel: "warn", validation: "off", ...options });
  return { client, lines };
}

it("says that a method was taken off its object", () => {
  const { customers, transactions } = createClient({});
  const { create } = customers;
  const { list } = transactions;
  expect(() => create({ customerType: "INDIVIDUAL" })).toThrow("`create` was taken off its object");
  expect(() => list()).toThrow(
    "`list` was taken off its object: call it there, or pass `(...args) => object.list",
  );
});

const broken: [string, () => number][] = [
  ["throws", () => { throw new Error("SENSITIVE"); }],
  ["gives NaN", () => Number.NaN],
  ["gives a negative number", () => -1],
  ["gives a text", () => "5" as unknown as number],
  ["gives a promise", () => Promise.resolve(5) as unknown as number],
  // Without a handler, the test runner fails.
  ["rejects", () => Promise.reject(new Error("SENSITIVE")) as unknown as number],
  ["gives nothing", () => undefined as unknown as number],
]; // prettier-ignore

describe("an option of the wrong type", () => {
  it("may be `undefined` or `null`", async () => {
    const { fetch } = fakeFetch(() => json({}));
    const nothing = { retryDelay: null, now: null, hooks: null, headers: null, logger: null };
    expect(await untyped({ fetch, ...nothing }).request("GET", "/config")).toEqual({});
  });
});

describe("a rejection in a hook or a logger", () => {
  it("is caught, even from a promise of another realm", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const rejects = () => runInNewContext("Promise.reject(new Error('SENSITIVE'))") as Promise<void>;
    const { fetch } = fakeFetch(() => json({}));
    const { client, lines } = observed({ fetch, hooks: { onEnd: rejects } });
    const logger = { debug: rejects, info: rejects, warn: rejects, error: rejects };
    const other = createClient({ fetch, logger, logLevel: "debug" });
    expect(await client.request("GET", "/config")).toEqual({});
    expect(await other.request("GET", "/config")).toEqual({});
    await nextTurn();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(lines()).toEqual([
      expect.stringMatching(/^payments-sdk: hooks\.onEnd failed: Error: SENSITIVE \[call/),
    ]);
  });
});

it("hooks and loggers that are class instances keep their `this`", async () => {
  class Counter implements Hooks {
    online = 0;
    onEnd() {
      this.online += 1;
    }
  }
  const hooks = new Counter();
  const { fetch } = fakeFetch(() => json({}));
  // The name of this field only starts like a hook's.
  const client = new PaymentsClient({
    baseUrl: "https://payments.test",
    clientId: "id",
    clientSecret: "secret",
    fetch,
    hooks,
    logger: Object.assign(() => {}, { debug() {}, info() {}, warn() {}, error() {} }),
  });
  await client.request("GET", "/config");
  expect(hooks.online).toBe(1);
});

describe("a failing `now`", () => {
  it.each(broken)("does not lose a payment: it %s", async (_, now) => {
    const { fetch } = fakeFetch(() =>
      json(QUOTE, 200, { date: new Date(Date.now() + 3_600_000).toUTCString() }),
    );
    const { client, lines } = observed({ fetch, now });
    expect(await client.quotes.execute("Quote:1")).toEqual(QUOTE);
    const aheadMs = Number(client.serviceTime()) - Date.now();
    expect(Math.abs(aheadMs - 3_600_000)).toBeLessThan(5_000);
    expect(new Set(lines())).toEqual(
      new Set(["payments-sdk: `now` gave no number of milliseconds: the default counts"]),
    );
  });
});

describe("a failing `retryDelay`", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Longer than the default wait before a retry. */
  const passWait = () => vi.advanceTimersByTimeAsync(10_000);

  it.each(broken)("does not end a call early: it %s", async (_, retryDelay) => {
    const { fetch, calls } = fakeFetch((_call, index) => (index === 0 ? refusal(503) : json(QUOTE)));
    const { client, lines } = observed({ fetch, retryDelay });
    const execution = client.quotes.execute("Quote:1");
    await passWait();
    expect(await execution).toEqual(QUOTE);
    expect(calls).toHaveLength(2);
    expect(lines()).toEqual([
      "payments-sdk: `retryDelay` gave no number of milliseconds: the default counts",
    ]);
  });

  it("keeps the outcome and the key on the error", async () => {
    const { fetch } = fakeFetch(() => {
      throw Object.assign(new TypeError("fetch failed"), { code: "ECONNRESET" });
    });
    const { client } = observed({ fetch, retryDelay: () => { throw new Error("mine"); }, maxRetries: 1 }); // prettier-ignore
    const execution = rejection(client.quotes.execute("Quote:1"));
    await passWait();
    expect(await execution).toMatchObject({
      name: "ConnectionError",
      outcome: "unknown",
      idempotencyKey: expect.any(String),
    });
  });
});
