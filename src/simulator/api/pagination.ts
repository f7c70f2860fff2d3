import { base64urlnopad } from "@scure/base";
import { invalidInput } from "../domain/problem";
import type { Key } from "../domain/record-index";
import type { Condition, PageRequest, Table } from "../domain/table";
import { digitsFrom, instant } from "./formats";
import { Reader } from "./reader";
import type { SimRequest } from "./route";

/** One page of a list (specification, "Pagination"). */
export interface PageBody {
  data: unknown[];
  hasMore: boolean;
  /** Only when `hasMore` is true. */
  nextCursor?: string;
  /** All matches, whatever the page. */
  totalCount: number;
}

export interface ListOptions<Row> {
  /** The request's query: `limit` and `cursor` are read from it, the rest is what a cursor is bound to. */
  query: URLSearchParams;
  /** What the cursor is good for, for example the path: a cursor of another list is invalid. */
  list: string;
  /** Every row that matches the filters, in any order. */
  rows: Iterable<Row>;
  /** The instant by which rows are sorted, ISO 8601; `id` breaks ties. */
  at: (row: Row) => string;
  id: (row: Row) => string;
  /** Default `"desc"`: newest first. */
  order?: "asc" | "desc";
  view: (row: Row) => unknown;
}

/** Which page of a table's records is asked for, and how it is shown. */
export interface TableListOptions<Row extends { id: string }, Name extends string> {
  /** The keys that records must have in the table's indexes. An index with `undefined` is left out. */
  where?: Partial<Record<Name, Key | undefined>> | readonly Condition<Name>[];
  matches?: PageRequest<Row, Name>["matches"];
  /** The first instant of creation, in milliseconds since 1970-01-01 UTC. */
  fromMs?: number | undefined;
  /** The last instant of creation. */
  toMs?: number | undefined;
  /** Default `"desc"`: newest first. */
  order?: "asc" | "desc";
  /** Default: the record as it is. */
  view?: (row: Row) => unknown;
}

/** The filters in a fixed order: the same query gives the same text, however it was written. */
function fingerprint(list: string, query: URLSearchParams, order: string): string {
  const filters = [...query]
    .filter(([name, value]) => name !== "limit" && name !== "cursor" && value !== "")
    .sort();
  return JSON.stringify([list, order, filters]);
}

type PlaceKey = readonly [at: string, id: string];

function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** A row's place in the list: pages continue after a key, not at an offset, so that new rows cause no repeats. */
function readCursor(cursor: string, expected: string): PlaceKey {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(base64urlnopad.decode(cursor)),
    );
    if (Array.isArray(value) && value.length === 3 && value[0] === expected) {
      const [, at, id]: unknown[] = value;
      if (typeof at === "string" && typeof id === "string") return [at, id];
    }
  } catch {
    // Not base64url, not UTF-8 or not JSON: rejected below like any other cursor that is not ours.
  }
  throw invalidInput("cursor: expected the nextCursor of a previous response to the same query", {
    field: "cursor",
  });
}

function writeCursor(binding: string, key: PlaceKey): string {
  return base64urlnopad.encode(new TextEncoder().encode(JSON.stringify([binding, ...key])));
}

const readLimit = (query: URLSearchParams): number =>
  // Not through `queryReader`: an empty limit is a mistake, not an absent one.
  new Reader({ limit: query.get("limit") }).optional("limit", digitsFrom(1, 100)) ?? 20;

/** ISO 8601 as the clock writes it. Instants that it cannot reach sort before or behind all others. */
function isoOf(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined;
  const text = new Date(ms).toISOString();
  return text.startsWith("-") ? "" : text.startsWith("+") ? "~" : text;
}

function conditionsOf<Name extends string>(where: Partial<Record<Name, Key | undefined>>): Condition<Name>[] {
  // `Object.entries` forgets the names.
  const entries = Object.entries(where) as [Name, Key | undefined][];
  return entries.flatMap(([name, key]) => (key === undefined ? [] : [[name, key] as const]));
}

/** One page of a table: the table's indexes find it, whatever the number of records. */
export function paginateTable<Row extends { id: string }, Name extends string>(
  { path, query }: SimRequest,
  table: Table<Row, Name>,
  options: TableListOptions<Row, Name> = {},
): PageBody {
  const { where = {}, matches, fromMs, toMs, order = "desc", view = (row: Row) => row } = options;
  const limit = readLimit(query);
  const binding = fingerprint(path, query, order);
  const cursor = query.get("cursor");
  const [at, id] = cursor === null || cursor === "" ? [] : readCursor(cursor, binding);
  const page = table.page({
    where: Array.isArray(where) ? where : conditionsOf(where),
    matches,
    from: isoOf(fromMs),
    to: isoOf(toMs),
    order,
    after: at === undefined || id === undefined ? undefined : { at, id },
    limit,
  });
  const { records, last, hasMore, totalCount } = page;
  return {
    data: records.map(view),
    hasMore,
    ...(hasMore && last ? { nextCursor: writeCursor(binding, [last.at, last.id]) } : {}),
    totalCount,
  };
}

/** One page of a short list that is not a table: sorts, continues after the cursor, cuts at the limit. */
export function paginate<Row>({
  query,
  list,
  rows,
  at,
  id,
  order = "desc",
  view,
}: ListOptions<Row>): PageBody {
  const limit = readLimit(query);
  const binding = fingerprint(list, query, order);
  const cursor = query.get("cursor");
  const after = cursor === null || cursor === "" ? undefined : readCursor(cursor, binding);

  const direction = order === "asc" ? 1 : -1;
  const compare = ([leftAt, leftId]: PlaceKey, [rightAt, rightId]: PlaceKey): number =>
    direction * (leftAt === rightAt ? compareTexts(leftId, rightId) : compareTexts(leftAt, rightAt));

  const sorted = Array.from(rows, (row) => ({ row, key: [at(row), id(row)] as const })).sort((left, right) =>
    compare(left.key, right.key),
  );
  const rest = after === undefined ? sorted : sorted.filter(({ key }) => compare(key, after) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rest.length > limit;
  return {
    data: page.map(({ row }) => view(row)),
    hasMore,
    ...(hasMore && last ? { nextCursor: writeCursor(binding, last.key) } : {}),
    totalCount: sorted.length,
  };
}

/** Two bounds, both inclusive, in milliseconds since 1970-01-01 UTC. */
interface Period {
  fromMs: number | undefined;
  toMs: number | undefined;
}

/**
 * Reads the bounds `<event>After` and `<event>Before` of a list (specification, GET /customers), for example `createdAfter` and
 * `createdBefore`.
 */
export function readPeriod(query: Reader, event: "created" | "updated"): Period {
  return {
    fromMs: query.optional(`${event}After`, instant),
    toMs: query.optional(`${event}Before`, instant),
  };
}

/** Whether records were last changed in a period; `undefined` for a period without bounds, in which all of them were. */
export function updatedIn({
  fromMs,
  toMs,
}: Period): ((record: { updatedAt: string }) => boolean) | undefined {
  if (fromMs === undefined && toMs === undefined) return undefined;
  return ({ updatedAt }) => {
    const ms = Date.parse(updatedAt);
    return ms >= (fromMs ?? -Infinity) && ms <= (toMs ?? Infinity);
  };
}
