import { onAbort } from "./abort";
import { atCaller, traced } from "./call-site";
import { AbortedError, PaginationError, refuse } from "./errors";
import type { Completed } from "./exchange";
import { readArguments } from "./read-options";
import { rememberResponse } from "./response-of";
import { bare } from "./fields";
import type { ListOptions } from "./types";
import type { Nullish } from "../models/open";
import type { ListBody, PageBody, PageParams } from "../models/page";
import { integer, numberThat, required, text } from "../options/kinds";
import type { Kinds } from "../options/kinds";

/** A page as received. `null` equals absent. Lists without paging have only `data`. */
export type WirePage<T> = ListBody<T> & {
  [Field in Exclude<keyof PageBody<T>, "data">]?: Nullish<PageBody<T>[Field]>;
};

const LARGEST_PAGE = 100;

const PAGING: Kinds<PageParams> = {
  limit: /* @__PURE__ */ integer(1, LARGEST_PAGE),
  // `null` comes from the last page, and would read the first page again.
  cursor: /* @__PURE__ */ required((value, path) => (value === undefined ? undefined : text(value, path))),
};

const TO_ARRAY_OPTIONS = {
  limit: /* @__PURE__ */ numberThat("a number", (value) => !Number.isNaN(value)),
};

/** Fetches one page. `query` adds the cursor and the page size to the list's own query. */
type FetchPage<T> = (
  query: { cursor: string | undefined; limit: number | undefined },
  signal: AbortSignal | undefined,
) => Promise<Completed<WirePage<T>>>;

/** A million rows in pages of 100. The limit keeps longer walks in constant memory. */
const REMEMBERED_CURSORS = 10_000;
const REPEATED = "the same cursor came twice";

/** The cursors of the pages of one walk: the newest {@link REMEMBERED_CURSORS}. */
type Walked = Set<string | undefined>;

/**
 * One page of a list: plain data, which can go through `JSON` and to a component of React. It keeps fields that a later version of
 * the service adds. For the next page, pass `nextCursor` as the `cursor` of the same list, or use `pages()`.
 */
export interface Page<T> {
  /** The rows, in the service's order. May be empty even if more rows follow. */
  readonly data: T[];
  /** Whether more rows follow this page. */
  readonly hasMore: boolean;
  /** The opaque cursor of the next page. Absent on the last page. */
  readonly nextCursor?: string;
  /** The number of matching rows over all pages, if the service counts them. */
  readonly totalCount?: number;
}

/**
 * A lazy list. It sends nothing until you await or iterate it.
 *
 * Iteration asks for 100 rows per page unless you pass `limit`, and fetches one page ahead. If you leave the
 * loop, it cancels the request in flight. Every page uses the same query and options.
 *
 * @example
 * ```ts
 * const page = await payments.customers.list({ region: "US" }); // the first page
 * for await (const customer of payments.customers.list()) console.log(customer.id); // every row, in constant memory
 * const newest = await payments.transactions.list().toArray({ limit: 250 });
 * ```
 * @throws {PaginationError} when a cursor repeats or is not text, or `hasMore` has no cursor
 */
