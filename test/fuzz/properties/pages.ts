import assert from "node:assert/strict";
import fc from "fast-check";
import { PaginationError, ResponseValidationError } from "payments-sdk";
import { createClient, json } from "../../core/client";
import { endingOf, requireNoSecret, requirePaymentsError } from "../assertions";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddJson, oddText } from "../values";

/** What the service says of one page. */
interface WirePage {
  readonly rows: number;
  readonly hasMore?: unknown;
  readonly nextCursor?: unknown;
  readonly totalCount?: unknown;
}

interface Script {
  /** The pages in the order in which they are asked for; the last is given again and again. */
  readonly pages: readonly WirePage[];
  readonly limit: number;
  readonly prefetch: 0 | 1;
  readonly way: "rows" | "pages" | "toArray" | "nextPage";
  readonly start: string | undefined;
}

const cursor = fc.oneof(
  { weight: 4, arbitrary: fc.nat(4).map((number) => `c${number}`) },
  { weight: 2, arbitrary: oddText },
  { weight: 1, arbitrary: oddJson },
);

const wirePage: fc.Arbitrary<WirePage> = fc.record(
  {
    rows: fc.oneof(fc.constant(0), fc.nat(3)),
    hasMore: fc.oneof({ weight: 5, arbitrary: fc.boolean() }, { weight: 1, arbitrary: oddJson }),
    nextCursor: cursor,
    totalCount: oddJson,
  },
  { requiredKeys: ["rows"] },
);

/** More than a script without a repeated cursor has, and far less than an endless list. */
const MOST_REQUESTS = 40;

/** Walks a list in one of its ways, and gives the rows that came. */
async function walk(
  { way, limit, prefetch, start }: Script,
  respond: (url: URL) => Response,
  seen: string[],
): Promise<void> {
  const payments = createClient({
    fetch: (url) => Promise.resolve(respond(new URL(url))),
    validation: "off",
  });
  const list = payments.transactions.list(
    { limit, ...(start === undefined ? {} : { cursor: start }) },
    { prefetch },
  );
  if (way === "toArray") seen.push(...(await list.toArray()).map(({ id }) => id));
  else if (way === "rows") for await (const { id } of list) seen.push(id);
  else if (way === "pages") for await (const { data } of list.pages()) seen.push(...data.map(({ id }) => id));
  else {
    // Single pages do not remember cursors: the caller ends the walk.
    let page = await list.then((first) => first);
    for (let count = 0; count < 10; count += 1) {
      seen.push(...page.data.map(({ id }) => id));
      const next = await page.nextPage();
      assert.equal(next !== undefined, page.hasMore);
      if (next === undefined) return;
      page = next;
    }
  }
}

/** Each cursor is asked for once: a list ends, or says why it cannot be read to its end. */
async function holds(script: Script): Promise<void> {
  const asked: (string | null)[] = [];
  const sentRows: string[] = [];
  const respond = (url: URL) => {
    const index = asked.length;
    assert.ok(index < MOST_REQUESTS, "the list does not end");
    asked.push(url.searchParams.get("cursor"));
    const { rows, ...paging } = script.pages[Math.min(index, script.pages.length - 1)] ?? { rows: 0 };
    const data = Array.from({ length: rows }, (_, row) => ({ id: `Transaction:${index}-${row}` }));
    sentRows.push(...data.map(({ id }) => id));
    return json({ data, ...paging });
  };
  const seen: string[] = [];
  const ending = await endingOf(() => walk(script, respond, seen));
  if ("error" in ending) {
    requirePaymentsError(ending.error);
    assert.ok(
      ending.error instanceof PaginationError || ending.error instanceof ResponseValidationError,
      ending.error.message,
    );
    requireNoSecret(ending.error, ["client-secret-74f1c9"]);
  }
  // No row twice, and only rows that were sent. An error may lose one prefetched page.
  assert.equal(new Set(seen).size, seen.length, "a row came twice");
  assert.deepEqual(seen, sentRows.slice(0, seen.length));
  if (!("error" in ending) && script.way !== "nextPage") {
    assert.deepEqual(seen, sentRows, "rows are missing");
    // Only an end that the service told is an end.
    const last = script.pages[Math.min(asked.length, script.pages.length) - 1];
    assert.ok(!isMore(last), "the list ended before its end");
  }
  if (script.way !== "nextPage")
    assert.equal(new Set(asked).size, asked.length, "a cursor was asked for twice");
}

const isMore = (page: WirePage | undefined) =>
  page?.hasMore === true && typeof page.nextCursor === "string" && page.nextCursor !== "";

export const hostilePages: FuzzProperty = defineProperty(
  "a list with any cursors and pages",
  8,
  fc.record({
    pages: fc.array(wirePage, { minLength: 1, maxLength: 6 }),
    limit: fc.integer({ min: 1, max: 100 }),
    prefetch: fc.constantFrom(0 as const, 1 as const),
    way: fc.constantFrom("rows" as const, "pages" as const, "toArray" as const, "nextPage" as const),
    start: fc.option(fc.constantFrom("c0", "c1", "start"), { nil: undefined }),
  }),
  holds,
);
