import { messageOf } from "../options/kinds";
import { bare } from "./fields";
import { brand } from "./error-brand";
import type { PaymentsErrorCode, ServiceErrorCode } from "./error-codes";

/** Whether the service executed a call. */
export type Outcome = "not-executed" | "unknown" | "executed";

/**
 * What to do about an error.
 *
 * - `"retry"`: call again with the same key, at once or after the `retryAfter` of an `ApiError`.
 * - `"retry-later"`: call again later with the same key. Nobody knows yet, or an earlier run with this key may have paid.
 * - `"fix"`: correct the cause, then call with a new key. The old key returns the stored refusal.
 * - `"reconcile"`: read what the service has. That decides whether to call again, and whether with a new key.
 */
export type Advice = "retry" | "retry-later" | "fix" | "reconcile";

/** One invalid field, in a request or in a response. */
export interface Issue {
  /** The path of the field, for example `source.accountId`. */
  readonly path: string;
  /** The expected and the actual value, without secrets. */
  readonly message: string;
  /** How many rows of a list have this issue. Absent for one row. `path` names the first. */
  readonly count?: number;
}

/** Facts that any error of this package can carry. */
export interface ErrorFacts {
  /** The operation that failed, for example `quotes.create`. */
  operation?: string | undefined;
  /** Whether the call took effect. */
  outcome?: Outcome | undefined;
  /** What to do next. By default, the outcome decides it. */
  advice?: Advice | undefined;
  /** The `Idempotency-Key` of the call. To finish the call safely, repeat it with this key. */
  idempotencyKey?: string | undefined;
  /** The service's id of the request. Give it to the service's support. */
  requestId?: string | undefined;
  cause?: unknown;
}

/** What an error says of its call, to find its trace, its log lines and its rows. */
export interface CallFacts {
  /** The id of the call, as in hooks, log lines and spans. */
  callId: string;
  /** The path with `{id}` in place of each id. Absent for a path that this package does not know. */
  template?: string | undefined;
  /** The service's ids in the path, for example `Quote:…`. */
  ids?: readonly string[] | undefined;
  /** The number of attempts. 0 if nothing was sent. */
  attempts: number;
  /** When the call began, as an ISO 8601 date-time in UTC, by this computer's clock. */
  startedAt: string;
  /** From the start of the call to its end, in milliseconds. */
  durationMs: number;
}

/**
 * The base class of every error in this package. To tell errors apart, use `name`, `code` or a guard such as
 * `isPaymentsError`. The guards also recognise errors from another copy of the package.
 */
export class PaymentsError extends Error {
  /** The name of the class, because minifiers rename classes. */
  override readonly name: string = "PaymentsError";
  /** A stable, documented error code. On an `ApiError` it is the service's own code. */
  readonly code: PaymentsErrorCode | ServiceErrorCode | (string & {});
  /** The operation that failed, for example `quotes.create`. Absent outside a call. */
  declare readonly operation?: string;
  /**
   * Whether the call took effect: `"not-executed"`, `"executed"` (with an unusable response) or `"unknown"`.
   * After `"unknown"`, repeat a payment only with the same {@link idempotencyKey}.
   */
  readonly outcome: Outcome;
  /** What to do next: `"retry"`, `"retry-later"`, `"fix"` or `"reconcile"` (see {@link Advice}). */
  readonly advice: Advice;
  /** The `Idempotency-Key` of the call, if the operation takes one. */
  declare readonly idempotencyKey?: string;
  /** The service's id of the request, if a response had one. */
  declare readonly requestId?: string;
  /** The id of the call, as in hooks, log lines and spans. Absent outside a call. */
  declare readonly callId?: string;
  /** The path of the call with `{id}` in place of each id. */
  declare readonly template?: string;
  /** The service's ids in the path of the call, for example `Quote:…`. */
  declare readonly ids?: readonly string[];
  /** The number of attempts of the call. 0 if nothing was sent. */
  declare readonly attempts?: number;
  /** When the call began, as an ISO 8601 date-time in UTC, by this computer's clock. */
  declare readonly startedAt?: string;
  /** From the start of the call to its end, in milliseconds. */
  declare readonly durationMs?: number;

