/** How the simulator reads, repeats and logs requests. */
export interface SimulatorRequestOptions {
  /** The most bytes of a request body other than a file: 413 above it. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** The most bytes of a document, or of the file of a bulk import: 413 above it. Default 10,485,760. */
  maxDocumentBytes?: number | undefined;
  /** The response to a used idempotency key with another body: the first response (`"replay"`), or 409 (`"reject"`). Default `"replay"`. */
  idempotencyMismatch?: "replay" | "reject" | undefined;
  /** A 4xx response under an idempotency key: the next call gets it again (`"stored"`), or acts (`"forgotten"`). A 401 is never stored. Default `"stored"`. */
  keyedRefusals?: "stored" | "forgotten" | undefined;
  /**
   * What happens to unknown body fields and query parameters: `"ignore"`, `"report"` or `"reject"`. `"report"` lists them in the request log and warns.
   * `"reject"` responds with 400 and names the nearest known field. Default `"ignore"`.
   */
  unknownFields?: "ignore" | "report" | "reject" | undefined;
  /** Further kinds of external accounts, such as `"MOON_ACCOUNT"`. They are stored as sent, in any currency. Default: none. */
  accountKinds?: readonly string[] | undefined;
  /**
   * Checks requests by the contract where the specification is silent. It concerns business information, beneficial owners,
   * kinds of sources, destinations and rails of quotes, passkeys, and the type of a changed customer. `false` accepts other values.
   * Default `true`.
   */
  contractChecks?: boolean | undefined;
  /** `POST /transfer-out` without `amount`: 400, or a transfer of the `"whole-balance"`. Default `"rejected"`. */
  missingAmount?: "rejected" | "whole-balance" | undefined;
  /** Show secrets in the request log: Authorization, signatures, one-time codes, tokens. Default `false`. */
  logSecrets?: boolean | undefined;
}

/** How much of the past the simulator keeps. `Infinity` keeps everything. Resources and balances are always kept. */
export interface SimulatorKeep {
  /**
   * The newest requests, events, deliveries, e-mails and ledger entries, of each. At times up to a quarter more. Requests with long
   * lists go earlier: the log of requests holds at most 1,000,000 values, unless it keeps everything.
   * `totals()` counts forgotten ledger entries, too. Default 10,000.
   */
  log?: number | undefined;
  /**
   * Stored responses of calls with an `Idempotency-Key`. If a response is forgotten, its repeated call acts again.
   * Default 100,000.
   */
  responses?: number | undefined;
  /** Signed requests, passkey challenges, receiver lookups and used client keys, of each. Default 10,000. */
  challenges?: number | undefined;
}
