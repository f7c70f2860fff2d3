import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inOrder, reply, stallBody, stallHeaders, startServer } from "../support/local-server";
import { createClient, fakeFetch, json, refusal, rejection, transfer } from "./client";

const unhandled: unknown[] = [];
const collect = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", collect);
});
afterEach(async () => {
  // Unhandled rejections are reported after the microtasks of a turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", collect);
  expect(unhandled).toEqual([]);
});

/** A reason that is no error, to see that it passes untouched. */
const reason = { why: "the visitor left" };

describe("an abort", () => {
  it("before the call: nothing is sent, and the reason passes untouched", async () => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const signal = AbortSignal.abort(reason);
    expect(await rejection(createClient({ fetch }).transfers.in(transfer, { signal }))).toBe(reason);
    expect(await rejection(createClient({ fetch }).transactions.list({}, { signal }))).toBe(reason);
    expect(await rejection(createClient({ fetch }).transactions.list({}, { signal }).toArray())).toBe(reason);
    expect(calls).toHaveLength(0);
  });

  it.each([
    ["the headers", stallHeaders],
    ["the body", stallBody(200)],
    ["the body of an error", stallBody(500)],
  ])("while waiting for %s: the server sees it, and nothing more is sent", async (_case, behaviour) => {
    const controller = new AbortController();
    const server = await startServer((request, index) => {
      setTimeout(() => controller.abort(reason), 10);
      return inOrder(behaviour)(request, index);
    });
    const call = createClient({ baseUrl: server.url }).transfers.in(transfer, { signal: controller.signal });
    expect(await rejection(call)).toBe(reason);
    await server.requests[0]?.hungUp;
    expect(server.requests).toHaveLength(1);
  });

  it("during the wait before a retry: at once, and nothing more is sent", async () => {
    const controller = new AbortController();
    const server = await startServer(inOrder(reply(500)));
    const payments = createClient({
      baseUrl: server.url,
      retryDelay: () => 10_000,
      hooks: { onRetry: () => setTimeout(() => controller.abort(reason), 5) },
    });
    const started = performance.now();
    expect(await rejection(payments.transfers.in(transfer, { signal: controller.signal }))).toBe(reason);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(server.requests).toHaveLength(1);
  });

  it("from within a hook: nothing is sent", async () => {
    const controller = new AbortController();
    const { fetch, calls } = fakeFetch(() => json({}));
    const payments = createClient({ fetch, hooks: { onRequest: () => controller.abort(reason) } });
    expect(await rejection(payments.transfers.in(transfer, { signal: controller.signal }))).toBe(reason);
    expect(calls).toHaveLength(0);
  });

  it("while an injected fetch does not listen: the call ends all the same", async () => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => {
      setTimeout(() => controller.abort(reason), 5);
      return new Promise<Response>(() => {});
    });
    expect(
      await rejection(createClient({ fetch }).transfers.in(transfer, { signal: controller.signal })),
    ).toBe(reason);
  });

  it("with an error of this package as its reason: it passes untouched and is not retried", async () => {
    const { fetch, calls } = fakeFetch(() => refusal(400));
    const inner = await rejection(createClient({ fetch }).transfers.in(transfer));
    const controller = new AbortController();
    const retried: unknown[] = [];
    const outer = createClient({
      fetch: () => {
        controller.abort(inner);
        return new Promise<Response>(() => {});
      },
      hooks: { onRetry: (event) => retried.push(event), onError: (event) => retried.push(event) },
    });
    expect(await rejection(outer.transfers.in(transfer, { signal: controller.signal }))).toBe(inner);
    expect(inner).toMatchObject({ outcome: "not-executed" });
    expect(calls).toHaveLength(1);
    expect(retried).toEqual([]);
  });

  it("without a reason rejects with the platform's AbortError", async () => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => {
      controller.abort();
      return new Promise<Response>(() => {});
    });
    const error = await rejection(
      createClient({ fetch }).transfers.in(transfer, { signal: controller.signal }),
    );
    expect(error).toMatchObject({ name: "AbortError" });
  });

  it("after the response changes nothing", async () => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => json({ id: "Transaction:1" }));
    const result = await createClient({ fetch }).transfers.in(transfer, { signal: controller.signal });
    controller.abort(reason);
    expect(result).toEqual({ id: "Transaction:1" });
  });
});

