import { apiErrorClass } from "./api-errors";
import { AttemptFailure } from "./attempt-failure";
import { codeRow } from "./error-codes";
import { ResponseValidationError, UnrelatedResponseError } from "./errors";
import type { Issue } from "./errors";
import { isObject } from "../options/kinds";
import { textOf } from "./fields";
import { inexactNumbers } from "./json";
import { judge, NO_JSON, unanswered } from "./judge";
import type { Verdict } from "./judge";
import { presentable } from "./network-failure";
import type { Observer } from "./observer";
import { withoutValues } from "./recognition";
import type { ResponseSchema } from "./recognition";
import { redact, shownResponseHeaders } from "./redaction";
import { excerpt, shownBody } from "./shown-text";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import type { ResponseMeta } from "./response-of";
import { retryAfterSeconds } from "./retry-policy";
import type { TransportResponse } from "./transport";
import type { CoreConfig } from "./types";

/** The most fields that a message names. `issues` has more. */
const SHOWN_ISSUES = 5;
/** The most characters of an error response that is not JSON, and of the service's message. */
const KEPT_LENGTH = 1024;

const USED_KEY = "the idempotency key was used before with other parameters";

/** A complete response, and the data for interpreting it. */
export interface Reading {
  readonly text: string;
  readonly meta: ResponseMeta;
  readonly headers: TransportResponse["headers"];
  /** The time of the response in milliseconds since the epoch, for a `Retry-After` that is a date. */
  readonly nowMs: () => number;
  readonly request: PreparedRequest;
  readonly validation: CoreConfig["validation"];
  readonly hideServiceText?: CoreConfig["hideServiceText"];
  readonly observer: Observer;
}

/**
 * Turns a response into the result of its call.
 *
 * @throws {AttemptFailure} when it is an error, is not recognised, or is unusable
 */
export function readResponse<T>(reading: Reading): T {
  const { text, meta, headers, nowMs, request, validation, observer } = reading;
  const { status } = meta;
  const body = parsed(text);
  const isError = status < 200 || status >= 300;
  const retryAfter = isError ? retryAfterSeconds(headers.get("retry-after"), nowMs()) : undefined;
  const asksForCredentials = isError && headers.get("www-authenticate") !== null;
  const judged = judge({ status, text, body, retryAfter, asksForCredentials }, request);
  const verdict = reading.hideServiceText ? { ...judged, issues: judged.issues.map(withoutValues) } : judged;
  if (isError) throw errorResponse(verdict, body, retryAfter, reading);
  if (verdict.name !== "result" && verdict.name !== "challenge") throw unusable(verdict, body, reading);
  const { amounts, others } = inexactNumbers(body, text);
  if (amounts.length > 0) {
    const problem = withIssues("has an amount that cannot be read exactly", amounts, request);
    throw invalid("INVALID_RESPONSE", problem, { ...verdict, issues: amounts }, text, reading);
  }
  // A caller that asked for a challenge distinguishes it from a result by its status.
  if (verdict.name === "challenge" || body === undefined || validation === "off") return body as T;
  const ofShape = mismatches(request.genuine.schema, body);
  if (ofShape.size + others.length + verdict.issues.length === 0) return body as T;
  // A number that the schema rejected is reported once, with its whole path.
  const refused = new Set([...ofShape.keys()].map(lastName));
  const inexact = others.filter(({ path }) => !refused.has(lastName(path)));
  const isStrict = validation === "strict";
  const shape = isStrict ? ofShape.values() : observer.unreported(request, ofShape);
  const issues = [...shape, ...inexact, ...verdict.issues];
  if (issues.length > 0) {
    const problem = withIssues("has an unexpected shape", issues, request);
    if (isStrict) throw invalid("INVALID_RESPONSE", problem, { ...verdict, issues }, body, reading);
    observer.mismatch(request, meta, issues, messageOf(problem, reading));
  }
  // The only place where a response becomes a model. It is checked above, and returned unchanged if it differs.
  return body as T;
}

/** The body as JSON, or `undefined` if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The differences between a body and its schema, by field. `data.*.status` is one field, with the number of different rows. */
function mismatches(schema: ResponseSchema<unknown> | undefined, body: unknown): Map<string, Issue> {
  const found = new Map<string, { path: string; message: string; count?: number }>();
  const result = schema?.safeParse(body);
  if (result === undefined || result.success) return found;
  for (const { path, message } of result.error.issues) {
    const field = path.map((part) => (typeof part === "number" ? "*" : String(part))).join(".");
    const issue = found.get(field);
    if (issue === undefined) found.set(field, { path: path.map(String).join("."), message });
    else issue.count = (issue.count ?? 1) + 1;
  }
  return found;
}

const lastName = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** A body without secrets, for a message. */
function bodyFor(shown: string, { headers, request }: Pick<Reading, "headers" | "request">): string {
  return shownBody(shown, redact(headers.get("content-type"), request.secrets()));
}

function messageOf(problem: string, { request, meta }: Reading): string {
  return `${labelOf(request)}: the response (${meta.status}) ${problem}`;
}

