import type { PaymentsClient } from "payments-sdk";
import { expect, it } from "vitest";
import type { RetryEvent } from "../../src/core/types";
import { createClient, fakeFetch, json, networkError, refusal, rejection, transfer } from "../core/client";
import { payment } from "../core/genuine";

const get = (payments: PaymentsClient) => payments.customers.retrieve("Customer:1");

/** The waits of twenty clients before their first retry, in milliseconds. The test does not wait. */
async function waitsAfter(response: () => Response): Promise<number[]> {
  const waits: number[] = [];
  const clients = Array.from({ length: 20 }, async () => {
    const controller = new AbortController();
    const onRetry = ({ delayMs }: RetryEvent) => {
      waits.push(delayMs);
      controller.abort();
    };
    const payments = createClient({
      fetch: fakeFetch(response).fetch,
      retryDelay: undefined,
      hooks: { onRetry },
    });
    await rejection(payments.customers.retrieve("Customer:1", { signal: controller.signal }));
  });
  await Promise.all(clients);
  return waits;
}

it.each<[string, () => Response, number]>([
  ["`Retry-After` of 2 seconds", () => refusal(429, "RATE_LIMITED", { "retry-after": "2" }), 2_000],
  ["a server error", () => refusal(500, "INTERNAL_ERROR"), 0],
])("twenty clients retry at different times after %s [LIM-11]", async (_case, response, from) => {
  const waits = await waitsAfter(response);
  expect(new Set(waits).size).toBeGreaterThan(15);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(from);
  expect(Math.max(...waits)).toBeLessThanOrEqual(from + 500);
  expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(100);
});

it.each<[string, () => Response | Promise<Response>]>([
  ["server errors", () => refusal(500, "INTERNAL_ERROR")],
  ["lost connections", () => Promise.reject(networkError("ECONNRESET"))],
  ["refused connections", () => Promise.reject(networkError("ECONNREFUSED"))],
])("a client with a thousand failing calls sends at most 1,100 requests: %s", async (_case, respond) => {
  const { fetch, calls } = fakeFetch(respond);
  const payments = createClient({ fetch, retryDelay: () => 0 });
  await Promise.all(Array.from({ length: 500 }, () => rejection(get(payments))));
  for (let call = 0; call < 500; call += 1) await rejection(payments.transfers.in(transfer));
  expect(calls.length).toBeGreaterThan(1_000);
  expect(calls.length).toBeLessThanOrEqual(1_100);
});

it("each success adds one retry to the budget", async () => {
  let isUp = false;
  const { fetch, calls } = fakeFetch(() => (isUp ? json(payment) : refusal(500, "INTERNAL_ERROR")));
  const payments = createClient({ fetch, retryDelay: () => 0 });
  const failing = async () => {
    calls.length = 0;
    await rejection(payments.transfers.in(transfer));
    return calls.length;
  };
  for (let call = 0; call < 60; call += 1) await failing();
  expect(await failing()).toBe(1);
  isUp = true;
  for (let call = 0; call < 2; call += 1) await payments.transfers.in(transfer);
  isUp = false;
  expect(await failing()).toBe(3);
  expect(await failing()).toBe(1);
});
