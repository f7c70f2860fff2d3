import { apiErrorOf, excerpt } from "./error-response";
import type { FailureReading } from "./error-response";
import { ResponseValidationError, UnrelatedResponseError } from "./errors";
import type { Issue, Outcome, ResponseErrorFacts } from "./errors";
import { fractionalAmounts, unsafeNumbers } from "./json";
import type { Observer } from "./observer";
import { isServiceSuccess, outcomeOfUnreadable } from "./outcome";
import { redact } from "./redaction";
import { labelOf } from "./request";
import type { ResponseMeta } from "./response-of";
import type { Call, CoreConfig, ResponseSchema } from "./types";

/** How many fields at fault a message names; `issues` has more. */
const SHOWN_ISSUES = 5;

/** What a call expects of its response. */
export type Expectation<T> = Pick<Call<T>, "schema" | "checkEcho">;

/** What reading a response needs to know beside the response. */
export interface Reading<T> extends FailureReading {
  readonly expected: Expectation<T>;
  readonly validation: CoreConfig["validation"];
  readonly observer: Observer;
}

/**
 * Turns a complete response into the result of its call.
 *
 * @throws {ApiError} when the status is an error
 * @throws {ResponseValidationError} when the status is not the service's, or the body is not complete JSON, has an unsafe amount, or (strict) another shape
 * @throws {UnrelatedResponseError} when it is the response to another request
 */
export function readResponse<T>(text: string, meta: ResponseMeta, reading: Reading<T>): T {
  const { request, expected } = reading;
  const { status } = meta;
  const body = parsed(text);
  if (status < 200 || status >= 300) throw apiErrorOf(text, body, meta, reading);

  const isChallenge = status === 202 && request.expectsChallenge;
  const isForeign = !isChallenge && !isServiceSuccess(status, expected.schema === null);
  if (isForeign || (body === undefined && text !== "") || (text === "" && expected.schema))
    throw unreadable(text, meta, reading, isForeign);
  const unsafe = unsafeNumbers(body);
  if (unsafe.amounts.length > 0) {
    throw invalid("has an amount that cannot be read exactly", unsafe.amounts, text, meta, reading);
  }
  // 202 is the challenge of a signed call, told apart by whoever asked for it.
  if (isChallenge) return body as T;
  const differences = expected.checkEcho?.(body) ?? [];
  if (differences.length > 0) throw unrelated(differences, body, meta, reading);
  if (reading.validation !== "off") {
    const issues = expected.schema ? mismatches(expected.schema, body) : [];
    const others = [...fractionalAmounts(text), ...unsafe.others];
    // A fraction that the schema has seen is reported once, with its whole path.
    issues.push(...others.filter(({ path }) => !issues.some((issue) => issue.path.endsWith(path))));
    if (issues.length > 0) {
      const problem = "has another shape than expected";
      if (reading.validation === "strict") throw invalid(problem, issues, body, meta, reading);
      reading.observer.mismatch(request, meta, issues, messageOf(problem, issues, meta, reading));
    }
  }
  // The one place where the wire becomes the model: checked above, and delivered as it came when it differs.
  return body as T;
}

/** The body as JSON; `undefined` when it is not. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mismatches(schema: ResponseSchema<unknown>, body: unknown): Issue[] {
  const result = schema.safeParse(body);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
}

function messageOf<T>(
  problem: string,
  issues: readonly Issue[],
  { status }: ResponseMeta,
  { request }: Reading<T>,
): string {
  const shown = redact(issues.slice(0, SHOWN_ISSUES), request.secrets()).map(
    (issue) => `\`${excerpt(issue.path)}\` ${issue.message}`,
  );
  const more = issues.length - shown.length;
  return `${labelOf(request)}: the response (${status}) ${problem}: ${shown.join("; ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function factsOf<T>(
  issues: readonly Issue[],
  body: unknown,
  { status, requestId, idempotencyKey }: ResponseMeta,
  { request, outcomeAfter }: Reading<T>,
  outcome: Outcome,
  concludes?: boolean,
): ResponseErrorFacts {
  const { operation } = request;
  const shown = redact({ requestId, issues }, request.secrets());
  return { operation, idempotencyKey, status, ...shown, body, outcome: outcomeAfter(outcome, concludes) };
}

function unreadable<T>(
  text: string,
  meta: ResponseMeta,
  reading: Reading<T>,
  isForeign: boolean,
): ResponseValidationError {
  const { request, expected } = reading;
  const label = `${labelOf(request)}: the response (${meta.status})`;
  const shown = redact(text, request.secrets());
  const message = isForeign
    ? `${label} is not the service's: it does not send this status here`
    : text === ""
      ? `${label} is empty, but a body was expected`
      : `${label} is not complete JSON: ${excerpt(shown)}`;
  const contentType = meta.headers.get("content-type");
  const outcome = outcomeOfUnreadable(meta.status, contentType, expected.schema === null);
  const issue = { path: "", message: isForeign ? "must have another status" : "must be JSON" };
  const facts = factsOf([issue], shown, meta, reading, outcome);
  return new ResponseValidationError(message, { ...facts, code: "UNREADABLE_RESPONSE" });
}

/** Whole JSON from the service, which cannot be used: whatever it says, the service carried the call out. */
function invalid<T>(
  problem: string,
  issues: readonly Issue[],
  body: unknown,
  meta: ResponseMeta,
  reading: Reading<T>,
): ResponseValidationError {
  const outcome = meta.status === 202 ? "unknown" : "executed";
  const facts = factsOf(issues, body, meta, reading, outcome);
  return new ResponseValidationError(messageOf(problem, issues, meta, reading), {
    ...facts,
    code: "INVALID_RESPONSE",
  });
}

function unrelated<T>(
  issues: readonly Issue[],
  body: unknown,
  meta: ResponseMeta,
  reading: Reading<T>,
): UnrelatedResponseError {
  const advice =
    meta.idempotencyKey === undefined
      ? "read what exists before you repeat the call"
      : "repeat the call with the same idempotency key to learn the truth";
  const problem = `belongs to another request; ${advice}`;
  return new UnrelatedResponseError(
    messageOf(problem, issues, meta, reading),
    // Whatever earlier attempts said, the key may be that of another payment.
    factsOf(issues, body, meta, reading, "unknown", true),
  );
}
