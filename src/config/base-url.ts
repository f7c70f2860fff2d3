import { ConfigurationError } from "../core/errors";
import { API_VERSION } from "./version";

/** Whether a host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`, as `URL` writes them. */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The options that decide about a base URL. */
interface BaseUrlOptions {
  readonly apiVersion?: string | undefined;
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * The base URL with its version segment and without a trailing slash.
 *
 * @throws {ConfigurationError} when the URL or the version is malformed, or the URL would send the secret unencrypted
 */
export function resolveBaseUrl(
  text: string,
  { apiVersion = API_VERSION, allowInsecureHttp = false }: BaseUrlOptions,
): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError("baseUrl", "must be an absolute http(s) address");
  if (url.protocol === "http:" && !isLoopback(url.hostname) && !allowInsecureHttp) {
    throw new ConfigurationError(
      "baseUrl",
      "must start with https: because http: sends the API secret unencrypted. Inside a trusted network, pass `allowInsecureHttp: true`",
    );
  }
  if (url.username || url.password) {
    throw new ConfigurationError(
      "baseUrl",
      "must not contain credentials: use `clientId` and `clientSecret`",
    );
  }
  if (url.search || url.hash)
    throw new ConfigurationError("baseUrl", "must not contain a query or a fragment");
  if (typeof apiVersion !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(apiVersion))
    throw new ConfigurationError("apiVersion", "must be a date such as 2025-10-13");
  const path = url.pathname.replace(/\/+$/, "");
  const version = /\/(\d{4}-\d{2}-\d{2})$/.exec(path)?.[1];
  if (version !== undefined && version !== apiVersion) {
    throw new ConfigurationError(
      "baseUrl",
      `ends in the version ${version}, but this client speaks ${apiVersion}: leave the version out, or pass \`apiVersion: "${version}"\` too`,
    );
  }
  return `${url.origin}${path}${version === undefined ? `/${apiVersion}` : ""}`;
}
