import { setImmediate } from "node:timers/promises";
import { PaymentsClient } from "payments-sdk";
import type { FetchLike } from "payments-sdk";
import { customer, PAGE } from "./customer";

export const responseOf = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });

/**
 * A list with this many customers. It awaits `before` before each page. By default the response arrives on a later turn, like a
 * network's, so that the platform can release the previous response.
 */
export function customers(rows: number, before: () => Promise<unknown> = () => setImmediate()): FetchLike {
  return async (url) => {
    await before();
    const from = Number(new URL(url).searchParams.get("cursor") ?? 0);
    const next = from + PAGE;
    const data = Array.from({ length: PAGE }, (_, index) => customer(from + index));
    return responseOf({
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
