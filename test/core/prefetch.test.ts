import { describe, expect, it } from "vitest";
import { inOrder, reply, stallHeaders, startServer } from "../support/local-server";
import { createClient, fakeFetch, json, rejection } from "./client";

/** Rows of a page: `a1`, `a2` and so on. */
const rows = (name: string, count = 2) =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index + 1}` }));

/** A client with an endless list of pages of two rows: 0-1, 0-2, 1-1, 1-2 and so on. */
function endless() {
  const { fetch, calls } = fakeFetch((_call, index) =>
    json({ data: rows(`${index}-`), hasMore: true, nextCursor: `c${index}` }),
  );
  return { payments: createClient({ fetch }), calls };
}

/** Runs all work that needs no timer. */
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("while the consumer works", () => {
  it("only the next page is fetched", async () => {
    const { payments, calls } = endless();
    const seen: [row: string, requests: number][] = [];
    for await (const { id } of payments.transactions.list()) {
      await turns();
      seen.push([id, calls.length]);
      if (seen.length === 6) break;
    }
    expect(seen).toEqual([
      ["0-1", 2],
      ["0-2", 2],
      ["1-1", 3],
      ["1-2", 3],
      ["2-1", 4],
      ["2-2", 4],
    ]);
  });

  it("nothing is fetched with `prefetch: 0`", async () => {
    const { payments, calls } = endless();
    const seen: [row: string, requests: number][] = [];
    for await (const { id } of payments.transactions.list({}, { prefetch: 0 })) {
      await turns();
      seen.push([id, calls.length]);
      if (seen.length === 4) break;
    }
    expect(seen).toEqual([
      ["0-1", 1],
      ["0-2", 1],
      ["1-1", 2],
      ["1-2", 2],
    ]);
  });

  it("nothing is fetched before the first row is requested", async () => {
    const { payments, calls } = endless();
    const iterator = payments.transactions.list()[Symbol.asyncIterator]();
    await turns();
    expect(calls).toHaveLength(0);
    await iterator.next();
    await iterator.return();
  });

  it("rows requested at the same time arrive in order, each once", async () => {
    const { payments } = endless();
    const iterator = payments.transactions.list()[Symbol.asyncIterator]();
    const results = await Promise.all(Array.from({ length: 5 }, () => iterator.next()));
    expect(results.map(({ value }) => (value ? value.id : undefined))).toEqual([
      "0-1",
      "0-2",
      "1-1",
      "1-2",
      "2-1",
    ]);
    await iterator.return();
  });
});

describe("leaving the loop", () => {
  it("cancels the request in flight on the server", async () => {
    const server = await startServer(
      inOrder(reply(200, { data: rows("a"), hasMore: true, nextCursor: "c1" }), stallHeaders),
    );
    const payments = createClient({ baseUrl: server.url });
    for await (const row of payments.transactions.list()) {
      expect(row.id).toBe("a1");
      while (server.requests.length < 2) await turns();
      break;
    }
    await server.requests[1]?.hungUp;
    expect(server.requests).toHaveLength(2);
  });

  it("by an error also cancels, and rejects with the consumer's error", async () => {
    const server = await startServer(
      inOrder(reply(200, { data: rows("a"), hasMore: true, nextCursor: "c1" }), stallHeaders),
    );
    const payments = createClient({ baseUrl: server.url });
    const trouble = new Error("the consumer's own");
    const walk = async () => {
      for await (const row of payments.transactions.list()) {
        expect(row.id).toBe("a1");
        while (server.requests.length < 2) await turns();
        throw trouble;
      }
    };
    expect(await rejection(walk())).toBe(trouble);
    await server.requests[1]?.hungUp;
  });

  it("sends nothing more", async () => {
    const { payments, calls } = endless();
    for await (const row of payments.transactions.list()) {
      expect(row.id).toBe("0-1");
      break;
    }
    await turns();
    expect(calls).toHaveLength(2);
  });
});

describe("a page that fails", () => {
  it("rejects once, after every row before it", async () => {
    const unhandled: unknown[] = [];
    const collect = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", collect);
    const { fetch, calls } = fakeFetch((_call, index) =>
      index === 0
        ? json({ data: rows("a", 3), hasMore: true, nextCursor: "c1" })
        : json({ code: "GONE" }, 404),
    );
    const iterator = createClient({ fetch }).transactions.list()[Symbol.asyncIterator]();
    const seen: string[] = [];
    for (let row = 0; row < 3; row += 1) {
      const { value } = await iterator.next();
      // The failure has occurred already, and waits for its turn.
      await turns();
      if (value) seen.push(value.id);
    }
    expect(calls).toHaveLength(2);
    expect(seen).toEqual(["a1", "a2", "a3"]);
    expect(await rejection(iterator.next())).toMatchObject({ name: "NotFoundError", code: "GONE" });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    await turns();
    process.off("unhandledRejection", collect);
    expect(unhandled).toEqual([]);
  });

  it("is fetched again by the retries of the call", async () => {
    const { fetch, calls } = fakeFetch((_call, index) => {
      if (index === 0) return json({ data: rows("a"), hasMore: true, nextCursor: "c1" });
      return index === 1 ? json({}, 500) : json({ data: rows("b"), hasMore: false });
    });
    const all = await createClient({ fetch }).transactions.list().toArray();
    expect(all.map(({ id }) => id)).toEqual(["a1", "a2", "b1", "b2"]);
    expect(calls).toHaveLength(3);
  });
});

describe("toArray", () => {
  it("collects every row, or the first `limit` of them", async () => {
    const { payments, calls } = endless();
    const ids = async (limit: number) =>
      (await payments.transactions.list().toArray({ limit })).map(({ id }) => id);
    expect(await ids(3)).toEqual(["0-1", "0-2", "1-1"]);
    const sent = calls.length;
    expect(await ids(0)).toEqual([]);
    expect(await ids(-1)).toEqual([]);
    expect(calls).toHaveLength(sent);
  });

  it("ends with the list if the limit is higher", async () => {
    const { fetch } = fakeFetch(() => json({ data: rows("a"), hasMore: false }));
    expect(await createClient({ fetch }).transactions.list().toArray({ limit: 99 })).toHaveLength(2);
  });
});

describe("an abort during an iteration", () => {
  const reason = { why: "shutting down" };

  it.each([0, 1] as const)("ends it and sends nothing more (prefetch %i)", async (prefetch) => {
    const controller = new AbortController();
    const { payments, calls } = endless();
    const seen: string[] = [];
    const walk = async () => {
      for await (const { id } of payments.transactions.list({}, { signal: controller.signal, prefetch })) {
        await turns();
        seen.push(id);
        if (id === "0-2") controller.abort(reason);
      }
    };
    expect(await rejection(walk())).toMatchObject({ code: "ABORTED", cause: reason });
    // The second page may have arrived already, but is not returned any more.
    expect(seen).toEqual(["0-1", "0-2"]);
    expect(calls).toHaveLength(1 + prefetch);
  });

  it("cancels the page in flight on the server", async () => {
    const controller = new AbortController();
    const server = await startServer((request, index) => {
      if (index === 1) setImmediate(() => controller.abort(reason));
      return inOrder(reply(200, { data: rows("a"), hasMore: true, nextCursor: "c1" }), stallHeaders)(
        request,
        index,
      );
    });
    const list = createClient({ baseUrl: server.url }).transactions.list({}, { signal: controller.signal });
    expect(await rejection(list.toArray())).toMatchObject({ code: "ABORTED", cause: reason });
    await server.requests[1]?.hungUp;
  });

  it("leaves an awaited page alone, and ends the next call with it", async () => {
    const controller = new AbortController();
    const { payments, calls } = endless();
    const first = await payments.transactions.list({}, { signal: controller.signal });
    controller.abort(reason);
    const cursor = first.nextCursor ?? "";
    const next = payments.transactions.list({ cursor }, { signal: controller.signal });
    expect(await rejection(next)).toMatchObject({ code: "ABORTED", cause: reason });
    expect(calls).toHaveLength(1);
  });
});
