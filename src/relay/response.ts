import type { PlainResponse } from "./problem";

/** Status and body, with headers of the relay's own making and none of the service's. */
export function toResponse(
  { status, body, retryAfter }: PlainResponse,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter)) }),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "Origin",
      ...headers,
    },
  });
}
