import { IDEMPOTENCY_KEY, REQUEST_ID, SIGNATURE } from "./operation";
import type { RelaySettings } from "./options";
import { malformedCall, RelayProblem } from "./problem";

const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

/**
 * Rejects requests that another site could have sent with the user's cookies (Fetch standard, `Origin`; W3C Fetch Metadata,
 * `Sec-Fetch-Site`). Also rejects requests that override their method.
 *
 * @throws {Problem} when the request comes from another site (403), or overrides its method (400)
 */
export function requireOwnPage(
  { method, headers }: Request,
  { origins, nativeOrigins }: RelaySettings,
): void {
  const origin = headers.get("origin");
  const reads = method === "GET";
  const isForeign = origin === null ? !reads : !origins.has(origin);
  const isFromApp = origin !== null && nativeOrigins.has(origin);
  if (isForeign || (headers.get("sec-fetch-site") === "cross-site" && !isFromApp)) {
    throw new RelayProblem(403, "FOREIGN_ORIGIN", "The call does not come from a page of this platform");
  }
  if (OVERRIDES.some((name) => headers.has(name))) throw malformedCall("The method cannot be overridden");
}

/** Headers that let a page of an allowed origin read the response. Other origins get none. */
export function corsHeaders({ headers }: Request, { origins }: RelaySettings): Record<string, string> {
  const origin = headers.get("origin");
  if (origin === null || !origins.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "Date, Retry-After, Wallet-Account",
  };
}

/** The headers of the response to a preflight of an allowed origin. */
export function preflightHeaders(
  methods: readonly string[],
  { allowAuthorization = false }: RelaySettings,
): Record<string, string> {
  const allowed = ["content-type", SIGNATURE, REQUEST_ID, IDEMPOTENCY_KEY];
  return {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": [...allowed, ...(allowAuthorization ? ["authorization"] : [])].join(", "),
    "access-control-max-age": "600",
  };
}
