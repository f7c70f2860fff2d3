import type { Transaction } from "payments-sdk";
import { Paginator, responseOf } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";
import { clientWith, page, query } from "./pages";

const ids = (rows: readonly Transaction[]) => rows.map(({ id }) => id.replace("Transaction:", ""));

describe("a list that is awaited", () => {
  it("returns the first page with the service's own page size [PAG-01, PAG-02, PAG-04]", async () => {
    const { payments, calls } = clientWith(() => page([1, 2], "c1", { totalCount: 5 }));
    const first = await payments.transactions.list();
    expect(ids(first.data)).toEqual(["1", "2"]);
    expect(first).toMatchObject({ hasMore: true, nextCursor: "c1", totalCount: 5 });
    expect([...query(calls[0]!)]).toEqual([]);
    expect(responseOf(first)).toMatchObject({ status: 200 });
  });

  it("has no cursor on the last page, and survives JSON [PAG-03]", async () => {
    const { payments } = clientWith(() => page([1]));
    const only = await payments.transactions.list();
    expect(JSON.parse(JSON.stringify(only))).toEqual({ data: [{ id: "Transaction:1" }], hasMore: false });
  });

  it("is plain data with the fields that the service adds, so a React client component takes it", async () => {
    const { payments } = clientWith(() => page([1], "c1", { facets: { USD: 2 }, totalCount: null }));
    const first = await payments.transactions.list();
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
    const facts = { data: [{ id: "Transaction:1" }], hasMore: true, nextCursor: "c1", facets: { USD: 2 } };
    expect(structuredClone(first)).toEqual(facts);
    expect(JSON.parse(JSON.stringify(first))).toEqual(facts);
  });

  it("is lazy, and sends one request even if it is awaited repeatedly", async () => {
    const { payments, calls } = clientWith(() => page([1]));
    const list = payments.transactions.list();
    await Promise.resolve();
    expect(calls).toHaveLength(0);
    const [one, other] = await Promise.all([list, list]);
    expect(one).toBe(other);
    await list.finally(() => {});
    expect(calls).toHaveLength(1);
    expect(list).toBeInstanceOf(Paginator);
    expect(list).not.toBeInstanceOf(Promise);
    expect(list.then()).toBeInstanceOf(Promise);
  });

  it("goes page by page with the cursor", async () => {
    const { payments, calls } = clientWith((cursor) => (cursor === null ? page([1], "c1") : page([2])));
    const { nextCursor } = await payments.transactions.list({ limit: 1 });
    const second = await payments.transactions.list({ limit: 1, cursor: nextCursor ?? "" });
    expect(second).toEqual({ data: [{ id: "Transaction:2" }], hasMore: false });
    expect(calls.map((call) => query(call).toString())).toEqual(["limit=1", "limit=1&cursor=c1"]);
  });

  it("can be caught", async () => {
    const { fetch } = fakeFetch(() => json({}, 404));
    const payments = createClient({ fetch });
    expect(await payments.transactions.list().catch((error: unknown) => error)).toMatchObject({
      name: "NotFoundError",
    });
  });

  it("sends the given cursor encoded and unchanged", async () => {
    const cursor = " a+b/c==%2F\u00e9 ";
    const { payments, calls } = clientWith(() => page([1]));
    await payments.transactions.list({ cursor });
    expect(query(calls[0]!).get("cursor")).toBe(cursor);
    expect(calls[0]!.url).toContain("cursor=+a%2Bb%2Fc%3D%3D%252F%C3%A9+");
  });

  it.each([0, 101, 1.5, -1, Number.NaN, "10"])(
    "rejects a page size of %j before any request [PAG-01, LIM-01]",
    (limit) => {
      const { payments, calls } = clientWith(() => page([]));
      // A plain JavaScript caller can pass any value.
      expect(() => payments.transactions.list({ limit: limit as number })).toThrow(
        expect.objectContaining({
          name: "InvalidRequestError",
          issues: [expect.objectContaining({ path: "limit" })],
        }),
      );
      expect(calls).toHaveLength(0);
    },
  );

  it.each([1, 100])("accepts a page size of %i [LIM-01]", async (limit) => {
    const { payments, calls } = clientWith(() => page([]));
    await payments.transactions.list({ limit });
    expect(query(calls[0]!).get("limit")).toBe(String(limit));
  });

  it("rejects an empty cursor", () => {
    const { payments } = clientWith(() => page([]));
    expect(() => payments.transactions.list({ cursor: "" })).toThrow("cursor");
  });
});

