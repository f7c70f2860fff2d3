import { isPaymentsError } from "./error-guards";
import { ConnectionError, CredentialsError } from "./errors";
import type { PaymentsError } from "./errors";
import { unanswered } from "./judge";
import type { Verdict } from "./judge";
import { endingOf, networkFailure, presentable } from "./network-failure";
import { redact } from "./redaction";
import { labelOf } from "./request";
import type { PreparedRequest } from "./request";
import type { TransportFailure } from "./transport";

/** An attempt failed. */
export class AttemptFailure extends Error {
  /** The verdict on the attempt. */
  declare readonly verdict: Verdict;
  /** The caller's error. The exchange sets its outcome and its advice, which depend on all attempts. */
  declare readonly error: PaymentsError;
  /** The caller or a timeout has ended the call, so no attempt follows. */
  declare readonly endsCall: boolean;

  constructor(verdict: Verdict, error: PaymentsError, endsCall = false) {
    super(verdict.name);
    this.verdict = verdict;
    this.error = error;
    this.endsCall = endsCall;
  }
}

/** The function in `credentials` failed, or what it returned is malformed. */
export function credentialsUnavailable(thrown: unknown, request: PreparedRequest): AttemptFailure {
  const isMalformed = isPaymentsError(thrown) && thrown.code === "INVALID_CONFIGURATION";
  const problem = isMalformed ? thrown.message : "the function in `credentials` failed";
  const message = `${labelOf(request)} was not sent: ${problem}`;
  const cause = presentable(thrown, request.secrets());
  const error = new CredentialsError(message, { ...request.facts, cause });
  return new AttemptFailure(unanswered(isMalformed ? "misconfigured" : "unsent"), error, true);
}

/** The response was a redirect. */
export function redirected(request: PreparedRequest): AttemptFailure {
  const message = `${labelOf(request)} was redirected. Redirects are refused: check \`baseUrl\``;
  const error = new ConnectionError(message, { ...request.facts, code: "REDIRECTED" });
  return new AttemptFailure(unanswered("misrouted"), error);
}

/** The connection never opened, or was lost before the response was complete. */
export function brokenConnection(
  { cause: thrown, reached, source }: TransportFailure,
  request: PreparedRequest,
): AttemptFailure {
  const failure = networkFailure(thrown);
  const secrets = request.secrets();
  const cause = presentable(thrown, secrets);
  const platformCode = redact(failure.code, secrets);
  const isSent = reached !== "not sent";
  const lost =
    source !== undefined && platformCode === undefined
      ? `got no response from the passed \`${source}\`: ${String(cause ?? redact(String(thrown), secrets))}`
      : "lost the connection before the response was complete";
  const message = [
    `${labelOf(request)} ${isSent ? lost : "could not connect"}`,
    platformCode === undefined ? "" : ` (${platformCode}${hostOf(platformCode, request)})`,
    platformCode === "UND_ERR_INVALID_ARG"
      ? "; a dispatcher of another undici version does not fit the built-in fetch: use `nodeTransport` of payments-sdk/node"
      : "",
  ].join("");
  const unsent = endingOf(failure) === "misconfigured" ? "misconfigured" : "unsent";
  return new AttemptFailure(
    unanswered(isSent ? "lost" : unsent),
    new ConnectionError(message, { ...request.facts, platformCode, cause }),
  );
}

/** The host, where its name is wrong or cannot be looked up. */
const hostOf = (code: string, { url }: PreparedRequest) =>
  code === "ENOTFOUND" || code === "EAI_AGAIN" ? ` ${new URL(url).host}` : "";
