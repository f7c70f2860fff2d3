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
