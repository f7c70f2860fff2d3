/** How the simulator delivers its events to your endpoint. */
export interface SimulatorWebhookOptions {
  /**
   * Your endpoint, an http or https address. The simulator posts every event to it, signed in `X-Service-Signature`.
   * `simulator.webhooks.url` changes it. Default: none.
   */
  url?: string | undefined;
  /** Sends the deliveries. Default: the global `fetch`. */
  fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * The waits before the second and later attempts, each from the start of the attempt before, on the simulator's clock:
   * milliseconds, or strings such as `"30s"`. An empty array delivers once.
   * Default 5 s, 30 s, 2 min, 10 min, then 30 min for 7 days.
   */
  retries?: readonly (number | string)[] | undefined;
  /** How long the endpoint has to respond, in real time: milliseconds, or a string such as `"10s"`. Default 10 s. */
  timeout?: number | string | undefined;
  /** The form of `X-Service-Signature`: base64, or JSON with a version `v` and the base64 as `s`. Default `"base64"`. */
  signatureFormat?: "base64" | "json" | undefined;
}
