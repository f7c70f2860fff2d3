import type { Paginator, Transaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { rejection } from "./client";
import { clientWith, page } from "./pages";

describe("a list that cannot be walked to its end", () => {
  /** The rows that come before the error, and the error. */
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

  it("repeats its cursor: an error, not the same rows again", async () => {
    const { payments, calls } = clientWith((cursor) => page([cursor ?? "start"], "same"));
    const { rows, error } = await walk(payments.transactions.list());
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(["start"]);
    expect(calls).toHaveLength(2);
  });

  it("repeats the cursor that a page was asked for with", async () => {
    const { payments } = clientWith(() => page([1], "c1"));
    const first = await payments.transactions.list();
    expect(await rejection(first.nextPage())).toMatchObject(isPaginationError);
  });

  it("goes in a circle of two", async () => {
    const { payments, calls } = clientWith((cursor) => page([cursor ?? "start"], cursor === "a" ? "b" : "a"));
    const { rows, error } = await walk(payments.transactions.list());
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(["start", "a", "b"]);
    expect(calls).toHaveLength(3);
  });

  it("goes in a circle of more: each page comes once", async () => {
    const length = 50;
    const { payments } = clientWith((cursor) => {
      const at = cursor === null ? 0 : Number(cursor);
      return page([at], String((at + 1) % length));
    });
    const { rows, error } = await walk(payments.transactions.list({ cursor: "0" }));
    expect(error).toMatchObject(isPaginationError);
    expect(rows).toEqual(Array.from({ length }, (_, index) => String(index)));
  });

  it("comes back to the cursor that the caller began with", async () => {
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
  ])("says that there is more, but its cursor is %s [OP-27]", async (_case, nextCursor) => {
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
    "sends a cursor that is not text: %o is an error, and not the end",
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

  it("does not show its cursors, which are the service's own", async () => {
    const { payments } = clientWith(() => page([1], "opaque-cursor-77"));
    const { error } = await walk(payments.transactions.list());
    expect(String(error)).not.toContain("opaque-cursor-77");
  });
});
