import type { Outcome } from "../core/errors";

/** An operation that the relay offers to pages: the HTTP method, and the path below the mount point. */
export type RelayOperation =
  | "POST /registration-challenge"
  | "GET /auth/credentials"
  | "POST /auth/credentials"
  | "POST /auth/credentials/{id}/challenge"
  | "POST /auth/credentials/{id}/verify"
  | "DELETE /auth/credentials/{id}"
  | "GET /auth/sessions"
  | "DELETE /auth/sessions/{id}"
  | "POST /auth/sessions/{id}/refresh"
  | "POST /internal-accounts/{id}/export"
  | "GET /customers/internal-accounts"
  | "GET /customers/external-accounts"
  | "GET /transactions"
  | "GET /receiver/uma/{address}"
  | "GET /receiver/external-account/{id}"
  | "POST /quotes"
  | "GET /quotes/{id}"
  | "POST /quotes/{id}/execute";

/**
 * One call of a page, as the option `onEvent` receives it. It holds identifiers but no secrets: no body, header, address,
 * code, token, key or signature.
 */
export interface RelayEvent {
  /** Your own id of the user, from `authenticate`. `undefined` before the user is known, or without one. */
  readonly userId: string | undefined;
  /** The user's customer id, from `authenticate`. */
  readonly customerId: string | undefined;
  /** The requested operation. `undefined` if the relay does not offer it. */
  readonly operation: RelayOperation | undefined;
  /**
   * The user's wallet that the call is about, once the relay has checked it. `undefined` if the call is not about one wallet.
   */
  readonly accountId: string | undefined;
  /** The HTTP status of the response. 500 for an error that passes to your framework. */
  readonly status: number;
  /** The code of an error response. */
  readonly code: string | undefined;
  /**
   * The outcome of the call at the service. A challenge to sign is `"not-executed"`. After
   * `"unknown"`, the page may retry with the same idempotency key.
   */
  readonly outcome: Outcome;
  /** The service's id of the request, if it sent one. */
  readonly requestId: string | undefined;
  /**
   * A fault that only you can repair. The page usually received a 502 without a reason. `"CREDENTIALS_REFUSED"`: the service rejected
   * your credentials (401), or they lack a permission (403). `"SECRET_IN_RESPONSE"`: a response of the service held your
   * secret. `"CREDENTIALS_UNAVAILABLE"`: the client's `credentials` function failed, and the page received a 503.
   */
  readonly platformProblem:
    "CREDENTIALS_REFUSED" | "CREDENTIALS_UNAVAILABLE" | "SECRET_IN_RESPONSE" | undefined;
  /** The time from the request to the response, in milliseconds. */
  readonly durationMs: number;
}
