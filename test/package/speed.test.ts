import process from "node:process";
import { setImmediate } from "node:timers";
import v8 from "node:v8";
import vm from "node:vm";
import ky from "ky";
import { PaymentsClient } from "payments-sdk";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { customer, PAGE } from "../../bench/customer";
import { responseOf, connect, customers, wait } from "../../bench/service";
import { transactionsPage } from "../../bench/transactions";

const PAGE_MS = 10;

/** The time that passes on a virtual clock. The clock moves only when all other work is done. */
async function virtualMilliseconds(work: () => Promise<void>): Promise<number> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const started = performance.now();
  let running = true;
  const done = work().finally(() => (running = false));
  let elapsed = 0;
  while (running) {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    elapsed = performance.now() - started;
    if (running) vi.advanceTimersByTime(1);
  }
  await done;
  return elapsed;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("iterating a list", () => {
  const rows = 20_000;
  const pages = rows / PAGE;

  /** Iterates the list with a consumer that takes some time for each page. */
  const walk = (consumerMs: number, prefetch: 0 | 1) =>
    virtualMilliseconds(async () => {
      let seen = 0;
      for await (const _row of connect(customers(rows, () => wait(PAGE_MS))).customers.list(
        {},
        { prefetch },
      )) {
        seen += 1;
        if (consumerMs > 0 && seen % PAGE === 0) await wait(consumerMs);
      }
      expect(seen).toBe(rows);
    });

  it("takes the time of its pages, within 5 %", async () => {
    const ratio = (await walk(0, 1)) / (pages * PAGE_MS);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThanOrEqual(1.05);
  });

  it("lets a slow consumer wait for the first page only", async () => {
    const ownTime = pages * PAGE_MS;
    expect((await walk(PAGE_MS, 1)) - ownTime).toBeLessThanOrEqual(1.05 * PAGE_MS);
    // Without the page ahead, the consumer waits for each page.
    expect((await walk(PAGE_MS, 0)) - ownTime).toBeGreaterThanOrEqual(ownTime);
  });

  it("releases the pages that it has returned", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collectGarbage: () => void = vm.runInNewContext("gc");
    const walked: WeakRef<object>[] = [];
    let alive = 0;
    let row = 0;
    for await (const item of connect(customers(50_000)).customers.list()) {
      row += 1;
      if (row % PAGE === 1) walked.push(new WeakRef(item));
      if (row % 10_000 === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        collectGarbage();
        alive = Math.max(alive, walked.filter((reference) => reference.deref() !== undefined).length);
      }
    }
    expect(walked).toHaveLength(500);
    // The current page, and one more for each of the two generators. V8 may keep it in a register of the generator's frame.
    expect(alive).toBeLessThanOrEqual(3);
  });
});

describe("a POST", () => {
  it("sends its body as it is: no `Request` turns it into a stream", async () => {
    const made: Request[] = [];
    const PlatformRequest = globalThis.Request;
    vi.stubGlobal(
      "Request",
      class extends PlatformRequest {
        constructor(input: RequestInfo | URL, init?: RequestInit) {
          super(input, init);
          made.push(this);
        }
      },
    );
    const sent: unknown[] = [];
    const payments = connect(async (_url, { body }) => {
      sent.push(body);
      return responseOf(customer(1));
    });
    await payments.customers.retrieve("Customer:1");
    await payments.customers.create({ customerType: "INDIVIDUAL" });
    expect(sent).toEqual([undefined, '{"customerType":"INDIVIDUAL"}']);
    expect(made.map(({ body }) => body)).toEqual([null, null]);

    // The cost of a client that passes the body through a `Request`.
    await ky.post("https://api.example.test/", { json: {}, fetch: async () => responseOf({}) });
    expect(made.some(({ body }) => body !== null)).toBe(true);
  });
});

describe("reading a page of 100 transactions", () => {
  const empty = JSON.stringify({ data: [], hasMore: false });
  let page: string;
  beforeAll(async () => {
    page = await transactionsPage();
  });

  /** A client with a `fetch` that returns this text at once. Only parsing takes time. */
  function reader(text: string, validation: "lenient" | "off"): () => Promise<unknown> {
    const fetch = async () => Object.assign(responseOf(null), { text: async () => text });
    const payments = new PaymentsClient({
      baseUrl: "https://api.example.test",
      clientId: "id",
      clientSecret: "secret",
      validation,
      fetch,
    });
    return () => payments.transactions.list().then(() => undefined);
  }

  it("never searches for the path of a number, even with ids that look like numbers", async () => {
    // Ids that contain the start of a number with an exponent.
    expect(page).toMatch(/:\d+e\d/);
    const entries = vi.spyOn(Object, "entries");
    const calls = async (text: string) => {
      entries.mockClear();
      await reader(text, "off")();
      return entries.mock.calls.length;
    };
    try {
      await calls(empty);
      const least = await calls(empty);
      expect(await calls(page)).toBe(least);
      expect(await calls(page.replace('"hasMore":false', '"hasMore":false,"x":1e20'))).toBeGreaterThan(500);
    } finally {
      entries.mockRestore();
    }
  });

  it("never lists the values of its objects, which would cost a third of its JSON.parse", async () => {
    const values = vi.spyOn(Object, "values");
    const calls = async (text: string) => {
      values.mockClear();
      await reader(text, "off")();
      return values.mock.calls.length;
    };
    try {
      await calls(empty);
      expect(await calls(page)).toBe(await calls(empty));
    } finally {
      values.mockRestore();
    }
  });

  // `npm run bench -- pages` measures 1.9 and 1.2 times.
  it("costs a few times its JSON.parse", { retry: 2 }, async () => {
    const subjects = {
      parse: async () => JSON.parse(page) as unknown,
      nothing: reader(empty, "lenient"),
      checked: reader(page, "lenient"),
      unchecked: reader(page, "off"),
    };
    const least = { parse: Infinity, nothing: Infinity, checked: Infinity, unchecked: Infinity };
    for (let round = 0; round < 6; round += 1) {
      for (const name of ["parse", "nothing", "checked", "unchecked"] as const) {
        const before = process.cpuUsage();
        for (let count = 0; count < 30; count += 1) await subjects[name]();
        const { user, system } = process.cpuUsage(before);
        least[name] = Math.min(least[name], user + system);
      }
    }
    expect((least.checked - least.nothing) / least.parse).toBeLessThan(5);
    expect((least.unchecked - least.nothing) / least.parse).toBeLessThan(3);
  });
});
