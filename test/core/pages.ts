import { createClient, fakeFetch, json } from "./client";
import type { FetchCall } from "./client";

/** A page as the service sends it; `next` is the cursor of the page after it. */
export const page = (rows: readonly (number | string)[], next?: string, more: object = {}) => ({
  data: rows.map((id) => ({ id: `Transaction:${id}` })),
  hasMore: next !== undefined,
  ...(next === undefined ? {} : { nextCursor: next }),
  ...more,
});

export const query = ({ url }: FetchCall) => new URL(url).searchParams;

/** A list that does not end is a failure, and not an endless test. */
const MOST_REQUESTS = 5_000;

/** A client whose list is made by `respond`, given the cursor of the request. */
export function clientWith(respond: (cursor: string | null, index: number) => unknown) {
  const { fetch, calls } = fakeFetch((call, index) => {
    if (index >= MOST_REQUESTS) throw new Error("the list did not end");
    return json(respond(query(call).get("cursor"), index));
  });
  return { payments: createClient({ fetch }), calls };
}
