import type { CallEvent, ClientOptions, Hooks, Signer } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
// Loads before the first test, so that no attempt waits for it.
import "undici";
import { afterAll, describe, expect, it, vi } from "vitest";
import { inOrder, startServer } from "../support/local-server";
import {
  createClient,
  fakeFetch,
  json,
  networkError,
  refusal,
  rejection,
  stalling,
  transfer,
} from "./client";
import type { EndEvent } from "../../src/core/types";
import { genuineReply, payment } from "./genuine";

type Respond = (index: number) => Response | Promise<Response>;

/** A client that collects events by name. */
function watched(respond: Respond, options: ClientOptions = {}) {
  const seen: [name: string, event: CallEvent][] = [];
  const record = (name: string) => (event: CallEvent) => void seen.push([name, event]);
  const names = ["onRequest", "onResponse", "onRetry", "onError", "onResponseMismatch", "onEnd"] as const;
  const hooks: Hooks = Object.fromEntries(names.map((name) => [name, record(name)]));
  const { fetch, calls } = fakeFetch((_call, index) => respond(index));
  return { payments: createClient({ fetch, hooks, ...options }), seen, calls };
}

const endOf = (seen: readonly [string, CallEvent][]) => {
  const ends = seen.filter(([name]) => name === "onEnd");
  expect(ends).toHaveLength(1);
  expect(seen.at(-1)?.[0]).toBe("onEnd");
  return ends[0]?.[1] as EndEvent;
};

describe("`onEnd`", () => {
  it("fires after a success, with the time of all attempts", async () => {
    const { payments, seen } = watched((index) => (index === 0 ? json({}, 500) : json(payment)), {
      retryDelay: () => 20,
    });
    await payments.transfers.in(transfer, { idempotencyKey: "order-17" });
    const end = endOf(seen);
    expect(end).toMatchObject({
      operation: "transfers.in",
      method: "POST",
      url: "https://payments.test/api/2025-10-13/transfer-in",
      idempotencyKey: "order-17",
      attempt: 2,
      error: undefined,
    });
    expect(end.durationMs).toBeGreaterThanOrEqual(19);
  });

  it("fires after a failure, after `onError`, with the caller's error", async () => {
    const { payments, seen } = watched(() => refusal(400));
    const error = await rejection(payments.transfers.in(transfer));
    expect(endOf(seen)).toMatchObject({ attempt: 1, error });
    expect(seen.map(([name]) => name)).toEqual(["onRequest", "onResponse", "onError", "onEnd"]);
  });

  it("fires for an aborted call, which fires no other hook", async () => {
    const controller = new AbortController();
    const reason = new Error("the customer went away");
    const { payments, seen } = watched(() => {
      queueMicrotask(() => controller.abort(reason));
      return stalling(200);
    });
    const error = await rejection(payments.transfers.in(transfer, { signal: controller.signal }));
    expect(error).toMatchObject({ code: "ABORTED", cause: reason });
    expect(endOf(seen)).toMatchObject({ attempt: 1, error });
    expect(seen.map(([name]) => name)).toEqual(["onRequest", "onEnd"]);
  });

  it("fires for a call that is aborted before its first attempt", async () => {
    const { payments, seen, calls } = watched(() => json({}));
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    const error = await rejection(payments.transfers.in(transfer, { signal }));
    expect(error).toMatchObject({ code: "ABORTED", cause: reason });
    expect(endOf(seen)).toMatchObject({ attempt: 0, error });
    expect(calls).toHaveLength(0);
  });

  it("fires for each page of a list", async () => {
    const { payments, seen } = watched((index) =>
      json({ data: [], hasMore: index === 0, ...(index === 0 && { nextCursor: "next" }), totalCount: 0 }),
    );
    await payments.customers.list().toArray({ limit: 10 });
    expect(seen.filter(([name]) => name === "onEnd").map(([, event]) => event.operation)).toEqual([
      "customers.list",
      "customers.list",
    ]);
    expect(new Set(seen.map(([, { callId }]) => callId)).size).toBe(2);
  });

  it("fires for a page without rows, with the caller's error", async () => {
    const { payments, seen } = watched(() => json({ hasMore: false }));
    const error = await rejection(payments.paginate("/cards"));
    expect(error).toMatchObject({ code: "UNRELATED_RESPONSE" });
    expect(endOf(seen).error).toBe(error);
    expect(seen.map(([name]) => name)).toEqual([
      ...["onRequest", "onResponse", "onRetry"],
      ...["onRequest", "onResponse", "onRetry"],
      ...["onRequest", "onResponse", "onError", "onEnd"],
    ]);
  });

  it("does not fire for invalid arguments, because no call started", async () => {
    const { payments, seen } = watched(() => json({}));
    await rejection(payments.transfers.in({ ...transfer, amount: -1 }));
    expect(seen).toEqual([]);
  });
});

