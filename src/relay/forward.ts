import { deriveIdempotencyKey } from "../core/idempotency";
import { responseOf } from "../core/response-of";
import { IDEMPOTENCY_KEY, ONCE } from "./operation";
import type { RelayCall } from "./operation";
import { badGateway } from "./problem";
import type { PlainResponse } from "./problem";

interface Forwarded {
  query?: object;
  body?: unknown;
  idempotencyKey?: string | undefined;
}

/** An identifier in the usual form. */
export const IDENTIFIER = /^[\w.:-]{1,100}$/;

/**
 * Makes the call with the platform's credentials, once ({@link ONCE}).
 *
 * @throws {Problem} when a successful response is not a JSON object (502)
 */
export async function forward(
  { client, headers }: RelayCall,
  method: "GET" | "POST" | "DELETE",
  address: string,
  { query, body, idempotencyKey }: Forwarded = {},
): Promise<PlainResponse> {
  const { [IDEMPOTENCY_KEY]: _, ...proof } = headers;
  const value = await client.request(method, address, {
    query,
    body,
    headers: proof,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...ONCE,
  });
  if (value === undefined) return { status: 204, body: undefined };
  if (typeof value !== "object" || value === null) throw badGateway();
  const meta = responseOf(value);
  // Without its status, a challenge to sign would look like a result.
  if (meta === undefined) {
    throw new TypeError(
      "`client` comes from another copy of payments-sdk than the relay: import both as ES modules, or require both",
    );
  }
  // Any other value of the header could repeat what was sent, even credentials.
  const requestId = IDENTIFIER.test(meta.requestId ?? "") ? meta.requestId : undefined;
  return { status: meta.status, body: value, requestId };
}

/**
 * The idempotency key at the service. All users share the platform's credentials, and so the same key space. The forwarded
 * key is derived from the account and the page's key, so two users never share one.
 */
export function keyFor({ headers }: RelayCall, accountId: string): string | undefined {
  const given = headers[IDEMPOTENCY_KEY];
  return given === undefined ? undefined : deriveIdempotencyKey("wallet relay", accountId, given);
}

/**
 * A page of the service, with the rows that the user may see. Leaves out `totalCount`, which may count the rows of others.
 */
export async function pageForUser(
  forwarding: Promise<PlainResponse>,
  isVisible: (row: object) => boolean,
): Promise<PlainResponse> {
  const { body, ...response } = await forwarding;
  const { data, hasMore, nextCursor }: Record<string, unknown> = { ...(body ?? {}) };
  if (!Array.isArray(data)) throw badGateway();
  const rows = data.filter((row: unknown) => typeof row === "object" && row !== null && isVisible(row));
  return { ...response, body: { data: rows, hasMore, nextCursor } };
}
