import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, customerParams, fakeFetch, json, refusal, rejection, transfer } from "./client";
import type { RetryEvent } from "../../src/core/types";
import { payment } from "./genuine";

/** A response that never arrives. */
const silence = () => new Promise<Response>(() => {});
const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

afterEach(() => {
  vi.useRealTimers();
});

describe("the time of a request", () => {
  it("is passed to `onResponse`, measured from the start of the attempt", async () => {
    useFakeTimers();
    const onResponse = vi.fn();
    const { fetch } = fakeFetch(() => {
      vi.advanceTimersByTime(250);
      return json(payment);
    });
    vi.advanceTimersByTime(10_000);
    await createClient({ fetch, hooks: { onResponse } }).transfers.in(transfer);
    expect(onResponse).toHaveBeenCalledWith(expect.objectContaining({ durationMs: 250 }));
  });

  it("that exceeds `timeout` names that limit, even without a retry", async () => {
    const { fetch } = fakeFetch(silence);
    const payments = createClient({ fetch, timeout: 20, totalTimeout: 5_000 });
    expect(await rejection(payments.customers.create(customerParams))).toMatchObject({
      name: "TimeoutError",
      scope: "attempt",
      timeoutMs: 20,
      outcome: "unknown",
    });
  });

  it("that ends during a second attempt does not name the first failure", async () => {
    const { fetch } = fakeFetch((_call, index) => (index === 0 ? refusal(503, "BUSY") : silence()));
    const payments = createClient({ fetch, timeout: 20, maxRetries: 1 });
    const error = await rejection(payments.transfers.in(transfer));
    expect(error).toMatchObject({ name: "TimeoutError", scope: "attempt" });
    expect(error).not.toHaveProperty("cause");
  });

  it("that ends after a wait names the failure before the wait", async () => {
    useFakeTimers();
    const { fetch, calls } = fakeFetch(() => refusal(503, "BUSY"));
    // A device that sleeps: the wait of 100 ms takes a minute.
    const startedMs = performance.now();
    let asleepMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => startedMs + asleepMs);
    const onRetry = () => void setTimeout(() => (asleepMs = 60_000), 50);
    const payments = createClient({
      fetch,
      totalTimeout: 1_000,
      retryDelay: () => 100,
      hooks: { onRetry },
    });
    const failed = rejection(payments.transfers.in(transfer));
    await vi.advanceTimersByTimeAsync(200);
    expect(await failed).toMatchObject({
      name: "TimeoutError",
      scope: "total",
      timeoutMs: 1_000,
      message:
        "POST transfers.in timed out after 1000 ms (`totalTimeout`, over all attempts). It may have been carried out: repeat it with the same key",
      outcome: "unknown",
      cause: { name: "ServerError", code: "BUSY" },
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["exactly what is left", 1_000, 1],
    ["less than what is left", 999, 2],
  ])("is not spent on a wait of %s", async (_case, delayMs, attempts) => {
    useFakeTimers();
    const { fetch, calls } = fakeFetch(() => refusal(503, "BUSY"));
    const payments = createClient({ fetch, totalTimeout: 1_000, maxRetries: 1, retryDelay: () => delayMs });
    const failed = rejection(payments.transfers.in(transfer));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failed).toMatchObject({ name: "ServerError", code: "BUSY" });
    expect(calls).toHaveLength(attempts);
  });
});

describe("a failed attempt", () => {
  it("without a retry does not fire `onRetry`", async () => {
    const onRetry = vi.fn<(event: RetryEvent) => void>();
    const { fetch, calls } = fakeFetch(() => refusal(500, "BROKEN"));
    await rejection(createClient({ fetch, hooks: { onRetry } }).customers.create(customerParams));
    expect(calls).toHaveLength(1);
    expect(onRetry).not.toHaveBeenCalled();
  });

  it("before an abort does not fire `onError`", async () => {
    const controller = new AbortController();
    const reason = new Error("the customer left");
    const onError = vi.fn();
    const { fetch } = fakeFetch(() => refusal(503, "BUSY"));
    const onRetry = () => controller.abort(reason);
    const payments = createClient({ fetch, retryDelay: () => 60_000, hooks: { onRetry, onError } });
    const { signal } = controller;
    expect(await rejection(payments.transfers.in(transfer, { signal }))).toMatchObject({
      code: "ABORTED",
      outcome: "unknown",
      cause: reason,
    });
    expect(onError).not.toHaveBeenCalled();
  });

  it("with status 300 is a rejected redirect", async () => {
    const { fetch } = fakeFetch(() => json(payment, 300));
    const error = await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(error).toMatchObject({ name: "ConnectionError", code: "REDIRECTED", outcome: "unknown" });
  });
});
