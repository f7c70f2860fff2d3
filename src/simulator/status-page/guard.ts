const localHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Keeps other pages in the same browser out. They can send requests to this server, too.
 *
 * - `Host` must name this machine. A foreign name that resolves to 127.0.0.1 (DNS rebinding) would make a foreign page same-origin.
 * - A change must come from this page. `Origin` or `Sec-Fetch-Site` says so, and no page can forge them.
 * - Data go to this page, to a tab that opens it, or to a program. Another port of this machine is another origin.
 *
 * @returns the reason for a refusal, `undefined` if the request is allowed.
 */
export function refusalOf(method: string, headers: Headers): string | undefined {
  const host = headers.get("host") ?? "";
  if (!localHost.test(host)) return "The status page serves requests to 127.0.0.1 and localhost only.";
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOwnOrigin = origin === null || origin.toLowerCase() === `http://${host.toLowerCase()}`;
  const isOwn = isOwnOrigin && (site === null || site === "same-origin");
  if (method === "POST") {
    const isNamed = site !== null || origin !== null;
    return isOwn && isNamed ? undefined : "Only the status page can send this. Set `Origin` to its address.";
  }
  const isOpenedInTab = site === "none" || headers.get("sec-fetch-dest") === "document";
  return isOwn || (isOwnOrigin && isOpenedInTab) ? undefined : "Only the status page can read this.";
}
