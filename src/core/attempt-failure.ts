import { ConnectionError } from "./errors";
import type { PaymentsError } from "./errors";
import { fieldOf } from "./fields";
import { unanswered } from "./judge";
import type { Verdict } from "./judge";
import { endingOf, networkFailure, presentable } from "./network-failure";
import { redact } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";

/** An attempt failed. */
export class AttemptFailure extends Error {
  /** The verdict on the attempt. */
  readonly verdict: Verdict;
  /** The caller's error. The exchange sets its outcome and its advice, which depend on all attempts. */
  readonly error: PaymentsError;
  /** The caller or a timeout has ended the call, so no attempt follows. */
  readonly endsCall: boolean;

  constructor(verdict: Verdict, error: PaymentsError, endsCall = false) {
    super(verdict.name);
    this.verdict = verdict;
    this.error = error;
    this.endsCall = endsCall;
  }
}

/** The response was a redirect. */
export function redirected(request: PreparedRequest): AttemptFailure {
  const message = `${labelOf(request)} was redirected. Redirects are refused: check \`baseUrl\``;
  const error = new ConnectionError(message, { ...request.facts, code: "REDIRECTED" });
  return new AttemptFailure(unanswered("misrouted"), error);
}

/**
 * Checks what a passed `fetch` returned.
 *
 * @throws {TypeError} when it is not a `Response`
 */
export function requireResponse(given: unknown): void {
  const isResponse =
    typeof fieldOf(given, "status") === "number" &&
    typeof fieldOf(given, "text") === "function" &&
    typeof fieldOf(fieldOf(given, "headers"), "get") === "function";
  if (!isResponse) throw new TypeError("it did not return a `Response`");
}

/**
 * Checks the text of a passed `Response`.
 *
 * @throws {TypeError} when it is not a string
 */
export function requireText(text: unknown): void {
  if (typeof text !== "string") throw new TypeError("`text()` of its response did not return text");
}

/** The connection never opened, or was lost before the response was complete. `isPassed`: the `fetch` is the caller's. */
export function brokenConnection(
  thrown: unknown,
  hasResponded: boolean,
  request: PreparedRequest,
  isPassed: boolean,
): AttemptFailure {
  const failure = networkFailure(thrown);
  const secrets = request.secrets();
  const platformCode = redact(failure.code, secrets);
  const ending = hasResponded ? "lost" : endingOf(failure);
  const lost =
    isPassed && platformCode === undefined
      ? `got no response from the passed \`fetch\`: ${redact(String(thrown), secrets)}`
      : "lost the connection before the response was complete";
  const message = [
    `${labelOf(request)} ${ending === "lost" ? lost : "could not connect"}`,
    platformCode === undefined ? "" : ` (${platformCode})`,
    platformCode === "UND_ERR_INVALID_ARG"
      ? "; a dispatcher of another undici version does not fit the built-in fetch: pass a `fetch` of payments-sdk/node"
      : "",
  ].join("");
  const cause = presentable(thrown, secrets);
  return new AttemptFailure(
    unanswered(ending),
    new ConnectionError(message, { ...request.facts, platformCode, cause }),
  );
}