function withIssues(problem: string, issues: readonly Issue[], request: PreparedRequest): string {
  const shown = redact(issues.slice(0, SHOWN_ISSUES), request.secrets()).map(
    ({ path, message, count }) =>
      `\`${excerpt(path)}\` ${message}${count === undefined ? "" : ` (${count} rows)`}`,
  );
  const more = issues.length - shown.length;
  return `${problem}: ${shown.join("; ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A successful response that is incomplete or not recognised. */
function unusable(verdict: Verdict, body: unknown, reading: Reading): AttemptFailure {
  const [issue] = verdict.issues;
  if (issue === undefined || issue.path !== "") {
    const isUnrelated = verdict.name === "unrelated";
    const problem = isUnrelated
      ? // Nearly always the cause.
        `${reading.request.isOwnKey ? `says that ${USED_KEY}. It ` : ""}belongs to another request`
      : "is not the response of this operation";
    const message = withIssues(problem, verdict.issues, reading.request);
    return invalid("UNRELATED_RESPONSE", message, verdict, body, reading);
  }
  const shown = redact(reading.text, reading.request.secrets());
  const said = reading.hideServiceText ? "" : `: ${bodyFor(shown, reading)}`;
  const whole = shown === "" ? "is empty, but a body was expected" : `is not complete JSON${said}`;
  return invalid(
    "UNREADABLE_RESPONSE",
    issue.message === NO_JSON.message ? whole : issue.message,
    verdict,
    shown,
    reading,
  );
}

/** The error for an unusable success, with its facts. */
function invalid(
  code: "INVALID_RESPONSE" | "UNREADABLE_RESPONSE" | "UNRELATED_RESPONSE",
  problem: string,
  verdict: Verdict,
  body: unknown,
  reading: Reading,
): AttemptFailure {
  const { request, meta } = reading;
  const message = messageOf(problem, reading);
  const { status, requestId } = meta;
  const shown = redact({ issues: verdict.issues, requestId }, request.secrets());
  const facts = { ...request.facts, ...shown, status, body };
  const error =
    code === "UNRELATED_RESPONSE"
      ? new UnrelatedResponseError(message, facts)
      : new ResponseValidationError(message, { ...facts, code });
  return new AttemptFailure(verdict, error);
}

/** Reading a whole response failed, for example because another library changes the prototypes of this program. */
export function unreadable(
  thrown: unknown,
  { status, text }: TransportResponse,
  request: PreparedRequest,
): AttemptFailure {
  const secrets = request.secrets();
  const cause = presentable(thrown, secrets);
  const problem = `could not be read: ${String(cause ?? redact(String(thrown), secrets))}`;
  const message = `${labelOf(request)}: the response (${status}) ${problem}`;
  const issues = [{ path: "", message: problem }];
  const facts = { ...request.facts, code: "UNREADABLE_RESPONSE", status, issues, body: text, cause };
  return new AttemptFailure(unanswered("lost"), new ResponseValidationError(message, facts));
}

/** An error response. The class of its error follows the status. */
function errorResponse(
  verdict: Verdict,
  body: unknown,
  retryAfter: number | undefined,
  reading: Reading,
): AttemptFailure {
  const { text, meta, headers, request, hideServiceText } = reading;
  const { status } = meta;
  const secrets = request.secrets();
  const shown: unknown =
    body === undefined ? redact(text, secrets).slice(0, KEPT_LENGTH) : redact(body, secrets);
  const problem: Record<string, unknown> = isObject(shown) ? { ...shown } : {};
  const { details } = problem;
  const reason = textOf(problem, "reason") ?? textOf(details, "reason");
  const given = textOf(body, "code") ?? "";
  // A listed code is never a secret, even if a header has the same word.
  const code = codeRow(given) ? given : excerpt(textOf(problem, "code") ?? "") || `HTTP_${status}`;
  // Values of other fields may be personal data.
  const words = isObject(shown)
    ? excerpt(textOf(problem, "message") ?? Object.keys(problem).join(", "), KEPT_LENGTH)
    : bodyFor(redact(text, secrets), reading);
  const said = hideServiceText ? "" : words;
  const requestId = redact(meta.requestId, secrets);
  const message = [
    `${labelOf(request)} failed with ${status} ${code}`,
    code === "IDEMPOTENCY_KEY_REUSED" ? `: ${USED_KEY}` : "",
    said && `: ${said}`,
    reason === undefined || reason === said ? "" : ` (${excerpt(reason)})`,
    code === "QUOTE_EXPIRED" && textOf(details, "quoteStatus") === "EXPIRED" ? ". Make a new quote" : "",
    requestId === undefined ? "" : ` [request ${requestId}]`,
  ].join("");
  const error = new (apiErrorClass(status, code))(message, {
    ...request.facts,
    requestId,
    status,
    code,
    reason,
    details: hideServiceText ? undefined : details,
    headers: redact(shownResponseHeaders(headers), secrets),
    body: shown,
    retryAfter,
    temporary: verdict.row?.temporary,
    quoteStatus: request.genuine.kind === "Quote" ? textOf(details, "quoteStatus") : undefined,
  });
  return new AttemptFailure(verdict, error);
}
