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
