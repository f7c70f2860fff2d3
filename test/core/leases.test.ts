import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientOptions } from "payments-sdk";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { onDemand } from "../../src/core/load-on-demand";
import { createClient, fakeFetch, json, transfer } from "./client";
import { payment } from "./genuine";

/** A worker's request that has ended. Its timers never run, and what it waits for never comes. */
const stopped = new AsyncLocalStorage<true>();
// Otherwise it costs every promise of the files that follow.
afterAll(() => stopped.disable());
const isStopped = () => stopped.getStore() === true;
const never = () => new Promise<never>(() => {});

/** A clock of the test, on which a stopped request has no timers. */
function useClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (react: () => void, ms?: number) =>
    setTimeout(isStopped() ? () => {} : react, ms),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}

/** The time that a call takes, or its error after it. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  const ended = call().then(
    () => performance.now() - startedMs,
    (error: unknown) => error as Error,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  const took = await ended;
  if (took instanceof Error) throw took;
  return took;
}

const credentials = { clientId: "a", clientSecret: "b" };

/** A client whose calls of a stopped request get no response. */
function clientOf(options: ClientOptions) {
  const { fetch, calls } = fakeFetch(async () => (isStopped() ? never() : json(payment, 201)));
  const client = createClient({ fetch, timeout: 2_000, totalTimeout: 10_000, maxRetries: 0, ...options });
  const pay = () => client.transfers.in(transfer);
  /** Starts a call in a request that ends before it. */
  const payAndStop = async () => {
    stopped.run(true, () => void pay().catch(() => {}));
    await vi.advanceTimersByTimeAsync(5);
  };
  return { pay, payAndStop, calls };
}

describe("after a request that ended in the middle of a call, the next call waits for `timeout` at most", () => {
  it("for a place of `limits.concurrent`", async () => {
    useClock();
    const { pay, payAndStop } = clientOf({ limits: { concurrent: 1 } });
    await payAndStop();
    expect(await timeOf(pay)).toBeLessThanOrEqual(2_000);
    expect(await timeOf(pay)).toBe(0);
  });

  it("for a place of `limits.perSecond`, whose timer another one had", async () => {
    useClock();
    const { pay, payAndStop } = clientOf({ limits: { perSecond: 1 } });
    await pay();
    await payAndStop();
    const took = [timeOf(pay), timeOf(pay)];
    expect(Math.max(...(await Promise.all(took)))).toBeLessThanOrEqual(4_000);
  });

  it("for the function in `credentials`", async () => {
    useClock();
    const provider = vi.fn(async () => (isStopped() ? never() : credentials));
    const { pay, payAndStop } = clientOf({
      clientId: undefined,
      clientSecret: undefined,
      credentials: provider,
    });
    await payAndStop();
    expect(await timeOf(pay)).toBeLessThanOrEqual(2_000);
    expect(await timeOf(pay)).toBe(0);
    expect(provider).toHaveBeenCalledTimes(2);
  });

  it("for the function in `credentials`, within a place of `limits`", async () => {
    useClock();
    const provider = vi.fn(async () => (isStopped() ? never() : credentials));
    const limits = { concurrent: 1 };
    const { pay, payAndStop } = clientOf({
      clientId: undefined,
      clientSecret: undefined,
      credentials: provider,
      limits,
    });
    await payAndStop();
    expect(await timeOf(pay)).toBeLessThanOrEqual(2_000);
  });
});

describe("a holder that ends late", () => {
  it("does not free the place of the one that took over", async () => {
    useClock();
    let end = () => {};
    let running = 0;
    let most = 0;
    const { fetch } = fakeFetch(async (_, index) => {
      if (index === 0) {
        // The first request ends after its place was taken over, by no timer of its own.
        await new Promise<void>((resolve) => (end = resolve));
        return json(payment, 201);
      }
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      running -= 1;
      return json(payment, 201);
    });
    const client = createClient({ fetch, limits: { concurrent: 1 }, timeout: 2_000, maxRetries: 0 });
    stopped.run(true, () => void client.transfers.in(transfer));
    await vi.advanceTimersByTimeAsync(5);
    const others = Promise.all([1, 2, 3].map(async () => client.transfers.in(transfer)));
    await vi.advanceTimersByTimeAsync(2_500);
    expect(running).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(10_000);
    await others;
    expect(most).toBe(1);
  });

  it("does not replace the credentials of the one that took over", async () => {
    useClock();
    let settle = (_: typeof credentials) => {};
    const provider = async () =>
      isStopped() ? new Promise<typeof credentials>((resolve) => (settle = resolve)) : credentials;
    const { pay, payAndStop, calls } = clientOf({
      clientId: undefined,
      clientSecret: undefined,
      credentials: provider,
    });
    await payAndStop();
    await timeOf(pay);
    settle({ clientId: "old", clientSecret: "old" });
    await timeOf(pay);
    const sent = calls.filter(({ headers }) => headers.get("authorization") === `Basic ${btoa("old:old")}`);
    expect(calls.length - sent.length).toBe(2);
  });
});

describe("a part that loads", () => {
  it("is loaded once for all who need it at the same time, and kept", async () => {
    useClock();
    const load = vi.fn(async () => "part");
    const part = onDemand(load);
    expect(await Promise.all([part(), part()])).toEqual(["part", "part"]);
    expect(await part()).toBe("part");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is loaded anew after 30 seconds if nothing came of it", async () => {
    useClock();
    const load = vi.fn(async () => (isStopped() ? never() : "part"));
    const part = onDemand<string>(load);
    stopped.run(true, () => void part());
    let got: string | undefined;
    void part().then((value) => (got = value));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(got).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(got).toBe("part");
    expect(load).toHaveBeenCalledTimes(2);
  });
});