export class Paginator<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #operation: string;
  readonly #fetchPage: FetchPage<T>;
  readonly #limit: number | undefined;
  readonly #cursor: string | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #prefetch: boolean;
  #first: Promise<Page<T>> | undefined;

  constructor(
    operation: string,
    fetchPage: FetchPage<T>,
    query: object,
    options: Pick<ListOptions, "signal" | "prefetch">,
  ) {
    const { limit, cursor }: PageParams = bare(query);
    const given = readArguments<PageParams>({ limit, cursor }, PAGING, operation);
    this.#operation = operation;
    this.#fetchPage = fetchPage;
    this.#limit = given.limit;
    this.#cursor = given.cursor;
    this.#signal = options.signal;
    this.#prefetch = options.prefetch !== 0;
    // `Array.from` would make an empty array. Not a method, so that the compiler still refuses `for (… of list)`.
    Object.defineProperty(this, Symbol.iterator, {
      value: () => refuse("list", "is read with `for await`, or `await list.toArray()`", operation),
    });
  }

  /** A reminder in place of `{}`: a list has no rows before you await it. */
  toJSON(): string {
    return `[${this.#operation}: await the list first]`;
  }

  /** Resolves to the first page. */
  then<Result1 = Page<T>, Result2 = never>(
    onFulfilled?: ((page: Page<T>) => Result1 | PromiseLike<Result1>) | null,
    onRejected?: ((reason: unknown) => Result2 | PromiseLike<Result2>) | null,
  ): Promise<Result1 | Result2> {
    this.#first ??= this.#firstPage();
    return this.#first.then(onFulfilled, onRejected);
  }

  async #firstPage(): Promise<Page<T>> {
    try {
      return await this.#page(this.#cursor, this.#limit, this.#signal);
    } catch (error) {
      throw await atCaller(error);
    }
  }

  /** Like `catch` on a promise of the first page. */
  catch<Result = never>(
    onRejected?: ((reason: unknown) => Result | PromiseLike<Result>) | null,
  ): Promise<Page<T> | Result> {
    return this.then(undefined, onRejected);
  }

  /** Like `finally` on a promise of the first page. */
  finally(onFinally?: (() => void) | null): Promise<Page<T>> {
    return this.then().finally(onFinally);
  }

  /** Iterates over every row, page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    // `yield*` would need three promises per row instead of one.
    try {
      for await (const page of this.pages()) for (const row of page.data) yield row;
    } catch (error) {
      throw await atCaller(error);
    }
  }

  /** Iterates over every page. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const limit = this.#limit ?? LARGEST_PAGE;
    const iteration = new AbortController();
    const stop = () => iteration.abort(this.#signal?.reason);
    if (this.#signal?.aborted) stop();
    const ignoreSignal = onAbort(this.#signal, stop);
    const walked: Walked = new Set([this.#cursor]);
    const after = async ({ nextCursor }: Page<T>) =>
      nextCursor === undefined
        ? undefined
        : this.#page(this.#unread(nextCursor, walked), limit, iteration.signal);
    let running: Promise<Page<T> | undefined> = this.#page(this.#cursor, limit, iteration.signal);
    try {
      for (;;) {
        const page: Page<T> | undefined = await running;
        if (page === undefined) return;
        if (this.#signal?.aborted) throw new AbortedError(this.#signal, { operation: this.#operation });
        if (this.#prefetch) {
          running = after(page);
          // Awaited on the next turn. Until then, a failure must not count as unhandled.
          running.catch(() => {});
          yield page;
        } else {
          yield page;
          running = after(page);
        }
      }
    } catch (error) {
      throw await atCaller(error);
    } finally {
      ignoreSignal();
      iteration.abort();
      running.catch(() => {});
    }
  }

  /** Resolves to the first row, or to `undefined` if the list is empty. Asks for one row. */
  async first(): Promise<T | undefined> {
    return traced(async () => {
      const walk = new Paginator(
        this.#operation,
        this.#fetchPage,
        { limit: 1, cursor: this.#cursor },
        {
          signal: this.#signal,
          prefetch: 0,
        },
      );
      for await (const row of walk) return row;
      return undefined;
    });
  }

  /** Collects all rows, or the first `limit`. */
  async toArray(options?: { limit?: number | undefined }): Promise<T[]> {
    const operation = `${this.#operation}().toArray`;
    const { limit = Number.POSITIVE_INFINITY } = readArguments(options, TO_ARRAY_OPTIONS, operation);
    const rows: T[] = [];
    if (limit <= 0) return rows;
    try {
      for await (const row of this) {
        rows.push(row);
        if (rows.length >= limit) break;
      }
    } catch (error) {
      throw await atCaller(error);
    }
    return rows;
  }

  /** Returns a cursor, and notes it. Throws if a page before had it. */
  #unread(cursor: string, walked: Walked): string {
    if (walked.has(cursor)) throw this.#unreadable(REPEATED);
    walked.add(cursor);
    // A set iterates in insertion order.
    const [oldest] = walked;
    if (walked.size > REMEMBERED_CURSORS) walked.delete(oldest);
    return cursor;
  }

  async #page(
    cursor: string | undefined,
    limit: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Page<T>> {
    const { value: body, meta } = await this.#fetchPage({ cursor, limit }, signal);
    const { data, nextCursor, totalCount, ...unlisted } = body;
    if (nextCursor != null && typeof nextCursor !== "string") {
      throw this.#unreadable("the response has a `nextCursor` that is not text");
    }
    const hasMore = body.hasMore ?? Boolean(nextCursor);
    if (hasMore && !nextCursor) throw this.#unreadable("the response has `hasMore` without a `nextCursor`");
    if (hasMore && nextCursor === cursor) throw this.#unreadable(REPEATED);
    const page: Page<T> = {
      ...unlisted,
      data,
      hasMore,
      ...(hasMore && nextCursor && { nextCursor }),
      ...(typeof totalCount === "number" && { totalCount }),
    };
    rememberResponse(page, meta);
    return page;
  }

  #unreadable(problem: string): PaginationError {
    return new PaginationError(`${this.#operation}: ${problem}`, this.#operation);
  }
}
