/** Why a request is not served. */
export interface Refusal {
  status: number;
  error: string;
}

const localHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

const refusal = (status: number, error: string): Refusal => ({ status, error });

/**
 * Keeps other pages of the same browser out: they can send requests to this server, too.
 *
 * - `Host` must name this machine: a foreign name that was pointed at 127.0.0.1 (DNS rebinding) makes a foreign page
 *   same-origin, and comes in that header.
 * - A request that changes something must come from this page, as `Origin` or `Sec-Fetch-Site` says, which a page cannot
 *   forge, and have a content type that a foreign page cannot send unasked (Fetch, "CORS protocol").
 * - Data are given to this page, or to no page at all. Another port of this machine is another origin.
 *
 * @returns why the request is refused; `undefined` when it may pass.
 */
export function refusalOf(method: string, path: string, headers: Headers): Refusal | undefined {
  const host = headers.get("host") ?? "";
  if (!localHost.test(host)) {
    return refusal(403, "This page is served to 127.0.0.1 and localhost only");
  }
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOwnSite = site === null || site === "same-origin" || (site === "none" && method !== "POST");
  const isOwnOrigin = origin === null || origin.toLowerCase() === `http://${host.toLowerCase()}`;
  if (method === "POST") {
    if ((site === null && origin === null) || !isOwnSite || !isOwnOrigin)
      return refusal(403, "Controls take requests of this page only: send its address as `Origin`");
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (type.trim().toLowerCase() !== "application/json")
      return refusal(415, "Expected the content type application/json");
    return undefined;
  }
  const isData = path.startsWith("/api/");
  if (isData && !(isOwnSite && isOwnOrigin)) return refusal(403, "Data are for this page only");
  return undefined;
}
