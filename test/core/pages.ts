import { createClient, fakeFetch, json } from "./client";
import type { FetchCall } from "./client";

/** A page of the service. `next` is the cursor of the following page. */
export const page = (rows: readonly (number | string)[], next?: string, more: object = {}) => ({
  data: rows.map((id) => ({ id: `Transaction:${id}` })),
  hasMore: next !== undefined,
  ...(next === undefined ? {} : { nextCursor: next }),
  ...more,
});

export const query = ({ url }: FetchCall) => new URL(url).searchParams;

/** An endless list fails the test. */
const MOST_REQUESTS = 5_000;

/** A client with a list. `respond` makes each page from the cursor of the request. */
export function clientWith(respond: (cursor: string | null, index: number) => unknown) {
  const { fetch, calls } = fakeFetch((call, index) => {
    if (index >= MOST_REQUESTS) throw new Error("the list did not end");
    return json(respond(query(call).get("cursor"), index));
  });
  return { payments: createClient({ fetch }), calls };
}