it("reaches every call that shares the signal", async () => {
  const controller = new AbortController();
  const { fetch, calls } = fakeFetch(() => new Promise<Response>(() => {}));
  const payments = createClient({ fetch });
  const running = Array.from({ length: 20 }, () =>
    rejection(payments.transfers.in(transfer, { signal: controller.signal })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toHaveLength(20);
  controller.abort(reason);
  expect(new Set(await Promise.all(running))).toEqual(new Set([reason]));
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
});

it("reaches a call after another one with the same signal has ended", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { fetch } = fakeFetch((_call, index) => (index === 0 ? new Promise<Response>(() => {}) : json({})));
  const payments = createClient({ fetch });
  const waiting = rejection(payments.transfers.in(transfer, { signal }));
  await payments.transfers.in(transfer, { signal });
  controller.abort(reason);
  expect(await waiting).toBe(reason);
});

describe("between the two requests of a signed call", () => {
  const challenge = {
    type: "PASSKEY",
    payloadToSign: "payload",
    requestId: "Request:1",
    expiresAt: "2999-01-01T00:00:00Z",
  };

  it("an abort ends the call while the signer still waits for a person, and nothing more is sent", async () => {
    const controller = new AbortController();
    const { fetch, calls } = fakeFetch(() => json(challenge, 202));
    const signer = {
      stamp: () => {
        setTimeout(() => controller.abort(reason), 5);
        return new Promise<string>(() => {});
      },
    };
    const call = createClient({ fetch }).auth.sessions.revoke("Session:1", {
      signal: controller.signal,
      signer,
    });
    expect(await rejection(call)).toBe(reason);
    expect(calls).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("an abort keeps the signer from being asked", async () => {
    const controller = new AbortController();
    const { fetch, calls } = fakeFetch(() => json(challenge, 202));
    let asked = 0;
    const signer = {
      stamp: () => {
        asked += 1;
        return "stamp";
      },
    };
    const payments = createClient({ fetch, hooks: { onResponse: () => controller.abort(reason) } });
    const call = payments.auth.sessions.revoke("Session:1", { signal: controller.signal, signer });
    expect(await rejection(call)).toBe(reason);
    expect(asked).toBe(0);
    expect(calls).toHaveLength(1);
  });

  it("leaves nothing on the signal when it ends well", async () => {
    const controller = new AbortController();
    const { fetch, calls } = fakeFetch((_call, index) =>
      index === 0 ? json(challenge, 202) : new Response(null, { status: 204 }),
    );
    const signer = { stamp: async () => "stamp" };
    await createClient({ fetch }).auth.sessions.revoke("Session:1", { signal: controller.signal, signer });
    expect(calls).toHaveLength(2);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });
});

it("leaves nothing on a signal after timeouts and walks", async () => {
  const { signal } = new AbortController();
  const { fetch } = fakeFetch(({ url }) =>
    url.includes("/transactions")
      ? json({ data: [1], hasMore: true, nextCursor: "next" })
      : new Promise<Response>(() => {}),
  );
  const payments = createClient({ fetch, timeout: 5, maxRetries: 1 });
  await rejection(payments.transfers.in(transfer, { signal }));
  for await (const row of payments.transactions.list({}, { signal })) {
    expect(row).toBe(1);
    break;
  }
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

it("leaves no rejection unhandled when a request fails after its call has ended", async () => {
  const failures: (() => void)[] = [];
  const { fetch } = fakeFetch(
    () =>
      new Promise<Response>((_resolve, reject) => {
        failures.push(() => reject(new TypeError("fetch failed")));
      }),
  );
  const payments = createClient({ fetch, timeout: 5, maxRetries: 0 });
  await rejection(payments.transfers.in(transfer));
  for (const fail of failures) fail();
  expect(failures).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
});
