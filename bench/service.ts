import { setImmediate } from "node:timers/promises";
import { PaymentsClient } from "payments-sdk";
import type { FetchLike } from "payments-sdk";

/** Rows in a page: the most that the service gives. */
export const PAGE = 100;

export function customer(number: number) {
  return {
    id: `Customer:${number}`,
    platformCustomerId: `customer-${number}`,
    customerType: "INDIVIDUAL",
    umaAddress: `$customer-${number}@example.test`,
    createdAt: "2026-04-27T09:00:00Z",
    updatedAt: "2026-04-27T09:00:00Z",
    isDeleted: false,
  };
}

export const answer = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

/** A list of so many customers, each page of which takes so many milliseconds. */
export function customers(rows: number, pageMs = 0): FetchLike {
  return async (url) => {
    // An answer of a network comes on a later turn, which is when the platform lets go of what the last one left.
    await (pageMs > 0 ? wait(pageMs) : setImmediate());
    const from = Number(new URL(url).searchParams.get("cursor") ?? 0);
    const next = from + PAGE;
    const data = Array.from({ length: PAGE }, (_, index) => customer(from + index));
    return answer({
      data,
      hasMore: next < rows,
      ...(next < rows ? { nextCursor: String(next) } : {}),
      totalCount: rows,
    });
  };
}

export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export const connect = (fetch: FetchLike) =>
  new PaymentsClient({ baseUrl: "https://api.example.test", clientId: "id", clientSecret: "secret", fetch });
