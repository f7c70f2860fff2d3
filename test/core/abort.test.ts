import { getEventListeners } from "node:events";
import type { Outcome, PaymentsError } from "payments-sdk";
import { isPaymentsError } from "payments-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inOrder, reply, stallBody, stallHeaders, startServer } from "../support/local-server";
import { createClient, fakeFetch, json, networkError, refusal, rejection, transfer } from "./client";
import { genuine, payment } from "./genuine";

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

/** A reason that is not an error. */
const reason = { why: "the visitor left" };

/** The error of an aborted call. */
const aborted = (outcome: Outcome) => ({ name: "AbortError", code: "ABORTED", outcome, cause: reason });

describe("an abort", () => {
  it("before the call sends nothing", async () => {
    const { fetch, calls } = fakeFetch(genuine);
    const signal = AbortSignal.abort(reason);
    const payments = createClient({ fetch });
    for (const call of [
      payments.transfers.in(transfer, { signal }),
      payments.transactions.list({}, { signal }),
      payments.transactions.list({}, { signal }).toArray(),
    ]) {
      expect(await rejection(call)).toMatchObject({ ...aborted("not-executed"), advice: "retry" });
    }
    expect(calls).toHaveLength(0);
  });

  it.each([
    ["the headers", stallHeaders],
    ["the body", stallBody(200)],
    ["the body of an error", stallBody(500)],
  ])("during the wait for %s reaches the server and stops the call", async (_case, behaviour) => {
    const controller = new AbortController();
    const server = await startServer((request, index) => {
      setTimeout(() => controller.abort(reason), 10);
      return inOrder(behaviour)(request, index);
    });
    const call = createClient({ baseUrl: server.url }).transfers.in(transfer, { signal: controller.signal });
    expect(await rejection(call)).toMatchObject({ ...aborted("unknown"), advice: "retry-later" });
    await server.requests[0]?.hungUp;
    expect(server.requests).toHaveLength(1);
  });

  it("during the wait before a retry ends the call at once", async () => {
    const controller = new AbortController();
    const server = await startServer(inOrder(reply(500)));
    const payments = createClient({
      baseUrl: server.url,
      retryDelay: () => 10_000,
      hooks: { onRetry: () => setTimeout(() => controller.abort(reason), 5) },
    });
    const error = await rejection(payments.transfers.in(transfer, { signal: controller.signal }));
    expect(error).toMatchObject(aborted("unknown"));
    expect(server.requests).toHaveLength(1);
  });

  it("inside a hook sends nothing", async () => {
    const controller = new AbortController();
    const { fetch, calls } = fakeFetch(genuine);
    const payments = createClient({ fetch, hooks: { onRequest: () => controller.abort(reason) } });
    const error = await rejection(payments.transfers.in(transfer, { signal: controller.signal }));
    expect(error).toMatchObject(aborted("not-executed"));
    expect(calls).toHaveLength(0);
  });

  it("ends the call even if an injected fetch ignores the signal", async () => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => {
      setTimeout(() => controller.abort(reason), 5);
      return new Promise<Response>(() => {});
    });
    const call = createClient({ fetch }).transfers.in(transfer, { signal: controller.signal });
    expect(await rejection(call)).toMatchObject(aborted("unknown"));
  });

  it("with another call's error as its reason keeps each call's own outcome and key", async () => {
    const { fetch: refusing } = fakeFetch(() => refusal(400));
    const other = createClient({ fetch: refusing }).transfers.in(transfer, { idempotencyKey: "row-3" });
    const refused = await rejection(other);
    expect(refused).toMatchObject({ outcome: "not-executed", idempotencyKey: "row-3" });

    const controller = new AbortController();
    const { signal } = controller;
    const heard: unknown[] = [];
    const { fetch, calls } = fakeFetch(() => new Promise<Response>(() => {}));
    const record = (event: unknown) => void heard.push(event);
    const payments = createClient({ fetch, hooks: { onRetry: record, onError: record } });
    const keys = ["row-1", "row-2", "row-4"];
    const rows = keys.map((idempotencyKey) =>
      rejection(payments.transfers.in(transfer, { idempotencyKey, signal })),
    );
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    controller.abort(refused);
    const late = rejection(payments.transfers.in(transfer, { idempotencyKey: "row-5", signal }));
    expect(await Promise.all(rows)).toMatchObject(
      keys.map((idempotencyKey) => ({ ...aborted("unknown"), cause: refused, idempotencyKey })),
    );
    expect(await late).toMatchObject({
      ...aborted("not-executed"),
      cause: refused,
      idempotencyKey: "row-5",
    });
    expect(heard).toEqual([]);
  });

  it("without a reason has the platform's AbortError as its cause", async () => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => {
      controller.abort();
      return new Promise<Response>(() => {});
    });
    const error = await rejection(
      createClient({ fetch }).transfers.in(transfer, { signal: controller.signal }),
    );
    expect(error).toMatchObject({ ...aborted("unknown"), cause: { name: "AbortError" } });
    expect(isPaymentsError(error)).toBe(true);
  });

  it("after the response changes nothing", async () => {
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => json(payment));
    const result = await createClient({ fetch }).transfers.in(transfer, { signal: controller.signal });
    controller.abort(reason);
    expect(result).toEqual(payment);
  });
});

