import { setImmediate } from "node:timers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { customer, PAGE } from "../../bench/customer";
import { connect, customers, responseOf } from "../../bench/service";

afterEach(() => vi.unstubAllGlobals());

/** Counts the platform objects that some work creates, and the timers that it starts. */
async function counted(work: () => Promise<unknown>) {
  const counts = { Request: 0, Headers: 0, AbortController: 0, timers: 0, live: 0 };
  for (const name of ["Request", "Headers", "AbortController"] as const) {
    const Platform = globalThis[name] as new (...values: never[]) => object;
    vi.stubGlobal(
      name,
      class extends Platform {
        constructor(...values: never[]) {
          super(...values);
          counts[name] += 1;
        }
      },
    );
  }
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  vi.stubGlobal("setTimeout", (...values: Parameters<typeof setTimeout>) => {
    counts.timers += 1;
    counts.live += 1;
    return start(...values);
  });
  vi.stubGlobal("clearTimeout", (timer: NodeJS.Timeout) => {
    counts.live -= 1;
    clear(timer);
  });
  await work();
  vi.unstubAllGlobals();
  return counts;
}

describe("the objects of a call", () => {
  const payments = connect(async () => responseOf(customer(1)));
  const calls = {
    GET: () => payments.customers.retrieve("Customer:1"),
    POST: () => payments.customers.create({ customerType: "INDIVIDUAL" }),
  };

  it.each(["GET", "POST"] as const)("stay within the budget: %s", async (method) => {
    await calls[method]();
    // ky creates all of them.
    const { live, ...made } = await counted(calls[method]);
    expect(made).toEqual({ Request: 1, Headers: 2, AbortController: 3, timers: 1 });
    // No timer keeps the process alive afterwards.
    expect(live).toBe(0);
  });

  it("are counted: a second call doubles them", async () => {
    const once = await counted(calls.GET);
    const twice = await counted(async () => {
      await calls.GET();
      await calls.GET();
    });
    expect(once.Headers).toBeGreaterThan(0);
    expect(twice).toEqual({
      Request: 2,
      Headers: 2 * once.Headers,
      AbortController: 2 * once.AbortController,
      timers: 2 * once.timers,
      live: 0,
    });
  });
});

describe("requests for a list", () => {
  it.each([
    [PAGE, 1],
    [2 * PAGE, 2],
    [20_000, 200],
  ])("of %i rows: %i", async (rows, requests) => {
    let sent = 0;
    const list = customers(rows, async () => {
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    });
    for await (const _row of connect(list).customers.list()) void 0;
    expect(sent).toBe(requests);
  });

  it("for one row only: at most two, one of them ahead", async () => {
    let sent = 0;
    const list = customers(20_000, async () => {
      sent += 1;
    });
    for await (const _row of connect(list).customers.list()) break;
    expect(sent).toBeLessThanOrEqual(2);
  });
});