  constructor(message: string, code: string, given: ErrorFacts = {}) {
    const facts = bare(given);
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    brand(this, "other");
    this.code = code;
    const { operation, idempotencyKey, requestId, outcome = "not-executed" } = facts;
    this.outcome = outcome;
    this.advice = facts.advice ?? adviceOn(outcome, idempotencyKey);
    assignKnown(this, { operation, idempotencyKey, requestId });
  }

  /** The facts of the error, with its name and message, for a log or a table. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

/** The class of an error, for a log. Its message could contain a secret. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function adviceOn(outcome: Outcome, idempotencyKey: string | undefined): Advice {
  if (outcome === "not-executed") return "fix";
  return idempotencyKey === undefined ? "reconcile" : "retry-later";
}

/** Sets the known facts only, so that an error prints no empty properties. */
export function assignKnown(error: Error, facts: object): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) Object.assign(error, { [name]: value });
  }
}

/** Adds the facts of its call to an error. */
export const describeCall: (error: PaymentsError, facts: CallFacts) => void = assignKnown;

/** Corrects an error's outcome or advice when the outer call knows more. */
export const restate: (error: PaymentsError, facts: Pick<ErrorFacts, "outcome" | "advice">) => void =
  assignKnown;

/**
 * The client's configuration is wrong: an option or environment variable is missing or malformed. The message
 * names the option, never its value.
 */
export class ConfigurationError extends PaymentsError {
  override readonly name: string = "ConfigurationError";
  /** The invalid option, for example `clientSecret`. */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(messageOf({ path: option, message: problem }), "INVALID_CONFIGURATION");
    this.option = option;
  }
}

/** An argument is invalid. The client sent nothing. `issues` names each invalid field. */
export class InvalidRequestError extends PaymentsError {
  override readonly name: string = "InvalidRequestError";
  /** The invalid fields, at least one. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], operation?: string, cause?: unknown) {
    super(issues.map(messageOf).join("; "), "INVALID_REQUEST", {
      operation,
      cause,
    });
    this.issues = issues;
  }
}

/** Rejects one argument. */
export function refuse(path: string, message: string, operation?: string, cause?: unknown): never {
  throw new InvalidRequestError([{ path, message }], operation, cause);
}

/**
 * The function in `credentials` failed or returned no credentials. The client sent nothing with them.
 * `outcome` also counts earlier attempts of the call. `cause` is the function's error, without secrets.
 */
export class CredentialsError extends PaymentsError {
  override readonly name: string = "CredentialsError";

  constructor(message: string, facts: ErrorFacts) {
    super(message, "CREDENTIALS_UNAVAILABLE", facts);
  }
}

/**
 * No usable response arrived: the connection failed, broke or was redirected. `outcome` says whether the
 * service may have acted.
 */
export class ConnectionError extends PaymentsError {
  override readonly name: string = "ConnectionError";
  /** The platform's own error code, for example `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  declare readonly platformCode?: string;

  constructor(message: string, facts: ErrorFacts & { code?: string; platformCode?: string | undefined }) {
    super(message, facts.code ?? "CONNECTION_FAILED", facts);
    brand(this, "connection");
    assignKnown(this, { platformCode: facts.platformCode });
  }
}

/** No complete response arrived within a timeout. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
  /** The timeout that passed, in milliseconds. */
  readonly timeoutMs: number;
  /** `"attempt"`: the option `timeout`. `"total"`: the option `totalTimeout`, over all attempts. */
  readonly scope: "attempt" | "total";

