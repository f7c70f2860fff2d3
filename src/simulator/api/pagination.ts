import { base64urlnopad } from "@scure/base";
import { utf8Text } from "../crypto/encoding";
import { parse } from "../domain/format";
import { invalidInput } from "../domain/problem";
import type { Condition, Key, PageRequest, RecordPlace, Table } from "../domain/table";
import type { World } from "../domain/world";
import { decoded } from "../runtime/decoded";
import { ignored } from "./fields";
import type { Fields, Values } from "./fields";
import { digitsFrom, dateTime } from "./formats";
import type { Route, SimRequest } from "./route";
import { bodyRoute } from "./serve";
import type { Named, ReadOperation, ShownBy } from "./serve";

/** The view of a list that shows whole records. */
export const unchanged = <Row>(record: Row): Row => record;

/** The rows of a list, and their form. */
interface PageOptions<Row extends { id: string }, Name extends string, Result = unknown> extends Pick<
  PageRequest<Row, Name>,
  "matches" | "fromMs" | "toMs"
> {
  table: Table<Row, Name>;
  /** The keys that the rows must have. `undefined` asks for none. */
  where?: Partial<Record<Name, Key | undefined>> | readonly (readonly [Name, Key | undefined])[];
  /** Default: newest first. */
  order?: "asc" | "desc" | undefined;
  view: (row: Row) => Result;
}

/** The position of the last row. Pages continue after it rather than at an offset, so that new rows cause no repeats. */
function readCursor(cursor: string, expected: string): RecordPlace {
  const list = decoded<unknown>(() => JSON.parse(utf8Text(new Uint8Array(base64urlnopad.decode(cursor)))));
  const [binding, at, id, order, ...rest]: unknown[] = Array.isArray(list) ? list : [];
  const isPlace = typeof at === "number" && typeof id === "string" && typeof order === "number";
  if (binding === expected && isPlace && rest.length === 0) return { at, id, order };
  throw invalidInput("cursor: expected the nextCursor of a previous response to the same query", {
    field: "cursor",
  });
}

function conditionsOf<Name extends string>(where: object): Condition<Name>[] {
  // `Object.entries` loses the types of the names.
  const entries = (Array.isArray(where) ? where : Object.entries(where)) as [Name, Key | undefined][];
  return entries.flatMap(([name, key]) => (key === undefined ? [] : [[name, key] as const]));
}

/** Whether a record matches a query. For lists without pages. */
export const isLike =
  <Query extends object>(query: Query) =>
  (record: { [Name in keyof Query]?: unknown }): boolean =>
    Object.entries(query).every(([name, value]) => Reflect.get(record, name) === value);

/**
 * One page of a list (specification, "Pagination").
 *
 * @param sent the filters, in the order of the fields. The cursor continues the same query.
 */
export function paginate<Row extends { id: string }, Name extends string>(
  { path, query }: Pick<SimRequest, "path" | "query">,
  sent: object,
  options: PageOptions<Row, Name>,
) {
  const { table, where = {}, order = "desc", view, ...filters } = options;
  const given = query.get("limit");
  // An empty limit is a mistake, not an absent one.
  const limit = given === null ? 20 : parse(given, "limit", digitsFrom(1, 100));
  const binding = JSON.stringify([path, sent]);
  const cursor = query.get("cursor") || undefined;
  const { records, last, hasMore, totalCount } = table.page({
    ...filters,
    where: conditionsOf(where),
    order,
    after: cursor === undefined ? undefined : readCursor(cursor, binding),
    limit,
  });
  const next = hasMore && last ? JSON.stringify([binding, last.at, last.id, last.order]) : undefined;
  return {
    data: records.map(view),
    hasMore,
    ...(next !== undefined && { nextCursor: base64urlnopad.encode(new TextEncoder().encode(next)) }),
    totalCount,
  };
}

/** Serves an operation that returns a list with pages. */
export const serveList = <
  O extends ReadOperation,
  Query extends Fields,
  Row extends { id: string },
  Index extends string,
>(
  operation: O,
  fields: Query & Named<O>["fields"],
  options: (world: World, query: Values<Query>) => PageOptions<Row, Index, ShownBy<O>>,
): Route<O["name"]> =>
  // `paginate` reads the page's own fields.
  bodyRoute(operation, { fields: { limit: ignored, cursor: ignored, ...fields } }, (world, call) =>
    paginate(call.request, call.sent, options(world, call.sent)),
  );

/** Serves an operation that returns all rows at once. */
export const listAll = <O extends ReadOperation, Query extends Fields>(
  operation: O,
  fields: Query & Named<O>["fields"],
  rows: (world: World, query: Values<Query>, request: SimRequest) => readonly ShownBy<O>[],
): Route<O["name"]> =>
  bodyRoute(operation, { fields }, (world, call) => ({ data: rows(world, call.sent, call.request) }));

/** The bounds of creation and of the last change, both inclusive (specification, GET /customers). */
export const periodFields = {
  createdAfter: dateTime,
  createdBefore: dateTime,
  updatedAfter: dateTime,
  updatedBefore: dateTime,
};

/** The bounds as parts of a page request, and the other parameters. */
export function inPeriod<Query extends Values<typeof periodFields>>({
  createdAfter: fromMs,
  createdBefore: toMs,
  updatedAfter = -Infinity,
  updatedBefore = Infinity,
  ...filters
}: Query) {
  const matches = ({ updatedAt }: { updatedAt: string }) => {
    const ms = Date.parse(updatedAt);
    return ms >= updatedAfter && ms <= updatedBefore;
  };
  return { filters, period: { fromMs, toMs, matches } };
}