describe("the id of a call", () => {
  it("is the same for all its attempts, and different for the next call", async () => {
    const { payments, seen } = watched((index) =>
      index === 1 ? Promise.reject(networkError("ECONNRESET")) : index === 0 ? json({}, 500) : json(payment),
    );
    await payments.transfers.in(transfer);
    await payments.transfers.in(transfer);
    const ids = seen.map(([, { callId }]) => callId);
    const [first] = ids;
    expect(first).toMatch(/^[\da-f]{8}-\d+$/);
    // The first call reports that its response lacks fields. The second call lacks the same ones.
    expect(ids.lastIndexOf(first ?? "")).toBe(ids.length - 4);
    expect(new Set(ids).size).toBe(2);
  });

  it("connects both requests of a signed call, which ends once", async () => {
    const expiresAt = new Date(Date.now() + 300_000).toISOString();
    const { payments, seen } = watched((index) =>
      index === 0
        ? json({ payloadToSign: "{}", requestId: "req-1", expiresAt }, 202)
        : new Response(null, { status: 204 }),
    );
    const signer: Signer = { stamp: () => "stamp" };
    await payments.auth.sessions.revoke("Session:1", { signer });
    expect(endOf(seen)).toMatchObject({ operation: "auth.sessions.revoke", error: undefined });
    expect(seen.filter(([name]) => name === "onRequest")).toHaveLength(2);
    expect(new Set(seen.map(([, { callId }]) => callId)).size).toBe(1);
  });
});

it("`onRequest` fires in the same turn in which the transport gets the attempt", async () => {
  let begun: string | undefined;
  const sent: (string | undefined)[] = [];
  const payments = createClient({
    transport: async ({ headers }) => {
      sent.push(begun && `${begun} ${headers["idempotency-key"]}`);
      begun = undefined;
      const status = sent.length < 4 ? 500 : 201;
      return { status, headers: new Headers(), text: JSON.stringify(status === 500 ? {} : payment) };
    },
    validation: "off",
    hooks: {
      onRequest: ({ idempotencyKey }) => {
        begun = idempotencyKey;
        queueMicrotask(() => (begun = undefined));
      },
    },
  });
  const keys = ["a", "b", "c"];
  await Promise.all(keys.map((idempotencyKey) => payments.transfers.in(transfer, { idempotencyKey })));
  expect(sent).toHaveLength(6);
  expect(new Set(sent)).toEqual(new Set(keys.map((key) => `${key} ${key}`)));
});

const ofNode = nodeTransport();
afterAll(() => ofNode.destroy());

it.each([
  ["fetch", undefined],
  ["undici", ofNode],
])("the time of an attempt over %s starts after `onRequest`", async (_, transport) => {
  const server = await startServer(inOrder(genuineReply(201)));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const hooks = { onRequest: () => void vi.advanceTimersByTime(1_000) };
    const payments = createClient({ baseUrl: server.url, transport, timeout: 500, hooks, maxRetries: 0 });
    expect(await payments.transfers.in(transfer)).toEqual(payment);
  } finally {
    vi.useRealTimers();
  }
});