  constructor(message: string, scope: "attempt" | "total", timeoutMs: number, facts: ErrorFacts) {
    super(message, { ...facts, code: "TIMEOUT" });
    brand(this, "timeout");
    this.timeoutMs = timeoutMs;
    this.scope = scope;
  }
}

/**
 * Your signal aborted the call. `outcome` says whether the call took effect, and `cause` is the signal's
 * reason. Its `name` is `"AbortError"`, like the platform's own.
 */
export class AbortedError extends PaymentsError {
  override readonly name: string = "AbortError";

  constructor(signal: AbortSignal, facts: Omit<ErrorFacts, "cause"> = {}, when = "") {
    const { operation = "the call", outcome = "not-executed" } = facts;
    // A call that did nothing can simply run again.
    const advice = outcome === "not-executed" ? "retry" : undefined;
    super(`${operation} was aborted${when}`, "ABORTED", { advice, ...facts, cause: signal.reason });
  }
}

/** The facts of a {@link ResponseValidationError} or an {@link UnrelatedResponseError}. */
export interface ResponseErrorFacts extends ErrorFacts {
  status: number;
  issues: readonly Issue[];
  body: unknown;
}

/**
 * A successful response is unusable. It is not JSON, has an amount beyond the safe integers, or (in strict
 * mode) has an unexpected shape.
 */
export class ResponseValidationError extends PaymentsError {
  override readonly name: string = "ResponseValidationError";
  /** The HTTP status of the response. */
  readonly status: number;
  /** Where the response differs from the expected one, at least one place. */
  readonly issues: readonly Issue[];
  readonly #body: unknown;

  /**
   * `code` is `UNREADABLE_RESPONSE` for incomplete JSON or an unexpected status, and `INVALID_RESPONSE` for
   * an unexpected shape.
   */
  constructor(message: string, facts: ResponseErrorFacts & { code: string }) {
    super(message, facts.code, { outcome: "executed", ...facts });
    this.status = facts.status;
    this.issues = facts.issues;
    this.#body = facts.body;
  }

  /** The whole body: parsed if it is JSON, otherwise text. Printing the error does not show it. */
  get body(): unknown {
    return this.#body;
  }
}

/**
 * A successful response does not belong to this call. A required field is missing, or an id or address
 * differs from the request. A proxy may have sent the response. Or you used the idempotency key before, with
 * other parameters. The outcome is `"unknown"`, and that of a read `"not-executed"`. `issues` names each field.
 */
export class UnrelatedResponseError extends ResponseValidationError {
  override readonly name: string = "UnrelatedResponseError";

  constructor(message: string, facts: ResponseErrorFacts) {
    super(message, { outcome: "unknown", ...facts, code: "UNRELATED_RESPONSE" });
  }
}

/** A list is unreadable: a cursor repeats or is not text, or `hasMore` has no cursor. */
export class PaginationError extends PaymentsError {
  override readonly name: string = "PaginationError";

  constructor(message: string, operation: string) {
    super(message, "PAGINATION_FAILED", { operation });
  }
}

/** The challenge of a signed call expired before the client could send its signature. */
export class ChallengeExpiredError extends PaymentsError {
  override readonly name: string = "ChallengeExpiredError";

  constructor(operation: string, expiresAt: string) {
    // Shown as a date: text that parses as a date may contain more.
    const at = new Date(expiresAt).toISOString();
    super(`the challenge expired at ${at}, before the signed request was sent`, "CHALLENGE_EXPIRED", {
      operation,
      advice: "retry",
    });
  }
}

/**
 * The service responded to a signed request with another challenge, so it did not see the signature. A proxy
 * may remove the headers `Service-Wallet-Signature` and `Request-Id`. The service executed nothing.
 */
export class ChallengeRepeatedError extends PaymentsError {
  override readonly name: string = "ChallengeRepeatedError";

  constructor(operation: string, requestId: string | undefined) {
    super(
      `${operation} got another challenge instead of a result: check that no proxy removes the headers Service-Wallet-Signature and Request-Id`,
      "CHALLENGE_REPEATED",
      { operation, requestId },
    );
  }
}
