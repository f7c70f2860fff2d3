import type { Paginator, Transaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { rejection } from "./client";
import { clientWith, page, query } from "./pages";

describe("a list with a wrong cursor", () => {
  /** The error, and the rows before it. */
  async function walk(list: Paginator<Transaction>) {
    const rows: string[] = [];
    const error = await rejection(
      (async () => {
        for await (const row of list) rows.push(row.id.replace("Transaction:", ""));
      })(),
    );
    return { rows, error };
  }
  const isPaginationError = {
    name: "PaginationError",
    code: "PAGINATION_FAILED",
    operation: "transactions.list",
    message: "transactions.list: the same cursor came twice",
  };

  it("causes an error instead of the same rows if a cursor repeats", async () => {
    const { payments, calls } = clientWith((cursor) => page([cursor ?? "start"], "same"));
    const { rows, error } = await walk(payments.transactions.list());
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(["start"]);
    expect(calls).toHaveLength(2);
  });

  it("causes an error if a page returns its own cursor", async () => {
    const { payments } = clientWith(() => page([1], "c1"));
    const { nextCursor: cursor } = await payments.transactions.list();
    expect(await rejection(payments.transactions.list({ cursor: cursor ?? "" }))).toMatchObject(
      isPaginationError,
    );
  });

  it("causes an error in a cycle of two pages", async () => {
    const { payments, calls } = clientWith((cursor) => page([cursor ?? "start"], cursor === "a" ? "b" : "a"));
    const { rows, error } = await walk(payments.transactions.list());
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(["start", "a", "b"]);
    expect(calls).toHaveLength(3);
  });

  it("causes an error in a longer cycle, and returns each page once", async () => {
    const length = 50;
    const { payments } = clientWith((cursor) => {
      const at = cursor === null ? 0 : Number(cursor);
      return page([at], String((at + 1) % length));
    });
    const { rows, error } = await walk(payments.transactions.list({ cursor: "0" }));
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(Array.from({ length }, (_, index) => String(index)));
  });

  it("causes an error if the caller's own cursor returns", async () => {
    const { payments, calls } = clientWith((cursor) => page([cursor ?? "start"], cursor === "a" ? "b" : "a"));
    const { rows, error } = await walk(payments.transactions.list({ cursor: "a" }));
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(["a", "b"]);
    expect(calls).toHaveLength(2);
  });

  it.each([
    ["null", null],
    ["absent", undefined],
    ["empty", ""],
  ])("causes an error if more rows follow but the cursor is %s [OP-27]", async (_case, nextCursor) => {
    const { payments, calls } = clientWith((cursor) =>
      cursor === null ? page([1], "c1") : { data: [], hasMore: true, nextCursor },
    );
    const { rows, error } = await walk(payments.transactions.list());
    expect(error).toMatchObject({
      name: "PaginationError",
      message: expect.stringContaining("`hasMore` without a `nextCursor`"),
    });
    expect(rows).toEqual(["1"]);
    expect(calls).toHaveLength(2);
  });

  it.each([[5], [true], [{ at: 1 }], [["c1"]]])(
    "causes an error if the cursor is %o, which is not text",
    async (nextCursor) => {
      for (const hasMore of [true, false, undefined]) {
        const { payments, calls } = clientWith((cursor) =>
          cursor === null ? page([1], "c1") : { data: [], hasMore, nextCursor },
        );
        const { rows, error } = await walk(payments.transactions.list());
        expect(error).toMatchObject({
          name: "PaginationError",
          message: expect.stringContaining("not text"),
        });
        expect(rows).toEqual(["1"]);
        expect(calls).toHaveLength(2);
      }
    },
  );

  it("keeps its filters if the caller uses the object again", async () => {
    const { payments, calls } = clientWith((cursor) => page([1], cursor === null ? "a" : undefined));
    const filters = { reference: "1" };
    const list = payments.transactions.list(filters);
    filters.reference = "2";
    await list.toArray();
    expect(calls.map((call) => query(call).get("reference"))).toEqual(["1", "1"]);
  });

  it("does not show cursors in the error", async () => {
    const { payments } = clientWith(() => page([1], "opaque-cursor-77"));
    const { error } = await walk(payments.transactions.list());
    expect(String(error)).not.toContain("opaque-cursor-77");
  });
});
