/** Each test makes thousands of calls. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection, transfer } from "../core/client";
import { clientWith, page } from "../core/pages";

describe("a list without an end", () => {
  it.each([
    ["from its first page on", 0],
    ["that begins later", 5],
  ])("returns each page of a long cycle once, %s", async (_case, before) => {
    const length = 1_100;
    const after = (at: number) => (at + 1 < before + length ? at + 1 : before);
    const next = (cursor: string | null) => `c${cursor === null ? 0 : after(Number(cursor.slice(1)))}`;
    const { payments, calls } = clientWith((cursor) => page([], next(cursor)));
    expect(await rejection(payments.transactions.list().toArray())).toMatchObject({
      name: "PaginationError",
      message: "transactions.list: the same cursor came twice",
    });
    // The first page has no cursor.
    expect(calls).toHaveLength(before + length + 1);
  });
});

it("a long-lived signal has no listeners left after 2,000 calls with every kind of end", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { fetch, calls } = fakeFetch((_call, index) => {
    if (index % 4 === 0) return json({ id: "Transaction:1" });
    if (index % 4 === 1) return json({}, 400);
    if (index % 4 === 2) return Promise.reject(new TypeError("fetch failed"));
    return json({}, 500);
  });
  const payments = createClient({ fetch, maxRetries: 1, retryDelay: () => 0 });
  let most = 0;
  for (let round = 0; round < 100; round += 1) {
    const settled = Promise.allSettled(
      Array.from({ length: 20 }, () => payments.transfers.in(transfer, { signal })),
    );
    most = Math.max(most, getEventListeners(signal, "abort").length);
    await settled;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  }
  expect(calls.length).toBeGreaterThanOrEqual(2_000);
  // Listeners existed during the calls, so zero proves something. Twenty calls share one, or Node would warn about a leak.
  expect(most).toBe(1);
});
