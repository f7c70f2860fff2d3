import fc from "fast-check";
import type { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { defaultRetryDelay } from "../../src/core/call-defaults";
import {
  dropConnection,
  empty,
  inOrder,
  refusal,
  refusedAddress,
  reply,
  startServer,
} from "../support/local-server";
import type { Behaviour } from "../support/local-server";
import { createClient, customerParams, fakeFetch, json, networkError, rejection, transfer } from "./client";
import type { RetryEvent } from "../../src/core/types";
import { genuine, genuineReply } from "./genuine";
import { runs } from "../support/runs";

const get = (payments: PaymentsClient) => payments.customers.retrieve("Customer:1");
const keyedPost = (payments: PaymentsClient) => payments.transfers.in(transfer);
const plainPost = (payments: PaymentsClient) => payments.customers.create(customerParams);
const patch = (payments: PaymentsClient) => payments.customers.update("Customer:1", customerParams);
const remove = (payments: PaymentsClient) => payments.auth.sessions.revoke("Session:1");
const verify = (payments: PaymentsClient) =>
  payments.auth.credentials.verify("AuthMethod:1", {
    type: "EMAIL_OTP",
    otp: "123456",
    clientPublicKey: `04${"ab".repeat(64)}`,
  });

describe("a call is sent", () => {
  const ok = genuineReply(200);
  const once: [string, Behaviour][] = [
    ["400", reply(400)],
    ["401", reply(401)],
    ["403", reply(403)],
    ["404", reply(404)],
    ["409", reply(409, { code: "CONFLICT" })],
    ["409 for a key that was used with another body", reply(409, { code: "IDEMPOTENCY_KEY_REUSED" })],
    ["422", reply(422)],
  ];
  it.each(once)("once after %s, for any call [AUT-03, IDM-06]", async (_case, behaviour) => {
    for (const act of [get, keyedPost, plainPost, patch, remove]) {
      const server = await startServer(inOrder(behaviour, ok));
      await rejection(act(createClient({ baseUrl: server.url })));
      expect(server.requests).toHaveLength(1);
    }
  });

  const unclear: [string, Behaviour][] = [
    ["500", reply(500)],
    ["502", reply(502)],
    ["503 without a time to return", reply(503)],
    ["504", reply(504)],
    ["520", reply(520)],
    ["408", reply(408)],
    ["a lost connection", dropConnection],
    ["a response that is no JSON", reply(200, "{")],
  ];
  it.each(unclear)(
    "again after %s only if a repeat has no second effect [IDM-06]",
    async (_case, behaviour) => {
      for (const act of [get, keyedPost]) {
        const server = await startServer(inOrder(behaviour, ok));
        await act(createClient({ baseUrl: server.url }));
        expect(server.requests).toHaveLength(2);
      }
      for (const act of [plainPost, patch, remove, verify]) {
        const server = await startServer(inOrder(behaviour, ok));
        await rejection(act(createClient({ baseUrl: server.url })));
        expect(server.requests).toHaveLength(1);
      }
    },
  );

  const refused: [string, Behaviour][] = [
    ["429", reply(429, { code: "RATE_LIMITED" })],
    ["429 with a time to return", refusal(429, { "retry-after": "0" })],
    ["503 with a time to return", refusal(503, { "retry-after": "0" })],
  ];
  it.each(refused)(
    "again after %s for any call, because the service did not act [LIM-11]",
    async (_case, behaviour) => {
      for (const act of [get, keyedPost, plainPost, patch, remove]) {
        const server = await startServer(inOrder(behaviour, act === remove ? empty(204) : ok));
        await act(createClient({ baseUrl: server.url }));
        expect(server.requests).toHaveLength(2);
      }
    },
  );

  it.each([
    ["ECONNREFUSED", 3],
    ["ENOTFOUND", 3],
    ["UND_ERR_CONNECT_TIMEOUT", 3],
    ["ECONNRESET", 1],
    ["EPIPE", 1],
    ["UND_ERR_SOCKET", 1],
    ["SOME_NEW_CODE", 1],
  ])("without a key after %s: %i times", async (code, times) => {
    const { fetch, calls } = fakeFetch(() => Promise.reject(networkError(code)));
    const error = await rejection(plainPost(createClient({ fetch })));
    expect(error).toMatchObject({ name: "ConnectionError", platformCode: code });
    expect(calls).toHaveLength(times);
  });

  it("three times by default, and the error is the last one", async () => {
    const server = await startServer((_request, index) => reply(500 + index));
    const error = await rejection(get(createClient({ baseUrl: server.url })));
    expect(server.requests).toHaveLength(3);
    expect(error).toMatchObject({ status: 502 });
  });

  it("once with `maxRetries: 0` of the client or the call, after any failure", async () => {
    for (const behaviour of [dropConnection, reply(500), reply(429, {}, { "retry-after": "0" })]) {
      const server = await startServer(inOrder(behaviour));
      await rejection(get(createClient({ baseUrl: server.url, maxRetries: 0 })));
      await rejection(createClient({ baseUrl: server.url }).transfers.in(transfer, { maxRetries: 0 }));
      expect(server.requests).toHaveLength(2);
    }
  });

  it("as often as the call's `maxRetries` allows", async () => {
    const server = await startServer(inOrder(reply(500)));
    await rejection(createClient({ baseUrl: server.url }).transfers.in(transfer, { maxRetries: 5 }));
    expect(server.requests).toHaveLength(6);
  });

  it.each([{ maxRetries: -1 }, { maxRetries: 1.5 }, { timeout: 0 }, { totalTimeout: Number.NaN }])(
    "never with the invalid options %j",
    async (options) => {
      const { fetch, calls } = fakeFetch(genuine);
      const error = await rejection(createClient({ fetch }).transfers.in(transfer, options));
      expect(error).toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path: Object.keys(options)[0] }],
      });
      expect(calls).toHaveLength(0);
    },
  );

  it("again on a new connection if a kept-alive one is closed", async () => {
    const server = await startServer(inOrder(genuineReply(200), dropConnection, genuineReply(200)));
    const payments = createClient({ baseUrl: server.url });
    await get(payments);
    await keyedPost(payments);
    expect(server.requests).toHaveLength(3);
  });

  it("only once with a wrong secret [AUT-03]", async () => {
    const server = await startServer(inOrder(reply(401, { code: "UNAUTHORIZED" })));
    const error = await rejection(get(createClient({ baseUrl: server.url })));
    expect(error).toMatchObject({ name: "AuthenticationError", status: 401, code: "UNAUTHORIZED" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a connection error", () => {
  it("means not executed if none could be opened, and has the platform's code", async () => {
    const error = await rejection(keyedPost(createClient({ baseUrl: await refusedAddress() })));
    expect(error).toMatchObject({
      name: "ConnectionError",
      code: "CONNECTION_FAILED",
      platformCode: "ECONNREFUSED",
      outcome: "not-executed",
      message: "POST transfers.in could not connect (ECONNREFUSED)",
    });
  });

  it("means an unknown outcome if one broke, and has the platform's code", async () => {
    const server = await startServer(inOrder(dropConnection));
    const error = await rejection(keyedPost(createClient({ baseUrl: server.url })));
    expect(error).toMatchObject({
      platformCode: "UND_ERR_SOCKET",
      outcome: "unknown",
      message:
        "POST transfers.in lost the connection before the response was complete (UND_ERR_SOCKET). It may have been carried out: repeat it with the same key",
    });
  });

  it("explains a dispatcher of another undici version", async () => {
    const { fetch } = fakeFetch(() => Promise.reject(networkError("UND_ERR_INVALID_ARG")));
    expect(await rejection(get(createClient({ fetch })))).toMatchObject({
      message: expect.stringContaining("use `nodeTransport` of payments-sdk/node"),
    });
  });

  it("wraps any other error that fetch throws", async () => {
    const { fetch } = fakeFetch(() => {
      throw new RangeError("proxy trouble");
    });
    const error = await rejection(get(createClient({ fetch })));
    expect(error).toMatchObject({
      name: "ConnectionError",
      cause: { name: "RangeError", message: "proxy trouble" },
    });
  });
});

/** The client's own wait before a retry, in milliseconds. */
const OWN_WAIT = 7;

/** The wait before the first retry, in milliseconds. `undefined` if the call did not wait. */
async function waitFor(
  status: number,
  retryAfter: string,
  now = () => Date.now(),
): Promise<number | undefined> {
  const waits: number[] = [];
  // Aborts as soon as the wait is known, so that the test does not wait.
  const controller = new AbortController();
  const onRetry = ({ delayMs }: RetryEvent) => {
    waits.push(delayMs);
    controller.abort();
  };
  const { fetch } = fakeFetch(() => json({}, status, { "retry-after": retryAfter }));
  const payments = createClient({ fetch, now, retryDelay: () => OWN_WAIT, hooks: { onRetry } });
  await rejection(payments.customers.retrieve("Customer:1", { signal: controller.signal }));
  return waits[0];
}

describe("Retry-After", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");

  it.each([
    ["0", 0],
    ["3", 3_000],
    ["1.5", 1_500],
    ["1.25", 1_250],
    ["60", 60_000],
    [" 2 ", 2_000],
    ["Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
    ["Thursday, 01-Jan-26 00:00:10 GMT", 10_000],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
    // Sent twice by a gateway.
    ["3, 3", 3_000],
    ["Thu, 01 Jan 2026 00:00:10 GMT, Thu, 01 Jan 2026 00:00:10 GMT", 10_000],
    // Everything else is not a time.
    ["3, 4", 0],
    ["-5", 0],
    ["NaN", 0],
    ["Infinity", 0],
    ["1e3", 0],
    ["soon 5", 0],
    ["after Thu, 01 Jan 2026 00:00:10 GMT", 0],
    ["Thu, 01 Jan 2026 00:00:10 GMT+00", 0],
    ["", 0],
    ["9".repeat(400), 0],
  ])("of %j is respected, plus the client's own delay [LIM-11]", async (header, expected) => {
    expect(await waitFor(429, header, () => now)).toBe(expected + OWN_WAIT);
  });

  it.each(["61", "1800", "Thu, 01 Jan 2026 01:00:00 GMT"])(
    "of %j is too long to wait, so the error carries it [LIM-11]",
    async (header) => {
      const { fetch, calls } = fakeFetch(() => json({}, 429, { "retry-after": header }));
      const error = await rejection(createClient({ fetch, now: () => now }).customers.retrieve("Customer:1"));
      expect(error).toMatchObject({ name: "RateLimitError", status: 429, retryAfter: expect.any(Number) });
      expect(calls).toHaveLength(1);
    },
  );

  it("is on the error in seconds", async () => {
    const { fetch } = fakeFetch(() => json({}, 429, { "retry-after": "1800" }));
    expect(await rejection(get(createClient({ fetch })))).toMatchObject({ retryAfter: 1800 });
  });

  it("as a date is measured with the server's clock", async () => {
    const onRetry = { delayMs: undefined as number | undefined };
    const headers = { date: "Thu, 01 Jan 2026 00:00:00 GMT", "retry-after": "Thu, 01 Jan 2026 00:00:04 GMT" };
    const controller = new AbortController();
    const { fetch } = fakeFetch(() => json({}, 503, headers));
    const payments = createClient({
      fetch,
      now: () => Date.parse("2030-01-01T00:00:00Z"),
      hooks: {
        onRetry: ({ delayMs }) => {
          onRetry.delayMs = delayMs;
          controller.abort();
        },
      },
    });
    await rejection(payments.customers.retrieve("Customer:1", { signal: controller.signal }));
    expect(onRetry.delayMs).toBe(4_000 + 1);
  });

  it("beyond the remaining time ends the call with the service's error", async () => {
    const { fetch, calls } = fakeFetch(() => json({}, 429, { "retry-after": "30" }));
    const error = await rejection(
      createClient({ fetch, totalTimeout: 1_000 }).customers.retrieve("Customer:1"),
    );
    expect(error).toMatchObject({ name: "RateLimitError", retryAfter: 30 });
    expect(calls).toHaveLength(1);
  });
});

it("the delay before a retry is random, and grows up to eight seconds", () => {
  for (const [retry, full] of [
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [5, 8_000],
    [9, 8_000],
  ] as const) {
    const waits = Array.from({ length: 50 }, () => defaultRetryDelay(retry));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...waits)).toBeLessThan(full / 2);
    expect(Math.max(...waits)).toBeGreaterThan(full / 2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(full);
  }
});

it("a call that must not be sent twice uses a new connection if the platform supports it", async () => {
  const { fetch, calls } = fakeFetch(genuine);
  const payments = createClient({ fetch });
  for (const act of [get, keyedPost, plainPost, remove]) await act(payments);
  expect(calls.map(({ init }) => init.keepalive)).toEqual([undefined, undefined, false, false]);
});

it("any text as `Retry-After` gives a time that is finite and not negative, or none", async () => {
  const date = fc.constantFrom(
    "Sat, 01 Jan 0000 00:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Mon, 99 Foo",
  );
  const text = fc.oneof(
    fc.stringMatching(/^[\d.eE+-]{0,30}$/),
    date,
    fc.string().map((each) => each.trim()),
  );
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      fc.pre(/^[\x20-\x7e]*$/.test(value));
      const fetch = () =>
        Promise.resolve(Response.json({}, { status: 429, headers: { "retry-after": value } }));
      const payments = createClient({ fetch, maxRetries: 0 });
      const error = (await rejection(payments.customers.list({}))) as Error & { retryAfter?: number };
      expect(error.retryAfter ?? 0).toBeGreaterThanOrEqual(0);
      expect(error.retryAfter ?? 0).toBeLessThan(Infinity);
    }),
    { numRuns: runs(20) },
  );
});