describe("a list without paging", () => {
  it.each([
    ["an object with data", { data: [{ id: "Session:1" }] }],
    ["a bare array", [{ id: "Session:1" }]],
  ])("has the same form, with one page: %s [PAG-07, OP-21]", async (_case, body) => {
    const { payments, calls } = clientWith(() => body);
    const list = payments.auth.sessions.list({ accountId: "InternalAccount:1" });
    const only = await list;
    expect(only.data).toEqual([{ id: "Session:1" }]);
    expect(only.hasMore).toBe(false);
    expect(await list.toArray()).toEqual([{ id: "Session:1" }]);
    // No `limit` is sent to a list that has none.
    expect(calls.map((call) => query(call).toString())).toEqual(
      Array(2).fill("accountId=InternalAccount%3A1"),
    );
  });

  it.each([
    ["an object without data", { rows: [] }],
    ["data that is no list", { data: {} }],
    ["null", "null"],
  ])("is read again if the response is %s", async (_case, body) => {
    const { payments, calls } = clientWith(() => body);
    for (const list of [payments.transactions.list(), payments.paginate("/cards")]) {
      expect(await rejection(list)).toMatchObject({
        code: "UNRELATED_RESPONSE",
        outcome: "not-executed",
        advice: "retry",
        issues: [{ path: "data", message: "must be an array" }],
      });
    }
    expect(calls).toHaveLength(6);
  });
});

it("a list without paging follows a cursor if the service sends one", async () => {
  const { fetch, calls } = fakeFetch(({ url }) =>
    json(
      url.includes("cursor=c2")
        ? { data: [{ id: "InternalAccount:2" }] }
        : { data: [{ id: "InternalAccount:1" }], hasMore: true, nextCursor: "c2" },
    ),
  );
  const rows = await createClient({ fetch }).platform.internalAccounts.list().toArray();
  expect(rows.map(({ id }) => id)).toEqual(["InternalAccount:1", "InternalAccount:2"]);
  expect(calls.map(({ url }) => new URL(url).search)).toEqual(["", "?cursor=c2"]);
});

it.each([[[]], [[null]]])("a wallet after a first page with the rows %j is found", async (data) => {
  const { fetch } = fakeFetch(({ url }) =>
    json(
      url.includes("cursor=c2")
        ? { data: [{ id: "InternalAccount:2", type: "EMBEDDED_WALLET" }], hasMore: false }
        : { data, hasMore: true, nextCursor: "c2" },
    ),
  );
  expect(await createClient({ fetch }).internalAccounts.findWallet("Customer:1")).toMatchObject({
    id: "InternalAccount:2",
  });
});

