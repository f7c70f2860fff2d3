import type { Outcome } from "../core/errors";
import { textOf } from "../core/fields";
import type { RelayOperation } from "./operation";
import type { PlainResponse } from "./problem";
import type { RelayUser } from "./user";

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
   * The outcome of the call at the service. A 202 requests a signature, so its outcome is `"not-executed"`. After
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

/** The known facts of a call so far. */
export interface KnownCall {
  user?: RelayUser;
  operation?: RelayOperation;
  accountId?: string | undefined;
  /** Whether the call itself has been sent, not only ownership checks. */
  isSent?: boolean;
}

/** The outcome of a call. A 202 requests a signature: nothing was executed. */
export function outcomeOf({ status, outcome }: PlainResponse): Outcome {
  return outcome ?? (status === 202 ? "not-executed" : "executed");
}

/** Describes a call and its response. */
export function eventOf(known: KnownCall, response: PlainResponse, durationMs: number): RelayEvent {
  const { status, body, requestId, platformProblem } = response;
  return {
    userId: known.user?.userId,
    customerId: known.user?.customerId,
    operation: known.operation,
    accountId: known.accountId,
    status,
    code: status >= 400 ? textOf(body, "code") : undefined,
    outcome: known.isSent ? outcomeOf(response) : "not-executed",
    requestId,
    platformProblem,
    durationMs,
  };
}

/** Calls the hook. The hook cannot change the call. */
export function report(onEvent: ((event: RelayEvent) => unknown) | undefined, event: () => RelayEvent): void {
  if (onEvent === undefined) return;
  // Not awaited: an audit log that hangs must not delay the page.
  void (async () => onEvent(event()))().catch(() => {});
}
