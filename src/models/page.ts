import type { Nullish } from "./open";
import { boolean, exactInteger, list, model, nullish, nullishString } from "./schema";
import type { Schema } from "./schema";

/** The body of a list without pages. */
export interface ListBody<Item> {
  data: Item[];
}

/** The body of one page of a list. */
export interface PageBody<Item> extends ListBody<Item> {
  /** Whether more rows follow. */
  hasMore: boolean;
  /** The cursor of the next page. Present only if `hasMore` is true. */
  nextCursor?: Nullish<string>;
  /** The number of matches over all pages. */
  totalCount?: Nullish<number>;
}

/** Parameters of every paged list. */
export interface PageParams {
  /** Integer: rows per page, 1 to 100. The default of a single page is 20. When iterating, the default is 100. */
  limit?: number | undefined;
  /** The `nextCursor` of an earlier page of the same query. */
  cursor?: string | undefined;
}

/** The schema of a list without pages. */
// @__NO_SIDE_EFFECTS__
export function listSchema<Item>(item: Schema<Item>): Schema<ListBody<Item>> {
  return model<ListBody<Item>>({ data: list(item) });
}

/** The schema of one page of a list. */
// @__NO_SIDE_EFFECTS__
export function pageSchema<Item>(item: Schema<Item>): Schema<PageBody<Item>> {
  return model<PageBody<Item>>({
    data: list(item),
    hasMore: boolean,
    nextCursor: nullishString,
    totalCount: nullish(exactInteger),
  });
}
