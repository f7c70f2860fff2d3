import type { Outcome } from "../core/errors";
import type { RelayOperation } from "./operation";
import type { PlainResponse } from "./problem";
import type { RelayUser } from "./user";

/**
 * One call of a page, as the option `onEvent` sees it. It holds identifiers and no secret: no body, header, address, code,
 * token, key or signature.
 */
export interface RelayEvent {
  /** The platform's own identifier of the user, from `authenticate`; `undefined` before the user is known, or without one. */
  readonly userId: string | undefined;
  /** The user as a customer of the service, from `authenticate`. */
  readonly customerId: string | undefined;
  /** What was asked for; `undefined` for anything that the relay does not offer. */
  readonly operation: RelayOperation | undefined;
  /** The user's wallet that the call is about, once it is known to be theirs; `undefined` where it is about none in particular. */
  readonly accountId: string | undefined;
  /** The HTTP status of the response; 500 for an error that goes on to your framework. */
  readonly status: number;
  /** The code of an error response. */
  readonly code: string | undefined;
  /**
   * What became of the call at the service. A 202 asks for a signature: `"not-executed"`. A page may repeat what is
   * `"unknown"`.
   */
  readonly outcome: Outcome;
  /** The service's identifier of the request, where it sent one. */
  readonly requestId: string | undefined;
  /**
   * A fault that only you can repair. The page received a 502 without a reason. `"CREDENTIALS_REFUSED"`: the service refused
   * your credentials (401), or they lack a permission (403). `"SECRET_IN_RESPONSE"`: a response of the service held your secret.
   * `"CREDENTIALS_UNAVAILABLE"`: the client's function for `credentials` failed. The page received a 503.
   */
  readonly platformProblem:
    "CREDENTIALS_REFUSED" | "CREDENTIALS_UNAVAILABLE" | "SECRET_IN_RESPONSE" | undefined;
  /** From the request to the response, in milliseconds. */
  readonly durationMs: number;
}

/** What is known of a call so far. */
export interface KnownCall {
  user?: RelayUser;
  operation?: RelayOperation;
  accountId?: string | undefined;
  /** Whether the call itself, and not only questions about its owner, has been made. */
  isSent?: boolean;
}

/** The outcome of a call. A 202 asks for a signature: nothing was executed. */
export function outcomeOf({ status, outcome }: PlainResponse): Outcome {
  return outcome ?? (status === 202 ? "not-executed" : "executed");
}

/** Describes a call and its response. */
export function eventOf(known: KnownCall, response: PlainResponse, durationMs: number): RelayEvent {
  const { status, body, requestId, platformProblem } = response;
  const code: unknown =
    status >= 400 && typeof body === "object" && body !== null ? Reflect.get(body, "code") : undefined;
  return {
    userId: known.user?.userId,
    customerId: known.user?.customerId,
    operation: known.operation,
    accountId: known.accountId,
    status,
    code: typeof code === "string" ? code : undefined,
    outcome: known.isSent ? outcomeOf(response) : "not-executed",
    requestId,
    platformProblem,
    durationMs,
  };
}

/** Calls the hook. Nothing that it does changes the call. */
export function report(onEvent: ((event: RelayEvent) => unknown) | undefined, event: () => RelayEvent): void {
  if (onEvent === undefined) return;
  // Not awaited: an audit log that hangs must not hold the page up.
  void (async () => onEvent(event()))().catch(() => {});
}
