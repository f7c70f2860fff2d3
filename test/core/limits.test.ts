import type { Hooks } from "payments-sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, fakeFetch, json, refusal, rejection, transfer } from "./client";
import { payment } from "./genuine";

/** A slow service that records the number of concurrent requests and the start of each. */
function slowService(durationMs: number, respond = (_index: number) => json(payment, 201)) {
  const seen = { running: 0, most: 0, begunMs: [] as number[], keys: [] as (string | null)[] };
  const { fetch, calls } = fakeFetch(async ({ headers }, index) => {
    seen.begunMs.push(performance.now());
    seen.keys.push(headers.get("idempotency-key"));
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    seen.running -= 1;
    return respond(index);
  });
  return { fetch, calls, seen };
}

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key-${index}`);

/** Makes calls on a clock of the test. */
async function onClock(call: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  const done = call().finally(() => (isOver = true));
  while (!isOver) await vi.advanceTimersByTimeAsync(10);
  await done;
}

describe("`limits`", () => {
  it("limits concurrent requests, and serves them in order", async () => {
    const { fetch, seen } = slowService(5);
    const payments = createClient({ fetch, limits: { concurrent: 3 } });
    await Promise.all(keys(20).map((idempotencyKey) => payments.transfers.in(transfer, { idempotencyKey })));
    expect(seen.most).toBe(3);
    expect(seen.keys).toEqual(keys(20));
  });

  it("limits the requests that start within any second", async () => {
    const { fetch, seen } = slowService(1);
    const payments = createClient({ fetch, limits: { perSecond: 4 } });
    await onClock(() =>
      Promise.all(keys(9).map((idempotencyKey) => payments.transfers.in(transfer, { idempotencyKey }))),
    );
    const within = seen.begunMs.map(
      (begun) => seen.begunMs.filter((other) => other >= begun && other < begun + 1_000).length,
    );
    expect(Math.max(...within)).toBe(4);
    expect((seen.begunMs[8] ?? 0) - (seen.begunMs[0] ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it("counts a request from the moment when it is sent, not when it may be sent", async () => {
    const { fetch, seen } = slowService(1);
    let isFirst = true;
    const onRequest = () => {
      if (isFirst) vi.advanceTimersByTime(900);
      isFirst = false;
    };
    const payments = createClient({ fetch, limits: { perSecond: 4 }, hooks: { onRequest } });
    await onClock(() =>
      Promise.all(keys(8).map((idempotencyKey) => payments.transfers.in(transfer, { idempotencyKey }))),
    );
    expect((seen.begunMs[4] ?? 0) - (seen.begunMs[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it("counts each attempt, retries included, and holds no place between them", async () => {
    const { fetch, calls } = slowService(1, (index) =>
      index === 0 ? refusal(503, "SERVICE_SWITCH_ERROR") : json(payment, 201),
    );
    const payments = createClient({ fetch, limits: { concurrent: 1 }, retryDelay: () => 40 });
    const ended: string[] = [];
    const pay = async (name: string) => {
      await payments.transfers.in(transfer, { idempotencyKey: name });
      ended.push(name);
    };
    await Promise.all([pay("first"), pay("second")]);
    expect(ended).toEqual(["second", "first"]);
    expect(calls).toHaveLength(3);
  });

  it("are shared by clients made with `withOptions`", async () => {
    const { fetch, seen } = slowService(5);
    const payments = createClient({ fetch, limits: { concurrent: 2 } });
    const other = payments.withOptions({ maxRetries: 0 });
    await Promise.all(
      [payments, other, payments, other, other].map((client) => client.transfers.in(transfer)),
    );
    expect(seen.most).toBe(2);
  });

  it("count the wait toward `totalTimeout`: a call that times out in the queue is not sent", async () => {
    const { fetch, calls } = slowService(200);
    const payments = createClient({ fetch, limits: { concurrent: 1 } });
    const first = payments.transfers.in(transfer);
    const error = await rejection(payments.transfers.in(transfer, { totalTimeout: 30, idempotencyKey: "k" }));
    expect(error).toMatchObject({
      name: "TimeoutError",
      scope: "total",
      outcome: "not-executed",
      advice: "retry",
      idempotencyKey: "k",
      message: "POST transfers.in got no place in `limits` within 30 ms (`totalTimeout`, over all attempts)",
    });
    await first;
    expect(calls).toHaveLength(1);
  });

  it("does not count the wait toward `timeout`", async () => {
    const { fetch } = slowService(30);
    const payments = createClient({ fetch, limits: { concurrent: 1 }, timeout: 80, maxRetries: 0 });
    await Promise.all(keys(5).map((idempotencyKey) => payments.transfers.in(transfer, { idempotencyKey })));
  });

  it("let a signal end the wait before any request, and pass the place to the next call", async () => {
    const { fetch, seen } = slowService(30);
    const payments = createClient({ fetch, limits: { concurrent: 1 } });
    const controller = new AbortController();
    const first = payments.transfers.in(transfer, { idempotencyKey: "first" });
    const second = payments.transfers.in(transfer, { idempotencyKey: "second", signal: controller.signal });
    const third = payments.transfers.in(transfer, { idempotencyKey: "third" });
    setTimeout(() => controller.abort(), 5);
    expect(await rejection(second)).toMatchObject({
      name: "AbortError",
      outcome: "not-executed",
      advice: "retry",
    });
    await Promise.all([first, third]);
    expect(seen.keys).toEqual(["first", "third"]);
  });

  it("free the place after an abort or a timeout", async () => {
    const { fetch, calls } = fakeFetch((_, index) =>
      index < 2 ? new Promise(() => {}) : json(payment, 201),
    );
    const payments = createClient({ fetch, limits: { concurrent: 1 }, maxRetries: 0 });
    const signal = AbortSignal.timeout(10);
    expect(await rejection(payments.transfers.in(transfer, { signal }))).toMatchObject({
      outcome: "unknown",
    });
    expect(await rejection(payments.transfers.in(transfer, { timeout: 10 }))).toMatchObject({
      outcome: "unknown",
    });
    await payments.transfers.in(transfer);
    expect(calls).toHaveLength(3);
  });

  it("pass the waiting time of the attempt to `onRequest`", async () => {
    const waited: number[] = [];
    const hooks: Hooks = { onRequest: ({ waitedMs }) => waited.push(waitedMs) };
    const { fetch } = slowService(30);
    const payments = createClient({ fetch, limits: { concurrent: 1 }, hooks });
    await Promise.all([payments.transfers.in(transfer), payments.transfers.in(transfer)]);
    expect(waited).toHaveLength(2);
    expect(waited[1]).toBeGreaterThan(25);
    await createClient({ fetch, hooks }).transfers.in(transfer);
    expect(waited[2]).toBe(0);
  });
});
