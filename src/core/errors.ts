import { messageOf } from "../options/kinds";
import type { PaymentsErrorCode, ServiceErrorCode } from "./error-codes";

/** Whether a call took effect at the service. */
export type Outcome = "not-executed" | "unknown" | "executed";

/** One field at fault, in a request or in a response. */
export interface Issue {
  /** Where, for example `source.accountId`. */
  readonly path: string;
  /** What was expected and what came, without secret values. */
  readonly message: string;
}

/** Shared by every copy of the package in one process (ESM and CJS, two versions), where `instanceof` would say no. */
const BRAND = Symbol.for("payments-sdk.error");

/** What the brand of an error says about its kind. The service chooses the `code` of an {@link ApiError}, so `code` cannot say it. */
type ErrorKind = "other" | "api" | "connection" | "timeout";

/** Facts that every error of this package can carry. */
export interface ErrorFacts {
  /** The operation that failed, for example `quotes.create`. */
  operation?: string | undefined;
  /** Whether the call took effect. */
  outcome?: Outcome | undefined;
  /** The `Idempotency-Key` that the call carried: repeat the call with it to finish safely. */
  idempotencyKey?: string | undefined;
  /** The service's identifier of the request, for its support. */
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * The base class of every error that this package throws. Tell errors apart by `name`, by `code`, or with the guards
 * ({@link isPaymentsError} and its siblings), which also recognise errors of another copy of the package.
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
  /** The `Idempotency-Key` that the call carried, where the operation takes one. */
  declare readonly idempotencyKey?: string;
  /** The service's identifier of the request, where a response had one. */
  declare readonly requestId?: string;

  constructor(message: string, code: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.outcome = facts.outcome ?? "not-executed";
    const { operation, idempotencyKey, requestId } = facts;
    assignKnown(this, { operation, idempotencyKey, requestId });
  }

  static {
    named(this, "PaymentsError", "other");
  }
}

/** Sets what is known, so that an error prints no property that is not. */
export function assignKnown(error: Error, facts: object): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) Object.assign(error, { [name]: value });
  }
}

/**
 * Sets the name of an error class on its prototype: a minifier rewrites `constructor.name`, and an own `name` would be printed
 * twice. With `kind`, sets the brand that the guards read, too.
 */
export function named(type: { prototype: Error }, name: string, kind?: ErrorKind): void {
  Object.defineProperty(type.prototype, "name", { value: name, configurable: true, writable: true });
  if (kind !== undefined) Object.defineProperty(type.prototype, BRAND, { value: kind });
}

/** The client was set up wrongly: an option or environment variable is missing or malformed. Names the option, never its value. */
export class ConfigurationError extends PaymentsError {
  /** The option at fault, for example `clientSecret`. */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(messageOf({ path: option, message: problem }), "INVALID_CONFIGURATION");
    this.option = option;
  }

  static {
    named(this, "ConfigurationError");
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

  static {
    named(this, "InvalidRequestError");
  }
}

/** Refuses one argument. */
export function refuse(path: string, message: string, operation?: string, cause?: unknown): never {
  throw new InvalidRequestError([{ path, message }], operation, cause);
}

/** No usable response came: the connection failed, broke, or was redirected. `outcome` says whether the service may have acted. */
export class ConnectionError extends PaymentsError {
  /** The platform's own code where it gave one, for example `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  declare readonly platformCode?: string;

  constructor(message: string, facts: ErrorFacts & { code?: string; platformCode?: string | undefined }) {
    super(message, facts.code ?? "CONNECTION_FAILED", facts);
    assignKnown(this, { platformCode: facts.platformCode });
  }

  static {
    named(this, "ConnectionError", "connection");
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
    this.timeoutMs = timeoutMs;
    this.scope = scope;
  }

  static {
    named(this, "TimeoutError", "timeout");
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

  static {
    named(this, "ResponseValidationError");
  }
}

/**
 * A successful response that belongs to another request: what the service must echo differs from what was asked for. It may be
 * a late duplicate on a kept connection, or the stored response of an idempotency key that was used before with other
 * parameters. Nothing is known of the request itself (`outcome: "unknown"`). `issues` names both sides of each difference.
 */
export class UnrelatedResponseError extends ResponseValidationError {
  constructor(message: string, facts: ResponseErrorFacts) {
    super(message, { outcome: "unknown", ...facts, code: "UNRELATED_RESPONSE" });
  }

  static {
    named(this, "UnrelatedResponseError");
  }
}

/** A list cannot be read to its end: a cursor came twice or is not text, or `hasMore` came without a cursor. */
export class PaginationError extends PaymentsError {
  constructor(message: string, operation: string) {
    super(message, "PAGINATION_FAILED", { operation });
  }

  static {
    named(this, "PaginationError");
  }
}

/** A signed-retry challenge was past its `expiresAt` before it could be sent back (specification, "Signed-retry pattern"). */
export class ChallengeExpiredError extends PaymentsError {
  constructor(operation: string, expiresAt: string) {
    // As a date: a text that can be read as one may say more than that.
    const at = new Date(expiresAt).toISOString();
    super(`the challenge expired at ${at}, before the signed request was sent`, "CHALLENGE_EXPIRED", {
      operation,
    });
  }

  static {
    named(this, "ChallengeExpiredError");
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

  static {
    named(this, "ChallengeRepeatedError");
  }
}

/** The kind of an error of this package, also of another copy of it; `undefined` for anything else. */
export function kindOf(error: unknown): ErrorKind | undefined {
  return typeof error === "object" && error !== null && BRAND in error
    ? (error[BRAND] as ErrorKind)
    : undefined;
}

/** True for any error of this package, also of another copy of it in the same process. */
export function isPaymentsError(error: unknown): error is PaymentsError {
  return kindOf(error) !== undefined;
}

/** True when no usable response came, time-outs included. Works across copies of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return kindOf(error) === "connection" || isTimeoutError(error);
}

/** True when a deadline passed. Works across copies of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return kindOf(error) === "timeout";
}
