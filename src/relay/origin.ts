import { ConfigurationError } from "../core/errors";
import { forwardedHeaders } from "./operations";
import { badRequest, Problem } from "./problem";

const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

/**
 * Reads the option `origins`.
 *
 * @throws {ConfigurationError} when one of them is not an origin as browsers write it
 */
export function checkedOrigins(origins: unknown): ReadonlySet<string> {
  if (!Array.isArray(origins) || origins.length === 0) {
    throw new ConfigurationError("origins", "must list at least one origin");
  }
  for (const origin of origins) {
    if (typeof origin !== "string" || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new ConfigurationError(
        "origins",
        "must hold origins as browsers write them, for example https://app.example.com",
      );
    }
  }
  return new Set(origins);
}

/**
 * Rejects requests that another site could have made a browser send with the user's cookies (Fetch standard, `Origin`;
 * W3C Fetch Metadata, `Sec-Fetch-Site`), and requests that say one method and mean another.
 *
 * @throws {Problem} when the request comes from another site (403), or overrides its method (400)
 */
export function requireOwnPage({ method, headers }: Request, origins: ReadonlySet<string>): void {
  const origin = headers.get("origin");
  const reads = method === "GET";
  const isForeign = origin === null ? !reads : !origins.has(origin);
  if (isForeign || headers.get("sec-fetch-site") === "cross-site") {
    throw new Problem(403, "FOREIGN_ORIGIN", "The call does not come from a page of this platform");
  }
  if (OVERRIDES.some((name) => headers.has(name))) throw badRequest("The method cannot be overridden");
}

/** What lets a page of an allowed origin read the response. Nobody else gets any of it. */
export function corsHeaders({ headers }: Request, origins: ReadonlySet<string>): Record<string, string> {
  const origin = headers.get("origin");
  if (origin === null || !origins.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "Date, Retry-After",
  };
}

/** The headers of the response to a preflight of an allowed origin. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": ["content-type", ...forwardedHeaders].join(", "),
    "access-control-max-age": "600",
  };
}
