/** What a client needs to talk to the simulator; spread it into the options of a `PaymentsClient`. */
export interface SimulatorClientOptions {
  /** With the version segment. */
  baseUrl: string;
  /** The API token id. */
  clientId: string;
  /** The API client secret. */
  clientSecret: string;
  /** There when `baseUrl` starts with `http:`. The calls stay in this process. */
  allowInsecureHttp?: boolean | undefined;
  /** Carries out the calls in this process. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** The options of a client that talks to a simulator in this process. */
export function clientOptionsOf(
  { href, protocol }: URL,
  { clientId, clientSecret }: Pick<SimulatorClientOptions, "clientId" | "clientSecret">,
  fetch: SimulatorClientOptions["fetch"],
): SimulatorClientOptions {
  const baseUrl = href.replace(/\/+$/, "");
  return { baseUrl, ...(protocol === "http:" && { allowInsecureHttp: true }), clientId, clientSecret, fetch };
}
