import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paginate, unchanged } from "../../src/simulator/api/pagination";
import { Table } from "../../src/simulator/domain/table";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { id, items, World } from "../support/world";
import { runs } from "../support/runs";

async function withCustomers(count: number) {
  const api = new World();
  for (let index = 0; index < count; index += 1) {
    await api.created("/customers", { ...individual, region: index % 2 === 0 ? "US" : "GB" });
    if (index % 3 === 0) await api.simulator.clock.advance(1);
  }
  return api;
}

async function walk(api: World, path: string): Promise<Json[]> {
  const pages: Json[] = [];
  let cursor = "";
  do {
    const separator = path.includes("?") ? "&" : "?";
    const page = await api.read(
      `${path}${cursor === "" ? "" : `${separator}cursor=${encodeURIComponent(cursor)}`}`,
    );
    pages.push(page);
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : "";
  } while (cursor !== "");
  return pages;
}

describe("a paged list", () => {
  it("has 20 rows per page by default, and 1 to 100 with `limit` [PAG-01, PAG-02, PAG-03, LIM-01]", async () => {
    const api = await withCustomers(21);
    const first = await api.read("/customers");
    expect(first).toEqual({
      data: expect.any(Array),
      hasMore: true,
      nextCursor: expect.any(String),
      totalCount: 21,
    });
    expect(items(first)).toHaveLength(20);
    const last = await api.read(`/customers?cursor=${encodeURIComponent(String(first["nextCursor"]))}`);
    expect(last).toEqual({ data: expect.any(Array), hasMore: false, totalCount: 21 });
    expect(Object.keys(last)).not.toContain("nextCursor");
    expect(items(await api.read("/customers?limit=1"))).toHaveLength(1);
    expect(await api.read("/customers?limit=100")).toMatchObject({ hasMore: false });
    expect(await api.read("/customers?limit=21")).toMatchObject({ hasMore: false });
  });

  it.each(["", "0", "101", "1.5", "abc", "-1", "1e1", " 5", "0x5", "99999999999999999999"])(
    "refuses limit=%s [PAG-01, LIM-01, OP-27]",
    async (limit) => {
      const api = new World();
      expect(await api.get(`/customers?limit=${encodeURIComponent(limit)}`)).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", details: { field: "limit" } },
      });
    },
  );

  it("treats an empty cursor as absent [OP-27]", async () => {
    expect(await World.odd().read("/customers?cursor=")).toMatchObject({ data: [], hasMore: false });
  });

  it("returns each row once, newest first, with the same total on every page [PAG-04, PAG-05]", async () => {
    const api = await withCustomers(30);
    const pages = await walk(api, "/customers?limit=4&region=GB");
    const rows = pages.flatMap(items);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([15, 15, 15, 15]);
    expect(new Set(rows.map(id)).size).toBe(15);
    const created = api.simulator.requests.flatMap(({ method, responseBody }) =>
      method === "POST" ? [responseBody as Json] : [],
    );
    const newestFirst = created.filter(({ region }) => region === "GB").toReversed();
    expect(rows.map(id)).toEqual(newestFirst.map(id));
  });

  it("repeats and loses no row if rows are created during the iteration [PAG-06]", async () => {
    const api = await withCustomers(10);
    const before = items(await api.read("/customers?limit=100")).map(id);
    const first = await api.read("/customers?limit=5");
    await api.simulator.clock.advance(1);
    for (let index = 0; index < 5; index += 1) await api.created("/customers", individual);
    const second = await api.read(
      `/customers?limit=5&cursor=${encodeURIComponent(String(first["nextCursor"]))}`,
    );
    expect([...items(first), ...items(second)].map(id)).toEqual(before);
    expect(second).toMatchObject({ hasMore: false, totalCount: 15 });
  });

  it("refuses a broken cursor and one of another query [PAG-05, OP-27]", async () => {
    const api = await withCustomers(3);
    const page = await api.read("/customers?limit=1&region=US");
    const cursor = encodeURIComponent(String(page["nextCursor"]));
    // Neither the size of a page nor what the operation does not know is part of the query.
    for (const more of ["limit=2", "tracking=2", "limit=2&tracking=3"]) {
      const path = `/customers?region=US&cursor=${cursor}&${more}`;
      expect(await api.call("GET", path, undefined, invalid)).toMatchObject({ status: 200 });
    }
    for (const path of [
      `/customers?region=GB&cursor=${cursor}`,
      `/customers?cursor=${cursor}`,
      `/customers?region=US&customerType=INDIVIDUAL&cursor=${cursor}`,
      `/customers/internal-accounts?cursor=${cursor}`,
      "/customers?region=US&cursor=nonsense",
      "/customers?region=US&cursor=%00",
      `/customers?region=US&cursor=${cursor}x`,
      "/customers?region=US&cursor=W10",
      "/customers?region=US&cursor=bnVsbA",
    ]) {
      expect(await api.get(path)).toMatchObject({ status: 400, body: { details: { field: "cursor" } } });
    }
  });

  it("is every list with paging, and no other [PAG-07, ACC-08]", async () => {
    const api = new World();
    const pageKeys = ["data", "hasMore", "totalCount"];
    for (const path of [
      "/customers",
      "/customers/external-accounts",
      "/customers/internal-accounts",
      "/transactions",
    ]) {
      expect([path, Object.keys(await api.read(path)).toSorted()]).toEqual([path, pageKeys]);
    }
    expect(Object.keys(await api.read("/platform/internal-accounts"))).toEqual(["data"]);
  });
});

