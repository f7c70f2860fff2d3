import { nodeTransport } from "payments-sdk/node";
// Loads before the first test, because its waits are short.
import "undici";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { inOrder, stallBody, stallHeaders, startServer } from "../support/local-server";
import type { Behaviour } from "../support/local-server";
import { createClient, fakeFetch, json, rejection, stalling, transfer } from "./client";
import { genuineReply, payment } from "./genuine";

afterEach(() => {
  vi.useRealTimers();
});

/** A `fetch` that never responds and ignores its signal. */
const silent = () => fakeFetch(() => new Promise<Response>(() => {}));

describe("`timeout`, the time limit of one attempt", () => {
  const stalls: [string, Behaviour][] = [
    ["the headers", stallHeaders],
    ["the body of a 200", stallBody(200)],
    ["the body of a 202", stallBody(202)],
    ["the body of a 401", stallBody(401)],
    ["the body of a 500", stallBody(500)],
  ];

  const ofNode = nodeTransport();
  afterAll(() => ofNode.destroy());
  const overEach = stalls.flatMap(([what, behaviour]) => [
    { what, behaviour, over: "fetch", transport: undefined },
    { what, behaviour, over: "undici", transport: ofNode },
  ]);

  it.each(overEach)("covers $what over $over", async ({ behaviour, transport }) => {
    const server = await startServer(inOrder(behaviour));
    const payments = createClient({ baseUrl: server.url, transport, timeout: 100, maxRetries: 0 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "TimeoutError",
      code: "TIMEOUT",
      scope: "attempt",
      timeoutMs: 100,
      message:
        "POST transfers.in timed out after 100 ms (`timeout`, one attempt). It may have been carried out: repeat it with the same key",
    });
    // Nothing continues in the background.
    await server.requests[0]?.hungUp;
  });

  it("starts again for the next attempt", async () => {
    const { fetch, calls } = fakeFetch((_call, index) => (index < 2 ? stalling(200) : json(payment)));
    const payments = createClient({ fetch, timeout: 20 });
    expect(await payments.transfers.in(transfer)).toEqual(payment);
    expect(calls).toHaveLength(3);
    expect(calls.map(({ init }) => init.signal?.aborted)).toEqual([true, true, false]);
  });

  it("ends a call that could act twice without a retry", async () => {
    const { fetch, calls } = silent();
    await rejection(createClient({ fetch, timeout: 20 }).customers.create({ customerType: "INDIVIDUAL" }));
    expect(calls).toHaveLength(1);
  });

  it("can be set for one call", async () => {
    const { fetch } = silent();
    const error = await rejection(
      createClient({ fetch, maxRetries: 0 }).transfers.in(transfer, { timeout: 20 }),
    );
    expect(error).toMatchObject({ scope: "attempt", timeoutMs: 20 });
  });

  it("beyond the range of a timer does not fire at once", async () => {
    const server = await startServer(inOrder(genuineReply(201)));
    const payments = createClient({
      baseUrl: server.url,
      timeout: 2 ** 40,
      totalTimeout: Number.POSITIVE_INFINITY,
    });
    expect(await payments.transfers.in(transfer)).toEqual(payment);
  });

  it("is 30 seconds by default", async () => {
    vi.useFakeTimers();
    const { fetch } = silent();
    const failed = rejection(createClient({ fetch, maxRetries: 0 }).transfers.in(transfer));
    let settled = false;
    void failed.then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ scope: "attempt", timeoutMs: 30_000 });
  });
});

describe("`totalTimeout`, the time limit of the whole call", () => {
  it("ends an attempt with its name in the message, and without a retry", async () => {
    const { fetch, calls } = silent();
    const payments = createClient({ fetch, totalTimeout: 20, retryDelay: () => 0 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "TimeoutError",
      scope: "total",
      timeoutMs: 20,
      message:
        "POST transfers.in timed out after 20 ms (`totalTimeout`, over all attempts). It may have been carried out: repeat it with the same key",
    });
    expect(calls).toHaveLength(1);
  });

  it("ends the call even if its timer fires a little early", async () => {
    // Timers and the measuring clock differ. Here the timer is ahead.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { fetch, calls } = silent();
    const payments = createClient({ fetch, totalTimeout: 10_000, retryDelay: () => 0 });
    const failed = rejection(payments.transfers.in(transfer));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failed).toMatchObject({ scope: "total" });
    expect(calls).toHaveLength(1);
  });

  it("covers attempts and waits: the last attempt gets the remaining time", async () => {
    vi.useFakeTimers();
    const { fetch, calls } = silent();
    const payments = createClient({
      fetch,
      timeout: 60,
      totalTimeout: 150,
      maxRetries: 9,
      retryDelay: () => 10,
    });
    const failed = rejection(payments.transfers.in(transfer));
    // 60 ms, a wait of 10, 60 more, a wait of 10. The third attempt begins at 140 ms and has 10.
    await vi.advanceTimersByTimeAsync(141);
    expect(calls).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(9);
    expect(await failed).toMatchObject({
      name: "TimeoutError",
      scope: "total",
      timeoutMs: 150,
      outcome: "unknown",
    });
    expect(calls).toHaveLength(3);
  });

  it("skips a wait that would exceed it, and the call ends with the last error", async () => {
    const { fetch, calls } = fakeFetch(() => json({}, 500));
    const payments = createClient({ fetch, totalTimeout: 10_000, retryDelay: () => 60_000 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "ServerError",
      status: 500,
    });
    expect(calls).toHaveLength(1);
  });

  it("can be set for one call", async () => {
    const { fetch } = fakeFetch(() => stalling(200));
    const error = await rejection(createClient({ fetch }).transfers.in(transfer, { totalTimeout: 20 }));
    expect(error).toMatchObject({ scope: "total", timeoutMs: 20 });
  });

  it("is two minutes by default", async () => {
    vi.useFakeTimers();
    const { fetch, calls } = silent();
    const failed = rejection(createClient({ fetch, maxRetries: 99 }).transfers.in(transfer));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toMatchObject({ scope: "total", timeoutMs: 120_000 });
    expect(calls).toHaveLength(4);
  });
});
