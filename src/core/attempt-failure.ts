import { ConnectionError } from "./errors";
import type { ErrorFacts, PaymentsError } from "./errors";
import { judge } from "./judge";
import type { Asked, Verdict } from "./judge";
import { networkFailure, presentable, wasNeverSent } from "./network-failure";
import { redact } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";

/** An attempt failed. The call makes its error once it knows the outcome of all attempts. */
export class AttemptFailure extends Error {
  /** What the attempt says. */
  readonly verdict: Verdict;
  /** Makes the error that the caller gets, with the facts of the whole call. */
  readonly toError: (facts: ErrorFacts) => PaymentsError;
  /** The caller or the clock has ended the call: no further attempt is made. */
  readonly endsCall: boolean;

  constructor(verdict: Verdict, toError: AttemptFailure["toError"], endsCall = false) {
    super(verdict.name);
    this.verdict = verdict;
    this.toError = toError;
    this.endsCall = endsCall;
  }
}

/** The response was a redirect. */
export function redirected(request: PreparedRequest, asked: Asked): AttemptFailure {
  const message = `${labelOf(request)} was redirected. Redirects are refused: check \`baseUrl\``;
  return new AttemptFailure(
    judge({ kind: "redirected" }, asked),
    (facts) => new ConnectionError(message, { ...facts, code: "REDIRECTED" }),
  );
}

/** The connection never opened, or was lost before the response was complete. */
export function brokenConnection(
  cause: unknown,
  hasResponded: boolean,
  request: PreparedRequest,
  asked: Asked,
): AttemptFailure {
  const failure = networkFailure(cause);
  const code = redact(failure.code, request.secrets());
  const isUnsent = !hasResponded && wasNeverSent(failure);
  const problem = isUnsent ? "could not connect" : "lost the connection before the response was complete";
  const advice =
    code === "UND_ERR_INVALID_ARG"
      ? "; a dispatcher of another undici version does not fit the built-in fetch: pass a `fetch` of payments-sdk/node"
      : "";
  const message = `${labelOf(request)} ${problem}${code === undefined ? "" : ` (${code})`}${advice}`;
  return new AttemptFailure(judge({ kind: isUnsent ? "unsent" : "lost" }, asked), (facts) => {
    const shown = presentable(cause, request.secrets());
    return new ConnectionError(message, { ...facts, platformCode: code, cause: shown });
  });
}
