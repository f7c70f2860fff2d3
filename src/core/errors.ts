import { messageOf } from "../options/kinds";
import { brand } from "./error-brand";
import type { PaymentsErrorCode, ServiceErrorCode } from "./error-codes";

/** Whether a call took effect at the service. */
export type Outcome = "not-executed" | "unknown" | "executed";

/**
 * What to do next about an error.
 *
 * - `"retry"`: call again with the same key, at once or after `retryAfter`.
 * - `"retry-later"`: call again later with the same key. Nobody knows yet whether the call took effect.
 * - `"fix"`: correct the request or the set-up, then make a new call.
 * - `"reconcile"`: read what exists before you call again. No key protects this call.
 */
export type Advice = "retry" | "retry-later" | "fix" | "reconcile";

/** One field at fault, in a request or in a response. */
export interface Issue {
  /** Where, for example `source.accountId`. */
  readonly path: string;
  /** What was expected and what came, without secret values. */
  readonly message: string;
  /** How many rows of a list have this issue, if more than one. `path` names the first. */
  readonly count?: number;
}

/** Facts that every error of this package can carry. */
export interface ErrorFacts {
  /** The operation that failed, for example `quotes.create`. */
  operation?: string | undefined;
  /** Whether the call took effect. */
  outcome?: Outcome | undefined;
  /** What to do next. By default it follows from the outcome. */
  advice?: Advice | undefined;
  /** The `Idempotency-Key` that the call carried: repeat the call with it to finish safely. */
  idempotencyKey?: string | undefined;
  /** The service's identifier of the request, for its support. */
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * The base class of every error that this package throws. Tell errors apart by `name`, by `code`, or with the guards
 * (`isPaymentsError` and its siblings), which also recognise errors of another copy of the package.
 */
export class PaymentsError extends Error {
  /** A stable, documented identifier of what went wrong. On an `ApiError` it is the service's own code. */
  readonly code: PaymentsErrorCode | ServiceErrorCode | (string & {});
  /** The operation that failed, for example `quotes.create`; absent where no call was being made. */
  declare readonly operation?: string;
  /**
   * Whether the call took effect at the service: `"not-executed"`, `"executed"` (the response could not be used) or `"unknown"`.
   * After `"unknown"`, repeat a payment only with the same {@link idempotencyKey}.
   */
  readonly outcome: Outcome;
  /** What to do next: `"retry"`, `"retry-later"`, `"fix"` or `"reconcile"` ({@link Advice}). */
  readonly advice: Advice;
  /** The `Idempotency-Key` that the call carried, where the operation takes one. */
  declare readonly idempotencyKey?: string;
  /** The service's identifier of the request, where a response had one. */
  declare readonly requestId?: string;

  constructor(message: string, code: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    brand(this, "other");
    this.code = code;
    const { operation, idempotencyKey, requestId, outcome = "not-executed" } = facts;
    this.outcome = outcome;
    this.advice = facts.advice ?? adviceOn(outcome, idempotencyKey);
    assignKnown(this, { operation, idempotencyKey, requestId });
  }

  /** The name of the class. A getter, because minifiers rename classes and bundlers keep a class with a static block. */
  override get name(): string {
    return "PaymentsError";
  }
}

function adviceOn(outcome: Outcome, idempotencyKey: string | undefined): Advice {
  if (outcome === "not-executed") return "fix";
  return idempotencyKey === undefined ? "reconcile" : "retry-later";
}

/** Sets what is known, so that an error prints no property that is not. */
export function assignKnown(error: Error, facts: object): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) Object.assign(error, { [name]: value });
  }
}

/** Corrects what an error says of its call, when the caller of that call knows more. */
export function restate(error: PaymentsError, facts: Pick<ErrorFacts, "outcome" | "advice">): void {
  assignKnown(error, facts);
}

/** The client was set up wrongly: an option or environment variable is missing or malformed. Names the option, never its value. */
export class ConfigurationError extends PaymentsError {
  /** The option at fault, for example `clientSecret`. */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(messageOf({ path: option, message: problem }), "INVALID_CONFIGURATION");
    this.option = option;
  }

  override get name(): string {
    return "ConfigurationError";
  }
}

/** An argument was refused before anything was sent. `issues` names each field at fault. */
export class InvalidRequestError extends PaymentsError {
  /** The fields at fault, at least one, with what was expected of each. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], operation?: string, cause?: unknown) {
    super(issues.map(messageOf).join("; "), "INVALID_REQUEST", {
      operation,
      cause,
    });
    this.issues = issues;
  }

  override get name(): string {
    return "InvalidRequestError";
  }
}

/** Refuses one argument. */
export function refuse(path: string, message: string, operation?: string, cause?: unknown): never {
  throw new InvalidRequestError([{ path, message }], operation, cause);
}

/**
 * The function in `credentials` failed, or returned no credentials. Nothing was sent with them; `outcome` also counts earlier attempts of the
 * call. `cause` is the error of the function, without secrets.
 */
export class CredentialsError extends PaymentsError {
  constructor(message: string, facts: ErrorFacts) {
    super(message, "CREDENTIALS_UNAVAILABLE", facts);
  }

