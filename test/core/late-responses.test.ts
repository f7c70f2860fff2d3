import type { Hooks } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection, stalling, transfer } from "./client";
import { payment } from "./genuine";

/** A promise with its resolver. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function recorder() {
  const seen: string[] = [];
  const record = (name: string) => () => void seen.push(name);
  const hooks: Hooks = {
    onRequest: record("onRequest"),
    onResponse: record("onResponse"),
    onRetry: record("onRetry"),
    onError: record("onError"),
    onResponseMismatch: record("onResponseMismatch"),
  };
  return { seen, hooks };
}

/** Long enough for all pending work. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("a response that arrives after the attempt has ended", () => {
  it("after a timeout fires no hook, sets no time and changes no result", async () => {
    const late = deferred<Response>();
    const { fetch } = fakeFetch(() => late.promise);
    const { seen, hooks } = recorder();
    const payments = createClient({ fetch, hooks, timeout: 20, maxRetries: 0 });
    const error = await rejection(payments.transfers.in(transfer));
    expect(error).toMatchObject({ name: "TimeoutError", outcome: "unknown" });
    late.resolve(json(payment, 201, { date: "Sat, 21 Nov 2026 12:00:00 GMT" }));
    await turns();
    expect(seen).toEqual(["onRequest", "onError"]);
    expect(payments.serviceTime()).toBeUndefined();
    expect(error).toMatchObject({ outcome: "unknown" });
  });

  it("after a timeout does not become the result of the next attempt", async () => {
    const late = deferred<Response>();
    const next = deferred<Response>();
    const second = deferred<void>();
    const { fetch } = fakeFetch((_call, index) => {
      if (index === 0) return late.promise;
      second.resolve();
      return next.promise;
    });
    const { seen, hooks } = recorder();
    const payments = createClient({ fetch, hooks, timeout: 150, maxRetries: 1 });
    const result = payments.transfers.in(transfer);
    await second.promise;
    late.resolve(json({ ...payment, id: "Transaction:late" }));
    await turns();
    next.resolve(json({ ...payment, id: "Transaction:next" }));
    expect((await result).id).toBe("Transaction:next");
    expect(seen.filter((name) => name === "onResponse")).toHaveLength(1);
  });

  it("after an abort fires no hook and starts no retry", async () => {
    const late = deferred<Response>();
    const { fetch, calls } = fakeFetch(() => late.promise);
    const { seen, hooks } = recorder();
    const controller = new AbortController();
    const result = createClient({ fetch, hooks }).transfers.in(transfer, { signal: controller.signal });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    const reason = new Error("enough");
    controller.abort(reason);
    expect(await rejection(result)).toMatchObject({ code: "ABORTED", outcome: "unknown", cause: reason });
    late.resolve(json({ code: "DOWN" }, 500));
    await turns();
    expect(seen).toEqual(["onRequest"]);
    expect(calls).toHaveLength(1);
  });

  it("fires no hook if its body ends late", async () => {
    const { fetch } = fakeFetch(() => stalling(200));
    const { seen, hooks } = recorder();
    const payments = createClient({ fetch, hooks, timeout: 20, maxRetries: 0 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "TimeoutError",
      outcome: "unknown",
    });
    await turns();
    expect(seen).toEqual(["onRequest", "onError"]);
  });

  it("is also ignored if it is a late network failure", async () => {
    let fail: (error: Error) => void = () => {};
    const { fetch, calls } = fakeFetch(
      () =>
        new Promise<Response>((_resolve, reject) => {
          fail = reject;
        }),
    );
    const { seen, hooks } = recorder();
    const payments = createClient({ fetch, hooks, totalTimeout: 20 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ scope: "total" });
    fail(new TypeError("fetch failed"));
    await turns();
    expect(seen).toEqual(["onRequest", "onError"]);
    expect(calls).toHaveLength(1);
  });
});