it("reaches every call with the same signal", async () => {
  const controller = new AbortController();
  const { fetch, calls } = fakeFetch(() => new Promise<Response>(() => {}));
  const payments = createClient({ fetch });
  const running = Array.from({ length: 20 }, () =>
    rejection(payments.transfers.in(transfer, { signal: controller.signal })),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toHaveLength(20);
  controller.abort(reason);
  const errors = await Promise.all(running);
  for (const error of errors) expect(error).toMatchObject(aborted("unknown"));
  expect(new Set(errors.map((error) => (error as PaymentsError).idempotencyKey)).size).toBe(20);
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
});

it("reaches a call after another call with the same signal has ended", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { fetch } = fakeFetch((call, index) =>
    index === 0 ? new Promise<Response>(() => {}) : genuine(call),
  );
  const payments = createClient({ fetch });
  const waiting = rejection(payments.transfers.in(transfer, { signal }));
  await payments.transfers.in(transfer, { signal });
  controller.abort(reason);
  expect(await waiting).toMatchObject(aborted("unknown"));
});

describe("between the two requests of a signed call", () => {
  const challenge = {
    type: "PASSKEY",
    payloadToSign: "payload",
    requestId: "Request:1",
    expiresAt: "2999-01-01T00:00:00Z",
  };

  it("an abort ends the call while the signer waits for the user", async () => {
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
    expect(await rejection(call)).toMatchObject(aborted("not-executed"));
    expect(calls).toHaveLength(1);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  it("an abort before signing skips the signer", async () => {
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
    expect(await rejection(call)).toMatchObject(aborted("not-executed"));
    expect(asked).toBe(0);
    expect(calls).toHaveLength(1);
  });

  it.each(["the next challenge", "the next signature"])(
    "an abort during %s leaves the outcome of a lost deletion unknown",
    async (moment) => {
      const controller = new AbortController();
      const abort = () => {
        controller.abort(reason);
        return new Promise<never>(() => {});
      };
      const onNext = moment === "the next challenge" ? abort : () => json(challenge, 202);
      const script = [() => json(challenge, 202), () => Promise.reject(networkError("ECONNRESET")), onNext];
      const { fetch, calls } = fakeFetch((_call, index) => script[index]?.() ?? json({}, 500));
      const signer = { stamp: () => (calls.length === 3 ? abort() : "stamp") };
      const call = createClient({ fetch }).auth.sessions.revoke("Session:1", {
        signal: controller.signal,
        signer,
      });
      expect(await rejection(call)).toMatchObject({
        ...aborted("unknown"),
        advice: "reconcile",
        operation: "auth.sessions.revoke",
      });
      expect(calls).toHaveLength(3);
    },
  );

  it("removes its listeners from the signal after a success", async () => {
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

it("removes all listeners from a signal after timeouts and iterations", async () => {
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

it("handles the rejection of a request that fails after its call has ended", async () => {
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
