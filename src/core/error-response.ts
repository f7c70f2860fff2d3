import { apiErrorClass } from "./api-errors";
import { AttemptFailure } from "./attempt-failure";
import { textOf } from "./fields";
import { judge } from "./judge";
import type { Asked } from "./judge";
import { redact, shownResponseHeaders } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import type { ResponseMeta } from "./response-of";
import { retryAfterSeconds } from "./retry-policy";

/** How much of an unreadable response an error shows. */
const EXCERPT_LENGTH = 200;
/** How much text of an error response is kept. */
const KEPT_TEXT_LENGTH = 1024;

/** What reading a response needs to know beside the response. */
export interface ResponseContext {
  readonly request: PreparedRequest;
  readonly asked: Asked;
  /** The time of the response in milliseconds since the epoch, for a `Retry-After` that is a date. */
  readonly nowMs: number;
}

/** The beginning of a text, in one line. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}…` : line;
}

/** Makes the failure of an error response. The class of its error follows the status. */
export function errorResponse(
  text: string,
  body: unknown,
  meta: ResponseMeta,
  { request, asked, nowMs }: ResponseContext,
): AttemptFailure {
  const { status, headers } = meta;
  const retryAfter = retryAfterSeconds(headers.get("retry-after"), nowMs);
  const verdict = judge({ kind: "response", response: { status, text, body, retryAfter } }, asked);
  return new AttemptFailure(verdict, (facts) => {
    const secrets = request.secrets();
    const isObject = typeof body === "object" && body !== null;
    const shown: unknown =
      body === undefined ? redact(text, secrets).slice(0, KEPT_TEXT_LENGTH) : redact(body, secrets);
    const problem: Record<string, unknown> = isObject ? { ...(shown as object) } : {};
    const details = problem["details"];
    const reason = textOf(problem, "reason") ?? textOf(details, "reason");
    const code = textOf(problem, "code") ?? `HTTP_${status}`;
    // Values of other fields may be personal data.
    const said =
      textOf(problem, "message") ?? (isObject ? Object.keys(problem).join(", ") : excerpt(String(shown)));
    const requestId = redact(meta.requestId, secrets);
    const message = [
      `${labelOf(request)} failed with ${status} ${code}`,
      said && `: ${said}`,
      reason === undefined || reason === said ? "" : ` (${reason})`,
      requestId === undefined ? "" : ` [request ${requestId}]`,
    ].join("");
    return new (apiErrorClass(status, code))(message, {
      ...facts,
      requestId,
      status,
      code,
      reason,
      details,
      headers: redact(shownResponseHeaders(headers), secrets),
      body: shown,
      retryAfter,
    });
  });
}
