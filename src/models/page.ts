import type { Nullish } from "./open";
import { boolean, integer, list, object, optional, optionalText } from "./schema";
import type { Schema } from "./schema";

/** The body of a list that has no paging. */
export interface ListBody<Item> {
  data: Item[];
}

/** The body of one page of a list. */
export interface PageBody<Item> extends ListBody<Item> {
  /** Whether there are rows after these. */
  hasMore: boolean;
  /** The cursor of the next page; present only when `hasMore` is true. */
  nextCursor?: Nullish<string>;
  /** Number of matches over all pages. */
  totalCount?: Nullish<number>;
}

/** The parameters that every paged list takes. */
export interface PageParams {
  /** Integer: rows per page, 1 to 100. A single page has 20 when left out; iterating asks for 100. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page of the same query. */
  cursor?: string | undefined;
}

/** The schema of a list without paging. */
// @__NO_SIDE_EFFECTS__
export function listSchema<Item>(item: Schema<Item>): Schema<ListBody<Item>> {
  return object<ListBody<Item>>({ data: list(item) });
}

/** The schema of one page of a list. */
// @__NO_SIDE_EFFECTS__
export function pageSchema<Item>(item: Schema<Item>): Schema<PageBody<Item>> {
  return object<PageBody<Item>>({
    data: list(item),
    hasMore: boolean,
    nextCursor: optionalText,
    totalCount: optional(integer),
  });
}
