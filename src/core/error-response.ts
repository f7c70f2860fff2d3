import { apiErrorClass } from "./api-errors";
import type { ApiError } from "./api-errors";
import { textOf } from "./fields";
import { judge, outcomeOfJudgement, isConclusive } from "./outcome";
import { redact, shownResponseHeaders } from "./redaction";
import type { Outcome } from "./errors";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import type { ResponseMeta } from "./response-of";
import { retryAfterSeconds } from "./retry-policy";

/** How much of an unreadable response an error shows. */
const EXCERPT_LENGTH = 200;
/** How much text of an error response is kept. */
const KEPT_TEXT_LENGTH = 1024;

/** What the error of a response needs to know beside the response. */
export interface FailureReading {
  readonly request: PreparedRequest;
  /** The time of the response in milliseconds since the epoch, for a `Retry-After` that is a date. */
  readonly nowMs: number;
  /** What becomes of the whole call when this attempt ends so. `concludes`: it also says what became of earlier attempts. */
  readonly outcomeAfter: (attempt: Outcome, concludes?: boolean) => Outcome;
}

/** The beginning of a text, in one line. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/**
 * Makes the error of an error response. Its class follows the status; the body, JSON or not, helps as far as it goes.
 *
 * @param body the body as JSON; `undefined` when it is not JSON
 */
export function apiErrorOf(
  text: string,
  body: unknown,
  meta: ResponseMeta,
  reading: FailureReading,
): ApiError {
  const { request, outcomeAfter, nowMs } = reading;
  const { status, headers, idempotencyKey } = meta;
  const secrets = request.secrets();
  const isObject = typeof body === "object" && body !== null;
  const shown: unknown =
    body === undefined ? redact(text, secrets).slice(0, KEPT_TEXT_LENGTH) : redact(body, secrets);
  const problem: Record<string, unknown> = isObject ? { ...(shown as object) } : {};
  const details = problem["details"];
  const reason = textOf(problem, "reason") ?? textOf(details, "reason");
  const code = textOf(problem, "code") ?? `HTTP_${status}`;
  const said = textOf(problem, "message") ?? excerpt(isObject ? JSON.stringify(problem) : String(shown));
  const requestId = redact(meta.requestId, secrets);
  const retryAfter = retryAfterSeconds(headers.get("retry-after"), nowMs);
  const message = [
    `${labelOf(request)} failed with ${status} ${code}`,
    said && `: ${said}`,
    reason === undefined || reason === said ? "" : ` (${reason})`,
    requestId === undefined ? "" : ` [request ${requestId}]`,
  ].join("");
  const response = { status, body, retryAfter };
  const judgement = judge(response, idempotencyKey !== undefined);
  return new (apiErrorClass(status, code))(message, {
    operation: request.operation,
    idempotencyKey,
    requestId,
    status,
    code,
    reason,
    details,
    headers: redact(shownResponseHeaders(headers), secrets),
    body: shown,
    retryAfter,
    outcome: outcomeAfter(outcomeOfJudgement(judgement), isConclusive(response, judgement)),
  });
}
