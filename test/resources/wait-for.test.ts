import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "../core/client";

const pending = () => json({ id: "Transaction:1", type: "OUTGOING", status: "PENDING" });
const reason = new Error("the customer left");
const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

/** Nobody knows the end of a payment that a call only watched. */
const open = { outcome: "unknown", advice: "reconcile" };

/** Responds to the first request but not to the second. */
const slow = () => fakeFetch((_call, index) => (index === 0 ? pending() : new Promise<Response>(() => {})));

afterEach(() => {
  vi.useRealTimers();
});

describe("waitFor", () => {
  it("cancels its current request after its timeout", async () => {
    useFakeTimers();
    const { fetch, calls } = slow();
    const waiting = createClient({ fetch }).transactions.waitFor("Transaction:1", {
      interval: 400,
      totalTimeout: 1_000,
    });
    const failed = rejection(waiting);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failed).toMatchObject({
      name: "TimeoutError",
      operation: "transactions.waitFor",
      scope: "total",
      timeoutMs: 1_000,
      outcome: "unknown",
      advice: "reconcile",
      message: "transactions.waitFor waited 1000 ms and the status is still PENDING",
      cause: expect.objectContaining({ operation: "transactions.retrieve", timeoutMs: 600 }),
    });
    expect(calls).toHaveLength(2);
  });

  it("delivers a payment of a kind and with a status that are newer than this package", async () => {
    const newer = { id: "Transaction:1", type: "__NEW__", status: "__NEW__" };
    const payments = createClient({ fetch: fakeFetch(() => json(newer)).fetch });
    expect(await payments.transactions.retrieve("Transaction:1")).toEqual(newer);
  });

  it("takes no word of a proxy for the end of a payment", async () => {
    const end = { id: "Transaction:1", type: "OUTGOING", status: "FAILED" };
    const { fetch } = fakeFetch((_call, index) => json(index === 0 ? { status: "COMPLETED" } : end));
    const payments = createClient({ fetch });
    expect(await payments.transactions.waitFor("Transaction:1")).toMatchObject(end);
    const portal = createClient({ fetch: fakeFetch(() => json({ status: "COMPLETED" })).fetch });
    const code = "UNRELATED_RESPONSE";
    for (const wait of [portal.transactions.waitFor("Transaction:1"), portal.quotes.waitFor("Quote:1")])
      expect(await rejection(wait)).toMatchObject({ code, outcome: "unknown", advice: "reconcile" });
    for (const read of [portal.transactions.retrieve("Transaction:1"), portal.quotes.retrieve("Quote:1")])
      expect(await rejection(read)).toMatchObject({ code, outcome: "not-executed", advice: "retry" });
  });

  it("cancels its current request after an abort", async () => {
    const controller = new AbortController();
    const { fetch, calls } = slow();
    const failed = rejection(
      createClient({ fetch }).transactions.waitFor("Transaction:1", {
        interval: 0,
        signal: controller.signal,
      }),
    );
    await vi.waitUntil(() => calls.length === 2, { interval: 1 });
    controller.abort(reason);
    expect(await failed).toMatchObject({ name: "AbortError", code: "ABORTED", cause: reason, ...open });
  });

  it.each(["until", "onProgress"])("ends after an abort while `%s` hangs", async (name) => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(pending);
    const failed = rejection(
      createClient({ fetch }).transactions.waitFor("Transaction:1", {
        signal: controller.signal,
        [name]: () => {
          setTimeout(() => controller.abort(reason));
          return new Promise(() => {});
        },
      }),
    );
    expect(await failed).toMatchObject({
      name: "AbortError",
      operation: "transactions.waitFor",
      cause: reason,
      ...open,
    });
  });

  it("ends after an abort between two requests, and before the first one", async () => {
    const { fetch, calls } = fakeFetch(pending);
    for (const signal of [AbortSignal.timeout(50), AbortSignal.abort(reason)]) {
      const waiting = createClient({ fetch }).transactions.waitFor("Transaction:1", { signal });
      expect(await rejection(waiting)).toMatchObject({ name: "AbortError", ...open });
    }
    expect(calls).toHaveLength(1);
  });

  it("skips a delay beyond its timeout, and its error names the wait", async () => {
    useFakeTimers();
    const { fetch, calls } = fakeFetch(pending);
    const waiting = createClient({ fetch }).transactions.waitFor("Transaction:1", {
      interval: 1_000,
      totalTimeout: 1_000,
    });
    expect(await rejection(waiting)).toMatchObject({
      name: "TimeoutError",
      operation: "transactions.waitFor",
      scope: "total",
      timeoutMs: 1_000,
      outcome: "unknown",
      message: "transactions.waitFor waited 1000 ms and the status is still PENDING",
    });
    expect(calls).toHaveLength(1);
  });

  it("does not know the status if the service does not respond", async () => {
    useFakeTimers();
    const { fetch } = fakeFetch(() => new Promise<Response>(() => {}));
    const waiting = createClient({ fetch }).quotes.waitFor("Quote:1", { totalTimeout: 1_000 });
    const failed = rejection(waiting);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failed).toMatchObject({
      operation: "quotes.waitFor",
      outcome: "unknown",
      message: "quotes.waitFor waited 1000 ms and the status is still unknown",
    });
  });

  it("accepts fractions of a millisecond", async () => {
    const { fetch, calls } = fakeFetch((_call, index) =>
      index === 0 ? pending() : json({ id: "Transaction:1", type: "OUTGOING", status: "COMPLETED" }),
    );
    const done = createClient({ fetch }).transactions.waitFor("Transaction:1", { interval: 0.5 });
    expect(await done).toMatchObject({ status: "COMPLETED" });
    expect(calls).toHaveLength(2);
  });
});
