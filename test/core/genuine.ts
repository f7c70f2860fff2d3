import type { Behaviour } from "../support/local-server";
import { json } from "./client";
import type { FetchCall } from "./client";

/** The smallest genuine payment, as POST /transfer-in returns it. */
export const payment = { id: "Transaction:1", type: "INCOMING" };

/** The smallest genuine response to each kind of write, and to a read of a payment. */
const BODIES: [request: RegExp, body: (id: string) => object][] = [
  [/^POST \/transfer-in$/, () => payment],
  [/^POST \/transfer-out$/, () => ({ ...payment, type: "OUTGOING" })],
  [/^POST \/quotes$/, () => ({ id: "Quote:1", status: "PENDING", source: {}, destination: {} })],
  [/^POST \/quotes\/([^/]+)\/execute$/, (id) => ({ id, status: "PROCESSING", source: {}, destination: {} })],
  [/^(?:POST|PATCH|DELETE) \/customers(?:\/[^/]+)?$/, () => ({ customerType: "INDIVIDUAL", platformCustomerId: "ada" })],
  [/^POST \/verifications$/, () => ({ id: "Verification:1", customerId: "Customer:1" })],
  [/^POST \/auth\/credentials$/, () => ({ id: "AuthMethod:1", accountId: "InternalAccount:1", type: "EMAIL_OTP" })],
  [/^POST \/auth\/credentials\/[^/]+\/verify$/, () => ({ id: "Session:1", accountId: "InternalAccount:1", expiresAt: "2999-01-01T00:00:00Z" })],
  [/^POST \/internal-accounts\/[^/]+\/export$/, () => ({ encryptedWalletCredentials: "sealed" })],
  [/^POST \/sandbox\/internal-accounts\/([^/]+)\/fund$/, (id) => ({ id, balance: {} })],
  [/^POST \/invitations(?:\/[^/]+\/\w+)?$/, () => ({ code: "ada", inviterUma: "$ada@uma.test" })],
  [/^POST \/tokens$/, () => ({ id: "token-1", clientId: "client-1" })],
  [/^GET \/quotes\/([^/]+)$/, (id) => ({ id, status: "PENDING", source: {}, destination: {} })],
  [/^GET \/transactions\/([^/]+)$/, (id) => ({ ...payment, id })],
  [/^PATCH \/config$/, () => ({ umaDomain: "uma.test" })],
]; // prettier-ignore

/** The smallest genuine response body for a request. Any other request gets an empty list. */
export function bodyOf(method: string, path: string): object {
  const request = `${method} ${path.replace(/^.*\/\d{4}-\d\d-\d\d/, "")}`;
  for (const [pattern, body] of BODIES) {
    const [matched, id = ""] = pattern.exec(request) ?? [];
    if (matched !== undefined) return body(decodeURIComponent(id));
  }
  return { data: [], hasMore: false };
}

/** The smallest genuine response to each request of a `fetch`. */
export function genuine({ url, init: { method = "GET" } }: FetchCall): Response {
  const { pathname } = new URL(url);
  const isEmpty = method === "DELETE" && !/\/customers\/(?!external-accounts)/.test(pathname);
  return isEmpty ? new Response(null, { status: 204 }) : json(bodyOf(method, pathname));
}

/** The smallest genuine response of a local server. */
export const genuineReply =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response, { method, path }) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(bodyOf(method, path)));
  };