  override get name(): string {
    return "CredentialsError";
  }
}

/** No usable response came: the connection failed, broke, or was redirected. `outcome` says whether the service may have acted. */
export class ConnectionError extends PaymentsError {
  /** The platform's own code where it gave one, for example `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  declare readonly platformCode?: string;

  constructor(message: string, facts: ErrorFacts & { code?: string; platformCode?: string | undefined }) {
    super(message, facts.code ?? "CONNECTION_FAILED", facts);
    brand(this, "connection");
    assignKnown(this, { platformCode: facts.platformCode });
  }

  override get name(): string {
    return "ConnectionError";
  }
}

/** The response did not come, or not whole, in time. */
export class TimeoutError extends ConnectionError {
  /** The bound that was reached, in milliseconds. */
  readonly timeoutMs: number;
  /** `"attempt"`: the option `timeout`; `"total"`: the option `totalTimeout`, over all attempts. */
  readonly scope: "attempt" | "total";

  constructor(message: string, scope: "attempt" | "total", timeoutMs: number, facts: ErrorFacts) {
    super(message, { ...facts, code: "TIMEOUT" });
    brand(this, "timeout");
    this.timeoutMs = timeoutMs;
    this.scope = scope;
  }

  override get name(): string {
    return "TimeoutError";
  }
}

/**
 * The caller's signal aborted the call. `outcome` says whether it took effect, and `cause` is the signal's reason. Its `name` is
 * `"AbortError"`, as the platform's own.
 */
export class AbortedError extends PaymentsError {
  constructor(signal: AbortSignal, facts: Omit<ErrorFacts, "cause"> = {}) {
    const { operation = "the call", outcome = "not-executed" } = facts;
    // Nothing is wrong with a call that did nothing: it can be made again.
    const advice = outcome === "not-executed" ? "retry" : undefined;
    super(`${operation} was aborted`, "ABORTED", { advice, ...facts, cause: signal.reason });
  }

  override get name(): string {
    return "AbortError";
  }
}

/** What a {@link ResponseValidationError} and an {@link UnrelatedResponseError} are made of. */
export interface ResponseErrorFacts extends ErrorFacts {
  status: number;
  issues: readonly Issue[];
  body: unknown;
}

/** A successful response that could not be used: not JSON, an amount beyond the safe integers, or (strict mode) another shape. */
export class ResponseValidationError extends PaymentsError {
  /** The HTTP status of the response. */
  readonly status: number;
  /** Where the response differs from what was expected, at least one place. */
  readonly issues: readonly Issue[];
  readonly #body: unknown;

  /** `code` is `UNREADABLE_RESPONSE` for a body that is not complete JSON or a status that is not the service's, and `INVALID_RESPONSE` for one of another shape. */
  constructor(message: string, facts: ResponseErrorFacts & { code: string }) {
    super(message, facts.code, { outcome: "executed", ...facts });
    this.status = facts.status;
    this.issues = facts.issues;
    this.#body = facts.body;
  }

  /** The whole body, parsed where it was JSON and otherwise as text, so that nothing is lost. Not printed with the error. */
  get body(): unknown {
    return this.#body;
  }

  override get name(): string {
    return "ResponseValidationError";
  }
}

/**
 * A successful response that is not the response of this call. A field that the service always sends is missing, or an id or an
 * address differs from the request. A proxy may have sent it. Or the idempotency key was used before with other parameters.
 * The outcome is `"unknown"`. `issues` names each field.
 */
export class UnrelatedResponseError extends ResponseValidationError {
  constructor(message: string, facts: ResponseErrorFacts) {
    super(message, { outcome: "unknown", ...facts, code: "UNRELATED_RESPONSE" });
  }

  override get name(): string {
    return "UnrelatedResponseError";
  }
}

/** A list cannot be read to its end: a cursor came twice or is not text, or `hasMore` came without a cursor. */
export class PaginationError extends PaymentsError {
  constructor(message: string, operation: string) {
    super(message, "PAGINATION_FAILED", { operation });
  }

  override get name(): string {
    return "PaginationError";
  }
}

/** A signed-retry challenge was past its `expiresAt` before it could be sent back. */
export class ChallengeExpiredError extends PaymentsError {
  constructor(operation: string, expiresAt: string) {
    // As a date: a text that can be read as one may say more than that.
    const at = new Date(expiresAt).toISOString();
    super(`the challenge expired at ${at}, before the signed request was sent`, "CHALLENGE_EXPIRED", {
      operation,
    });
  }

  override get name(): string {
    return "ChallengeExpiredError";
  }
}

/**
 * The service gave another challenge where a signed request should have been carried out: it did not see the signature. A proxy
 * between may remove the headers `Service-Wallet-Signature` and `Request-Id`. Nothing was carried out.
 */
export class ChallengeRepeatedError extends PaymentsError {
  constructor(operation: string, requestId: string | undefined) {
    super(
      `${operation} got another challenge instead of a result: check that no proxy removes the headers Service-Wallet-Signature and Request-Id`,
      "CHALLENGE_REPEATED",
      { operation, requestId },
    );
  }

  override get name(): string {
    return "ChallengeRepeatedError";
  }
}
