/**
 * Keeps other pages in the same browser out. They can send requests to this server, too. The server has checked `Host`.
 *
 * - A change must come from this page. `Origin` or `Sec-Fetch-Site` says so, and no page can forge them.
 * - Data go to this page, to a tab that opens it, or to a program. Another port of this machine is another origin.
 *
 * @returns the reason for a refusal, `undefined` if the request is allowed.
 */
export function refusalOf(method: string, headers: Headers): string | undefined {
  const host = headers.get("host") ?? "";
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
