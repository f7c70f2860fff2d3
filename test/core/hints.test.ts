import type { ClientOptions, TransactionListParams } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

/** A client, and the warnings that it logs. */
function clientOf(options: ClientOptions = {}) {
  const warnings: string[] = [];
  const ignore = () => undefined;
  const logger = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (line: string) => warnings.push(line.replace("payments-sdk: ", "")),
  };
  const { fetch, calls } = fakeFetch(() => json({ data: [], hasMore: false }));
  return { warnings, calls, payments: createClient({ fetch, logger, logLevel: "warn", ...options }) };
}

/** Wrong on purpose. */
const untyped = (value: unknown) => value as never;

describe("a timeout below 100 ms", () => {
  it.each<[string, ClientOptions]>([
    ["`timeout` is 30 ms: timeouts are in milliseconds", { timeout: 30 }],
    ["`totalTimeout` is 60 ms: timeouts are in milliseconds", { totalTimeout: 60 }],
  ])("is named once: %s", async (warning, options) => {
    const { payments, warnings } = clientOf(options);
    await payments.customers.list();
    await payments.customers.list();
    expect(warnings).toEqual([warning]);
  });

  it("is named for a single call", async () => {
    const { payments, warnings } = clientOf();
    await payments.customers.list({}, { timeout: 5 });
    expect(warnings).toEqual(["`timeout` is 5 ms: timeouts are in milliseconds"]);
    await payments.customers.retrieve("Customer:1", { timeout: 6 });
    expect(warnings.filter((line) => line.includes("6 ms"))).toHaveLength(1);
  });

  it("is not assumed from 100 ms on", async () => {
    const { payments, warnings } = clientOf({ timeout: 100, totalTimeout: 100 });
    await payments.customers.list();
    expect(warnings).toEqual([]);
  });
});

describe("filters of a list", () => {
  it("with a misspelt name are refused with the nearest name: the service would return every row", () => {
    const { payments, calls } = clientOf();
    expect(() => payments.transactions.list(untyped({ custmerId: "Customer:1" }))).toThrow(
      "`custmerId` is not a filter of this list. `payments.request` sends any filter. Did you mean `customerId`?",
    );
    expect(calls).toHaveLength(0);
  });

  it("with an unlike name are refused with all names", () => {
    const { payments } = clientOf();
    expect(() => payments.discoveries.list(untyped({ swift: "X" }))).toThrow(
      "Known filters: country, currency",
    );
  });

  it("that are options are refused with the place of options", () => {
    const { payments } = clientOf();
    expect(() => payments.customers.list(untyped({ signal: AbortSignal.timeout(1_000) }))).toThrow(
      "`signal` belongs in the options, which are the last argument",
    );
  });

  it("may be undefined, and may have any name in a call of your own", async () => {
    const { payments, warnings } = clientOf();
    await payments.customers.list(untyped({ reegion: undefined }));
    await payments.paginate("/cards", { query: { custmerId: "Customer:1" } });
    expect(warnings).toEqual([]);
  });

  it.each<[TransactionListParams, string | undefined]>([
    [
      { startDate: "2026-05-01", endDate: new Date("2026-04-01") },
      "`startDate` is after `endDate`, so no row matches",
    ],
    [
      { endDate: "2026-04-30" },
      '`endDate` "2026-04-30" is the start of that day in UTC. To include the day, pass its last millisecond',
    ],
    [{ startDate: "2026-04-01", endDate: "2026-04-30T23:59:59.999Z" }, undefined],
    [{ startDate: "2026-04-01T00:00:00Z" }, undefined],
  ])("for a period: %o", async (params, warning) => {
    const { payments, warnings } = clientOf();
    await payments.transactions.list(params);
    expect(warnings).toEqual(warning === undefined ? [] : [`transactions.list: ${warning}`]);
  });
});