describe("a list that is iterated", () => {
  it("returns every row once, even with an empty first or middle page [PAG-05]", async () => {
    const pages: Record<string, unknown> = {
      start: page([], "c1"),
      c1: page([1, 2], "c2"),
      c2: page([], "c3"),
      c3: page([3], "c4"),
      c4: page([]),
    };
    const { payments, calls } = clientWith((cursor) => pages[cursor ?? "start"]);
    expect(ids(await payments.transactions.list().toArray())).toEqual(["1", "2", "3"]);
    expect(calls).toHaveLength(5);
  });

  it("requests 100 rows per page by default [LIM-01]", async () => {
    const { payments, calls } = clientWith((cursor) => (cursor === null ? page([1], "c1") : page([2])));
    await payments.transactions.list().toArray();
    await payments.transactions.list({ limit: 7 }).toArray();
    expect(calls.map((call) => query(call).get("limit"))).toEqual(["100", "100", "7", "7"]);
  });

  it.each([
    ["null", null],
    ["absent", undefined],
    ["empty", ""],
  ])("ends at the last page with the cursor %s [PAG-03, OP-27]", async (_case, nextCursor) => {
    const { payments, calls } = clientWith(() => ({
      data: [{ id: "Transaction:1" }],
      hasMore: false,
      nextCursor,
    }));
    expect(await payments.transactions.list().toArray()).toHaveLength(1);
    expect(calls).toHaveLength(1);
  });

  it("continues if only the cursor says that more rows follow", async () => {
    const { payments } = clientWith((cursor) =>
      cursor === null
        ? { data: [{ id: "Transaction:1" }], nextCursor: "c1" }
        : { data: [{ id: "Transaction:2" }] },
    );
    expect(ids(await payments.transactions.list().toArray())).toEqual(["1", "2"]);
  });

  it("sends the same filters, page size, headers and options with every page [PAG-05]", async () => {
    const { fetch, calls } = fakeFetch((_call, index) =>
      json(index < 3 ? page([index], `c${index}`) : page([3])),
    );
    const payments = createClient({ fetch });
    const params = {
      customerId: "Customer:1",
      status: "COMPLETED",
      startDate: new Date(0),
      reference: undefined,
      limit: 2,
    } as const;
    const options = { headers: { "x-trace": "t-1" }, prefetch: 0 as const };
    let rows = 0;
    for await (const row of payments.transactions.list(params, options)) {
      rows += 1;
      expect(row.id).toBe(`Transaction:${rows - 1}`);
    }
    expect(calls).toHaveLength(4);
    const common = "customerId=Customer%3A1&status=COMPLETED&startDate=1970-01-01T00%3A00%3A00.000Z&limit=2";
    expect(calls.map((call) => query(call).toString())).toEqual([
      common,
      `${common}&cursor=c0`,
      `${common}&cursor=c1`,
      `${common}&cursor=c2`,
    ]);
    expect(new Set(calls.map((call) => call.headers.get("x-trace")))).toEqual(new Set(["t-1"]));
  });

  it("does not follow later changes of the caller's dates, lists and headers", async () => {
    const { payments, calls } = clientWith((cursor) => (cursor === null ? page([1], "c1") : page([2])));
    const day = new Date("2026-11-01T00:00:00Z");
    const states = ["ACTIVE"];
    const headers = { "x-team": "a" };
    const lists = [
      payments.transactions.list({ startDate: day }, { headers }),
      payments.paginate("/cards", { query: { day, state: states } }),
    ];
    const reading = lists.map((list) => list.toArray());
    day.setUTCDate(2);
    states.push("CLOSED");
    headers["x-team"] = "b";
    await Promise.all(reading);
    const asked = calls.map((call) => [
      query(call).get("startDate") ?? query(call).get("day"),
      query(call).getAll("state"),
    ]);
    const first = "2026-11-01T00:00:00.000Z";
    expect(asked).toEqual([
      [first, []],
      [first, ["ACTIVE"]],
      [first, []],
      [first, ["ACTIVE"]],
    ]);
    expect(calls.map((call) => call.headers.get("x-team"))).toEqual(["a", null, "a", null]);
  });

  it("passes cursors on unchanged, with every possible character", async () => {
    const cursors = ["a+b/c==", " blank ", "%2B", "é€😀", "a&b=c#d?e"];
    const { payments, calls } = clientWith((_cursor, index) => page([index], cursors[index]));
    await payments.transactions.list().toArray();
    expect(calls.slice(1).map((call) => query(call).get("cursor"))).toEqual(cursors);
  });

  it("reads 150 valid pages", async () => {
    const { payments, calls } = clientWith((cursor, index) =>
      page([index], index < 149 ? `c${index}` : undefined),
    );
    const rows = await payments.transactions.list().toArray();
    expect(ids(rows)).toEqual(Array.from({ length: 150 }, (_, index) => String(index)));
    expect(calls).toHaveLength(150);
  });

  it("starts again with every loop", async () => {
    const { payments, calls } = clientWith((cursor) => (cursor === null ? page([1], "c1") : page([2])));
    const list = payments.transactions.list();
    expect(ids(await list.toArray())).toEqual(["1", "2"]);
    expect(ids(await list.toArray())).toEqual(["1", "2"]);
    expect(calls).toHaveLength(4);
  });
});
