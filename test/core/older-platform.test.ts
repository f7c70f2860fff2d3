import type * as Sdk from "payments-sdk";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { rejection } from "./client";

/** Browsers before 2024, React Native and the edge runtime of Next have no `AbortSignal.any`. */
describe("a platform without `AbortSignal.any`", () => {
  let sdk: typeof Sdk;
  beforeAll(async () => {
    Reflect.deleteProperty(AbortSignal, "any");
    vi.resetModules();
    sdk = await import("payments-sdk");
  });

  const clientWith = (fetch: Sdk.FetchLike, timeout?: number) =>
    new sdk.PaymentsClient({
      baseUrl: "https://api.example.test",
      clientId: "id",
      clientSecret: "secret",
      logLevel: "off",
      maxRetries: 0,
      fetch,
      timeout,
    });

  it("makes calls", async () => {
    const payments = clientWith(async () => Response.json({ data: [], hasMore: false }));
    expect((await payments.customers.list()).data).toEqual([]);
  });

  it("ends a request at its timeout, and with the caller's signal", async () => {
    const signals: AbortSignal[] = [];
    const silent: Sdk.FetchLike = (_url, init) => {
      if (init?.signal) signals.push(init.signal);
      return new Promise(() => undefined);
    };
    const payments = clientWith(silent, 50);
    expect(await rejection(payments.customers.retrieve("Customer:1"))).toMatchObject({
      name: "TimeoutError",
    });
    const stopped = payments.customers.retrieve("Customer:1", { signal: AbortSignal.timeout(10) });
    expect(await rejection(stopped)).toMatchObject({ name: "AbortError" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
