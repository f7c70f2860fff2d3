import { isApiError } from "../core/api-errors";
import { isConnectionError, isPaymentsError, isTimeoutError } from "../core/errors";
import type { ApiError } from "../core/api-errors";
import type { PaymentsError } from "../core/errors";

/** What the relay answers. A body of `undefined` stands for none. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

/** A refusal of the relay's own, in the form of the service's errors. Its message never shows what the visitor sent. */
export class Problem extends Error {
  readonly answer: Answer;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.answer = { status, body: { status, code, message }, retryAfter };
  }
}

export const badRequest = (message: string): Problem => new Problem(400, "INVALID_INPUT", message);

/** What does not exist and what belongs to somebody else read alike, so that nobody can probe for identifiers. */
export const notFound = (): Problem => new Problem(404, "NOT_FOUND", "There is no such resource");

/** How long a page should wait before it repeats a call that did not reach the service, in seconds. */
const SOON = 1;

/** Nothing was asked of the service yet: a 503 that names a time to return says that repeating is safe. */
export function lookupFailed(error: PaymentsError): Problem {
  const retryAfter = isApiError(error) ? (error.retryAfter ?? SOON) : SOON;
  return new Problem(503, "OWNERSHIP_UNKNOWN", "The service cannot be asked right now", retryAfter);
}

/**
 * What a failed call to the service looks like to the page; `undefined` for an error that is not of the service or of the
 * way to it. The status keeps what is known about the effect of the call.
 *
 * @param carriesProof whether the visitor's own proof or signature was part of the call. Otherwise a 401 or 403 can only be
 *   about the credentials of the relay, and is no business of the visitor.
 */
export function answerOfError(error: unknown, carriesProof: boolean): Answer | undefined {
  if (error instanceof Problem) return error.answer;
  if (!isPaymentsError(error)) return undefined;
  if (isApiError(error)) {
    const isOwnTrouble = !carriesProof && (error.status === 401 || error.status === 403);
    return isOwnTrouble ? badGateway.answer : passedOn(error);
  }
  if (isTimeoutError(error)) {
    return new Problem(504, "SERVICE_TIMEOUT", "The service did not answer in time").answer;
  }
  if (isConnectionError(error)) {
    return error.outcome === "not-executed"
      ? new Problem(503, "SERVICE_UNREACHABLE", "The service cannot be reached", SOON).answer
      : badGateway.answer;
  }
  switch (error.code) {
    case "INVALID_REQUEST":
      // Names the members at fault.
      return badRequest(error.message).answer;
    case "UNREADABLE_RESPONSE":
    case "INVALID_RESPONSE":
    case "PAGINATION_FAILED":
      return badGateway.answer;
    default:
      return undefined;
  }
}

const badGateway = /* @__PURE__ */ new Problem(
  502,
  "BAD_GATEWAY",
  "The service gave no answer that can be passed on",
);

/**
 * The service's own error, member by member. The client has taken secrets out of all of them but the message, which is
 * passed on only where the client found nothing to take out.
 */
function passedOn({ status, code, reason, details, retryAfter, body, message }: ApiError): Answer {
  const said: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "message") : undefined;
  const shown = typeof said === "string" && message.includes(said) ? said : "The service refused the call";
  return { status, body: { status, code, message: shown, reason, details }, retryAfter };
}
