/** Who may reach the pages beside the API. */
export interface Guard {
  /** Needed in every request where the server listens elsewhere than on this machine. */
  token?: string | undefined;
  /** Programs may change something, too: they send neither `Origin` nor `Sec-Fetch-Site`. */
  allowsPrograms: boolean;
}

/** Browsers send a cookie to every port of a host, so each simulator has a name of its own. */
function cookieOf(token: string, headers: Headers): string {
  const [, port = "80"] = /:(\d+)$/.exec(headers.get("host") ?? "") ?? [];
  return `payments_simulator_${port}=${token}`;
}

/** The header that lets a browser in, once it has shown the token in the address. */
export const admission = (token: string, headers: Headers) => ({
  "Set-Cookie": `${cookieOf(token, headers)}; HttpOnly; SameSite=Strict; Path=/_simulator`,
});

function hasToken(headers: Headers, token: string): boolean {
  const cookies = (headers.get("cookie") ?? "").split("; ");
  const [, bearer] = /^Bearer +(.*)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return bearer === token || cookies.includes(cookieOf(token, headers));
}

/**
 * Keeps other pages in the same browser out. They can send requests to this server, too. The server has checked `Host`, or asks
 * for a token.
 *
 * - A change must come from this page, or from a program. `Origin` or `Sec-Fetch-Site` says so, and no page can forge them.
 * - Data go to this page, to a tab that opens it, or to a program. Another port of this machine is another origin.
 *
 * @returns the reason for a refusal, `undefined` if the request is allowed.
 */
export function refusalOf(
  method: string,
  headers: Headers,
  { token, allowsPrograms }: Guard,
): string | undefined {
  if (token !== undefined && !hasToken(headers, token)) return "Send `Authorization: Bearer <token>`.";
  const host = headers.get("host") ?? "";
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOwnOrigin = origin === null || origin.toLowerCase() === `http://${host.toLowerCase()}`;
  const isOwn = isOwnOrigin && (site === null || site === "same-origin");
  if (method !== "GET" && method !== "HEAD") {
    const isNamed = site !== null || origin !== null;
    if (isOwn && (isNamed || allowsPrograms)) return undefined;
    return allowsPrograms
      ? "Only this page and programs can send this."
      : "Only the status page can send this. Set `Origin` to its address, or use the admin API.";
  }
  const isOpenedInTab = site === "none" || headers.get("sec-fetch-dest") === "document";
  return isOwn || (isOwnOrigin && isOpenedInTab) ? undefined : "Only the status page can read this.";
}
