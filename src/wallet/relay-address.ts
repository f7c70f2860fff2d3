import { ConfigurationError } from "../core/errors";

/**
 * The relay's address without a trailing slash.
 *
 * @throws {ConfigurationError} when it is relative without a page, or a wallet cannot use it.
 */
export function relayAddress(relay: unknown, page: string | undefined): string {
  if (typeof relay !== "string" || relay === "" || !URL.canParse(relay, page)) {
    throw new ConfigurationError(
      "relay",
      page === undefined ? "must be an absolute address outside a page" : "must be an address",
    );
  }
  const url = new URL(relay, page);
  if (!/^https?:/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(
      "relay",
      "must be an http(s) address without credentials, query or fragment",
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
