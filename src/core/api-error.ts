import type { Answer } from "./transport";
import { apiErrorClass } from "./errors";
import type { ApiError } from "./errors";
import { redact, shownResponseHeaders } from "./redaction";
import type { Prepared } from "./request";
import type { ResponseMeta } from "./response-of";
import { answerOutcome, retryAfterSeconds } from "./retry-policy";

/** How much of an unreadable answer an error shows. */
const EXCERPT_LENGTH = 200;
/** How much text of an error answer is kept. */
const KEPT_TEXT_LENGTH = 1024;

/** The beginning of a text, in one line. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/**
 * Makes the error of an error answer. Its class follows the status; the body, JSON or not, helps as far as it goes.
 *
 * @param parsed the body as JSON; `undefined` when it was none
 * @param now the service's time, for a `Retry-After` that is a date
 */
export function apiError(
  prepared: Prepared,
  answer: Answer,
  meta: ResponseMeta,
  parsed: unknown,
  now: number,
): ApiError {
  const { status, headers, text } = answer;
  const secrets = prepared.secrets();
  const structured = typeof parsed === "object" && parsed !== null;
  const problem: Record<string, unknown> = structured ? redact({ ...parsed }, secrets) : {};
  const details = problem["details"];
  const reason =
    problem["reason"] ??
    (typeof details === "object" && details !== null ? Reflect.get(details, "reason") : undefined);
  const code =
    typeof problem["code"] === "string" && problem["code"] !== "" ? problem["code"] : `HTTP_${status}`;
  const said =
    typeof problem["message"] === "string"
      ? problem["message"]
      : excerpt(structured ? JSON.stringify(problem) : redact(text, secrets));
  const retryAfter = retryAfterSeconds(headers.get("retry-after"), now);
  const message = [
    `${prepared.method} ${prepared.operation} failed with ${status} ${code}`,
    said && `: ${said}`,
    typeof reason === "string" && reason !== said ? ` (${reason})` : "",
    meta.requestId === undefined ? "" : ` [request ${meta.requestId}]`,
  ].join("");
  return new (apiErrorClass(status))(message, {
    operation: prepared.operation,
    idempotencyKey: prepared.idempotencyKey,
    requestId: meta.requestId,
    status,
    code,
    reason: typeof reason === "string" ? reason : undefined,
    details: details ?? undefined,
    headers: shownResponseHeaders(headers),
    body: parsed ?? text.slice(0, KEPT_TEXT_LENGTH),
    retryAfter,
    outcome: answerOutcome(status, code, retryAfter),
  });
}
