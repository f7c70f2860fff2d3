import type { Reply, Wire } from "./wire";

/** The state of the proxy when a request arrives. */
export type Seen = Pick<Wire, "request" | "earlier">;

/** Whether a request carries a signature. */
export const isSignedBy = (headers: Seen["request"]["headers"]) =>
  headers["service-wallet-signature"] !== undefined;

interface Fields {
  readonly source?: { readonly accountId?: unknown };
  readonly destination?: { readonly accountId?: unknown };
  readonly id?: string;
  readonly accountId?: unknown;
  readonly platformCustomerId?: unknown;
  readonly expiresAt?: string;
}

function fieldsOf(body: Buffer): Fields {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

const isBetweenTheSame = (one: Fields, other: Fields) =>
  one.source?.accountId !== undefined &&
  one.source.accountId === other.source?.accountId &&
  one.destination?.accountId === other.destination?.accountId;

/**
 * True if the client cannot tell an earlier response from the right one. These earlier responses look right:
 *
 * - for any write: the service's refusal of another request
 * - for a payment: the response to a payment between the same accounts, even with another amount
 * - for a write without a key: an earlier state of the same customer
 * - for a signed request without a key: a later challenge, a 204 for a deletion, a credential of the wallet for a registration
 */
export function isLikeTheRightOne({ request, earlier }: Seen, body: Buffer, reply: Reply): boolean {
  const { headers, method, url = "" } = request;
  if (method === "GET") return false;
  if (reply.status >= 400) return true;
  if (headers["idempotency-key"] !== undefined) return isBetweenTheSame(fieldsOf(body), fieldsOf(reply.body));
  const { id, accountId, platformCustomerId, expiresAt = "" } = fieldsOf(reply.body);
  if (reply.status === 202) {
    const { expiresAt: own = "" } = earlier.challenge ? fieldsOf(earlier.challenge.body) : {};
    return isSignedBy(headers) && expiresAt >= own;
  }
  if (url.includes("/customers")) {
    const sent = fieldsOf(body).platformCustomerId;
    return sent === undefined ? url.endsWith(encodeURIComponent(id ?? "none")) : sent === platformCustomerId;
  }
  if (method === "DELETE") return reply.status === 204 && isSignedBy(headers);
  return accountId !== undefined && accountId === fieldsOf(body).accountId;
}
