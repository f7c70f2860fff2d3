import { isApiError, isConnectionError, isPaymentsError, isTimeoutError } from "../core/error-guards";
import type { ApiError } from "../core/api-errors";
import type { Outcome, PaymentsError } from "../core/errors";
import { fieldOf } from "../core/fields";
import { REDACTED } from "../core/redaction";
import { isServiceError } from "../core/service-errors";
import type { RelayEvent } from "./event";

/** A response to the page, before it becomes a `Response`. The facts for `onEvent` are not sent. */
export interface PlainResponse extends Partial<Pick<RelayEvent, "requestId" | "platformProblem">> {
  /** The HTTP status. */
  readonly status: number;
  /** The value to send as JSON. `undefined` means no body. */
  readonly body: unknown;
  /** How long the page should wait before it retries, in seconds. */
  readonly retryAfter?: number | undefined;
  /** Absent after a normal response of the service. */
  readonly outcome?: Outcome | undefined;
}

/** Makes a `Response` from status and body. The relay sets all headers; none come from the service. */
export function toResponse(
  { status, body, retryAfter }: PlainResponse,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter)) }),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "Origin",
      ...headers,
    },
  });
}

/**
 * An error response of the relay itself, in the form of the service's errors. Its message never shows what the page sent.
 */
export class RelayProblem extends Error {
  /** The response to the page. */
  readonly response: PlainResponse;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    const outcome = status === 502 || status === 504 ? "unknown" : "not-executed";
    this.response = { status, body: { status, code, message }, retryAfter, outcome };
  }
}

/** 400: the page's call is malformed. */
export const malformedCall = (message: string): RelayProblem =>
  new RelayProblem(400, "INVALID_INPUT", message);

/** 403: another page frames the page that used a passkey. */
export const foreignFrame = (): RelayProblem =>
  new RelayProblem(
    403,
    "FOREIGN_ORIGIN",
    "Another page frames the wallet's page: allow it with `topOrigins`",
  );

/** 404: a missing resource and another user's resource look alike, so nobody can probe for identifiers. */
export const missingResource = (): RelayProblem =>
  new RelayProblem(404, "NOT_FOUND", "The resource does not exist");

/** 404: the call names a wallet of somebody else. The wallet learns that its page has another user. */
export class OtherUser extends RelayProblem {
  constructor() {
    super(404, "NOT_FOUND", "The resource does not exist");
  }
}

/** 502: the relay cannot pass on the service's response. The outcome is unknown. */
export const badGateway = (): RelayProblem =>
  new RelayProblem(502, "BAD_GATEWAY", "The service sent no usable response");

/** How long a page should wait before it retries a call that did not reach the service, in seconds. */
export const SOON = 1;

/**
 * The response to the page for a failed call to the service. `undefined` for any other error. The status keeps what is known
 * about the effect of the call.
 */
export function responseOfError(error: unknown): PlainResponse | undefined {
  if (error instanceof RelayProblem) return error.response;
  if (!isPaymentsError(error)) return undefined;
  if (isApiError(error)) {
    // In the relay's form, a gateway's error would look like the service's.
    return isServiceError(error.status, error.body) ? passedOn(error) : withFacts(badGateway(), error);
  }
  if (isTimeoutError(error)) {
    return withFacts(new RelayProblem(504, "SERVICE_TIMEOUT", "The service did not respond in time"), error);
  }
  if (isConnectionError(error)) {
    return unreachable(error);
  }
  switch (error.code) {
    case "INVALID_REQUEST":
      // Names the invalid fields.
      return malformedCall(error.message).response;
    case "CREDENTIALS_UNAVAILABLE":
      return { ...unreachable(error), platformProblem: "CREDENTIALS_UNAVAILABLE" };
    case "UNREADABLE_RESPONSE":
    case "INVALID_RESPONSE":
    case "UNRELATED_RESPONSE":
    case "PAGINATION_FAILED":
      return withFacts(badGateway(), error);
    default:
      return undefined;
  }
}

/** 503 if the service was not reached, otherwise 502. */
function unreachable(error: PaymentsError): PlainResponse {
  return error.outcome === "not-executed"
    ? new RelayProblem(503, "SERVICE_UNREACHABLE", "The service cannot be reached", SOON).response
    : withFacts(badGateway(), error);
}

/** Adds the client's facts about the call to a problem, for `onEvent`. */
export function withFacts({ response }: RelayProblem, { outcome, requestId }: PaymentsError): PlainResponse {
  return { ...response, outcome, requestId };
}

/**
 * Copies the service's error, field by field. The client has removed secrets from all of them. A message passes only if the
 * client found nothing to remove.
 */
function passedOn(error: ApiError): PlainResponse {
  const { status, code, reason, details, retryAfter, body, outcome, requestId } = error;
  const sent = fieldOf(body, "message");
  const shown = typeof sent === "string" && !sent.includes(REDACTED) ? sent : "The service refused the call";
  return { status, body: { status, code, message: shown, reason, details }, retryAfter, outcome, requestId };
}
