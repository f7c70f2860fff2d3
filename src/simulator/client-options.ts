/** Client options for the simulator. Spread them into the options of a `PaymentsClient`. */
export interface SimulatorClientOptions {
  /** With the version segment. */
  baseUrl: string;
  /** The API token id. */
  clientId: string;
  /** The API client secret. */
  clientSecret: string;
  /** Set if `baseUrl` starts with `http:`. The calls stay in this process. */
  allowInsecureHttp?: boolean | undefined;
  /** Makes the calls in this process. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** The options of a client for a simulator in this process. */
export function clientOptionsOf(
  { href, protocol }: URL,
  { clientId, clientSecret }: Pick<SimulatorClientOptions, "clientId" | "clientSecret">,
  fetch: SimulatorClientOptions["fetch"],
): SimulatorClientOptions {
  const baseUrl = href.replace(/\/+$/, "");
  return { baseUrl, ...(protocol === "http:" && { allowInsecureHttp: true }), clientId, clientSecret, fetch };
}