describe("a list that is used before it is awaited", () => {
  it("rejects `Array.from`, a spread and `for … of`", () => {
    const { payments, calls } = clientOf();
    const message = "`list` is read with `for await`, or `await list.toArray()`";
    expect(() => Array.from(untyped(payments.customers.list()))).toThrow(message);
    expect(() => [...untyped(payments.customers.list())]).toThrow(message);
    expect(calls).toHaveLength(0);
  });

  it("says so in JSON", () => {
    expect(JSON.stringify({ rows: clientOf().payments.customers.list() })).toBe(
      '{"rows":"[customers.list: await the list first]"}',
    );
  });
});

describe("arguments of the wrong shape are named as given:", () => {
  const account = { accountId: "InternalAccount:1" };
  it.each<[string, (client: ReturnType<typeof createClient>) => PromiseLike<unknown>, string]>([
    [
      "an id in place of a source",
      ({ transfers }) =>
        transfers.in(untyped({ source: "ExternalAccount:1", destination: account, amount: 1 })),
      "`source` must be an object, got a string. Pass `{ accountId }`",
    ],
    [
      "an id among the parameters",
      ({ customers }) =>
        customers.update(untyped({ id: "Customer:1", email: "a@example.com" }), untyped(undefined)),
      "`id` must be a string, got an object. Pass the `id` of an awaited result",
    ],
    [
      "a promise in place of parameters",
      ({ transfers }) => transfers.in(untyped(Promise.resolve({}))),
      "`params` must be an object, got a promise: is an `await` missing?",
    ],
    [
      "a promise in place of an account",
      ({ transfers }) =>
        transfers.in(untyped({ source: Promise.resolve(account), destination: account, amount: 1 })),
      "`source` must be an object, got a promise: is an `await` missing?",
    ],
    [
      "the id of a result without `await`",
      ({ quotes }) => quotes.execute(untyped(undefined)),
      "`id` must be a string, got undefined. Pass the `id` of an awaited result",
    ],
    [
      "a promise in place of an id",
      ({ quotes }) => quotes.retrieve(untyped(Promise.resolve("Quote:1"))),
      "`id` must be a string, got a promise: is an `await` missing?",
    ],
  ])("%s", async (_case, call, message) => {
    const { payments, calls } = clientOf();
    expect(await rejection(call(payments))).toMatchObject({ name: "InvalidRequestError", message });
    expect(calls).toHaveLength(0);
  });
});

it("a signal that was aborted before the call is named as such", async () => {
  const { payments, calls } = clientOf();
  const signal = AbortSignal.abort("no longer needed");
  expect(await rejection(payments.quotes.retrieve("Quote:1", { signal }))).toMatchObject({
    message: "quotes.retrieve was aborted before it was sent",
    outcome: "not-executed",
  });
  expect(calls).toHaveLength(0);
});

it("a wait for a quote that nobody executed says so", async () => {
  const { fetch } = fakeFetch(() =>
    json({ id: "Quote:1", status: "PENDING", source: { sourceType: "ACCOUNT" }, destination: {} }),
  );
  const payments = createClient({ fetch, validation: "off" });
  const waiting = payments.quotes.waitFor("Quote:1", { totalTimeout: 20, interval: 10 });
  expect(await rejection(waiting)).toMatchObject({
    name: "TimeoutError",
    message: "quotes.waitFor waited 20 ms and the status is still PENDING: was it executed or funded?",
  });
});

it("a call without a likely mistake makes no list to find that out", async () => {
  const { payments, warnings } = clientOf();
  const list = () =>
    payments.transactions.list({ customerId: "Customer:1", endDate: "2026-04-27T09:00:00Z" });
  await list();
  const made: string[] = [];
  const spies = (["filter", "map", "flatMap"] as const).map((name) => {
    const own = Array.prototype[name] as (...values: unknown[]) => unknown;
    return vi.spyOn(Array.prototype, name).mockImplementation(function (
      this: unknown[],
      ...values: unknown[]
    ) {
      made.push(String(new Error("here").stack));
      return own.apply(this, values);
    } as never);
  });
  await list();
  for (const spy of spies) spy.mockRestore();
  expect(made.length).toBeGreaterThan(0);
  expect(made.filter((stack) => stack.includes("hints.ts"))).toEqual([]);
  expect(warnings).toEqual([]);
});