describe("paginate", () => {
  interface Row {
    createdAt: string;
    id: string;
  }
  const rowsArbitrary = fc.uniqueArray(
    fc.record({ createdAt: fc.constantFrom("2026-01-01", "2026-01-02", "2026-01-03"), id: fc.uuid() }),
    { maxLength: 60, selector: ({ id: rowId }) => rowId },
  );

  it("shows rows of one instant in the order of their creation, and those added meanwhile", () => {
    const at = "2026-01-01";
    const table = new Table<Row>(
      "Row",
      {},
      [..."zyxw"].map((id) => ({ id, createdAt: at })),
    );
    const page = (cursor?: string) => {
      const query = new URLSearchParams({ limit: "2", ...(cursor === undefined ? {} : { cursor }) });
      const { data, nextCursor } = paginate(
        { path: "/rows", query },
        {},
        { table, order: "asc", view: unchanged },
      );
      return { ids: (data as Row[]).map(({ id }) => id).join(""), nextCursor };
    };
    const first = page();
    expect(first.ids).toBe("zy");
    for (const id of "ab") table.add({ id, createdAt: at });
    // The page goes on behind its last row, even if that row is gone.
    table.delete("y");
    const second = page(first.nextCursor);
    expect(second.ids).toBe("xw");
    expect(page(second.nextCursor).ids).toBe("ab");
  });

  it("returns any rows in order for every page size [PAG-05, TRX-21]", () => {
    fc.assert(
      fc.property(
        rowsArbitrary,
        fc.integer({ min: 1, max: 25 }),
        fc.constantFrom("asc", "desc"),
        (rows, limit, order) => {
          const table = new Table<Row>("Row", {}, rows);
          const walked: Row[] = [];
          let cursor: string | undefined;
          do {
            const query = new URLSearchParams({
              limit: String(limit),
              ...(cursor === undefined ? {} : { cursor }),
            });
            const page = paginate({ path: "/rows", query }, {}, { table, order, view: unchanged });
            expect(page.totalCount).toBe(rows.length);
            expect(page.hasMore).toBe(page.nextCursor !== undefined);
            walked.push(...(page.data as Row[]));
            cursor = page.nextCursor;
          } while (cursor !== undefined);
          // Rows of one instant keep the order of their creation.
          const sorted = rows.toSorted((left, right) => left.createdAt.localeCompare(right.createdAt));
          expect(walked).toEqual(order === "asc" ? sorted : sorted.toReversed());
        },
      ),
      { numRuns: runs(50) },
    );
  });
});
