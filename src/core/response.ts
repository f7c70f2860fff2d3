import { AttemptFailure } from "./attempt-failure";
import { errorResponse, excerpt } from "./error-response";
import type { ResponseContext } from "./error-response";
import { ResponseValidationError, UnrelatedResponseError } from "./errors";
import type { ErrorFacts, Issue, ResponseErrorFacts } from "./errors";
import { fractionalAmounts, unsafeNumbers } from "./json";
import { judge } from "./judge";
import type { Verdict } from "./judge";
import type { Observer } from "./observer";
import { amountDifferences, differencesOf } from "./recognition";
import type { Genuine, ResponseSchema } from "./recognition";
import { redact } from "./redaction";
import { labelOf } from "./request";
import type { ResponseMeta } from "./response-of";
import type { CoreConfig } from "./types";

/** How many fields at fault a message names; `issues` has more. */
const SHOWN_ISSUES = 5;

/** What reading a response needs to know beside the response. */
export interface Reading<T> extends ResponseContext {
  readonly genuine: Genuine<T>;
  readonly validation: CoreConfig["validation"];
  readonly observer: Observer;
}

/**
 * Turns a complete response into the result of its call.
 *
 * @throws {AttemptFailure} when it is an error, is not recognised, or cannot be used
 */
export function readResponse<T>(text: string, meta: ResponseMeta, reading: Reading<T>): T {
  const { request, asked, genuine, validation, observer } = reading;
  const { status } = meta;
  const body = parsed(text);
  if (status < 200 || status >= 300) throw errorResponse(text, body, meta, reading);

  const verdict = judge({ kind: "response", response: { status, text, body } }, asked);
  if (verdict.name !== "result" && verdict.name !== "challenge")
    throw unusable(verdict, text, body, meta, reading);
  const unsafe = unsafeNumbers(body);
  if (unsafe.amounts.length > 0) {
    throw invalid("has an amount that cannot be read exactly", verdict, unsafe.amounts, text, meta, reading);
  }
  // Whoever asked for a challenge tells it from a result by its status.
  if (verdict.name === "challenge" || body === undefined) return body as T;
  if (validation !== "off") {
    const issues = genuine.schema ? mismatches(genuine.schema, body) : [];
    // A fraction that the schema has seen is reported once, with its whole path.
    const others = [
      ...fractionalAmounts(text),
      ...unsafe.others,
      ...amountDifferences(body, genuine),
      // The judge has refused these for a write already.
      ...differencesOf(body, genuine).unrelated,
    ];
    issues.push(...others.filter(({ path }) => !issues.some((issue) => issue.path.endsWith(path))));
    if (issues.length > 0) {
      const problem = "has another shape than expected";
      if (validation === "strict") throw invalid(problem, verdict, issues, body, meta, reading);
      observer.mismatch(request, meta, issues, messageOf(problem, issues, meta, reading));
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
  facts: ErrorFacts,
  issues: readonly Issue[],
  body: unknown,
  { status, requestId }: ResponseMeta,
  { request }: Reading<T>,
): ResponseErrorFacts {
  return { ...facts, status, ...redact({ requestId, issues }, request.secrets()), body };
}

/** A successful response that is cut, or that the judge did not recognise as that of this call. */
function unusable<T>(
  verdict: Verdict,
  text: string,
  body: unknown,
  meta: ResponseMeta,
  reading: Reading<T>,
): AttemptFailure {
  const { request } = reading;
  const { issues } = verdict;
  const isReadable = body !== undefined && issues[0]?.path !== "";
  if (isReadable) {
    const problem =
      verdict.name === "unrelated" ? "belongs to another request" : "is not the response of this operation";
    const message = messageOf(problem, issues, meta, reading);
    return new AttemptFailure(
      verdict,
      (facts) => new UnrelatedResponseError(message, factsOf(facts, issues, body, meta, reading)),
    );
  }
  const shown = redact(text, request.secrets());
  const problem =
    body !== undefined || (text === "" && meta.status !== 200 && meta.status !== 201)
      ? "is not the service's: it does not send this status here"
      : text === ""
        ? "is empty, but a body was expected"
        : `is not complete JSON: ${excerpt(shown)}`;
  return new AttemptFailure(
    verdict,
    (facts) =>
      new ResponseValidationError(`${labelOf(request)}: the response (${meta.status}) ${problem}`, {
        ...factsOf(facts, issues, shown, meta, reading),
        code: "UNREADABLE_RESPONSE",
      }),
  );
}

/** A recognised response that cannot be used. */
function invalid<T>(
  problem: string,
  verdict: Verdict,
  issues: readonly Issue[],
  body: unknown,
  meta: ResponseMeta,
  reading: Reading<T>,
): AttemptFailure {
  const message = messageOf(problem, issues, meta, reading);
  return new AttemptFailure(
    verdict,
    (facts) =>
      new ResponseValidationError(message, {
        ...factsOf(facts, issues, body, meta, reading),
        code: "INVALID_RESPONSE",
      }),
  );
}
