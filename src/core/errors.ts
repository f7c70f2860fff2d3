import type { Issue, Outcome } from "./types";

/** Shared by every copy of the package in one process (ESM and CJS, two versions), where `instanceof` would say no. */
const BRAND = Symbol.for("payments-sdk.error");

/** Facts that every error of this package can carry. */
export interface ErrorFacts {
  /** The operation that failed, for example `quotes.create`. */
  operation?: string | undefined;
  /** Whether the call took effect. */
  outcome?: Outcome | undefined;
  /** The `Idempotency-Key` the call carried: repeat the call with it to finish safely. */
  idempotencyKey?: string | undefined;
  /** The service's identifier of the request, for its support. */
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * The base of every error this package throws. Tell them apart by `name`, by `code`, or with the guards
 * ({@link isPaymentsError} and its siblings), which also recognise errors of another copy of the package.
 */
export class PaymentsError extends Error {
  /** A stable, documented identifier of what went wrong. On an {@link ApiError} it is the service's own code. */
  readonly code: string;
  /** The operation that failed, for example `quotes.create`; absent where no call was being made. */
  declare readonly operation?: string;
  /**
   * Whether the call took effect: `"not-executed"`, `"executed"` (the answer came but could not be read) or `"unknown"`.
   * After `"unknown"`, repeat a payment only with the same {@link idempotencyKey}.
   */
  readonly outcome: Outcome;
  /** The `Idempotency-Key` the call carried, where the operation takes one. */
  declare readonly idempotencyKey?: string;
  /** The service's identifier of the request, where an answer came. */
  declare readonly requestId?: string;

  constructor(message: string, code: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.outcome = facts.outcome ?? "not-executed";
    const { operation, idempotencyKey, requestId } = facts;
    assignKnown(this, { operation, idempotencyKey, requestId });
  }

  static {
    named(this, "PaymentsError");
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }
}

/** Sets what is known, so that an error prints no member that is not. */
function assignKnown(error: Error, facts: object): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined) Object.assign(error, { [name]: value });
  }
}

/** Sets the name on the prototype: a minifier rewrites `constructor.name`, and an own `name` would be printed twice. */
export function named(type: { prototype: Error }, name: string): void {
  Object.defineProperty(type.prototype, "name", { value: name, configurable: true, writable: true });
}

/** The client was set up wrongly: a missing or malformed option or environment variable. Names the option, never its value. */
export class ConfigurationError extends PaymentsError {
  /** The option at fault, for example `clientSecret`. */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`\`${option}\` ${problem}`, "INVALID_CONFIGURATION");
    this.option = option;
  }

  static {
    named(this, "ConfigurationError");
  }
}

/** An argument was refused before anything was sent. `issues` names each member at fault. */
export class InvalidRequestError extends PaymentsError {
  /** The members at fault, at least one, with what was expected of each. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], operation?: string) {
    super(issues.map((issue) => `\`${issue.path}\` ${issue.message}`).join("; "), "INVALID_REQUEST", {
      operation,
    });
    this.issues = issues;
  }

  static {
    named(this, "InvalidRequestError");
  }
}

/** Refuses one argument. */
export function refuse(path: string, message: string, operation?: string): never {
  throw new InvalidRequestError([{ path, message }], operation);
}

/** No usable answer came: the connection failed, broke, or was redirected. `outcome` says whether the service may have acted. */
export class ConnectionError extends PaymentsError {
  /** The platform's own code where it gave one, for example `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  declare readonly platformCode?: string;

  constructor(message: string, facts: ErrorFacts & { code?: string; platformCode?: string | undefined }) {
    super(message, facts.code ?? "CONNECTION_FAILED", facts);
    assignKnown(this, { platformCode: facts.platformCode });
  }

  static {
    named(this, "ConnectionError");
  }
}

/** The answer did not come, or not whole, in time. */
export class TimeoutError extends ConnectionError {
  /** The bound that was hit, in milliseconds. */
  readonly timeoutMs: number;
  /** `"attempt"`: the option `timeout`; `"total"`: the option `totalTimeout`, over all attempts. */
  readonly scope: "attempt" | "total";

  constructor(message: string, scope: "attempt" | "total", timeoutMs: number, facts: ErrorFacts) {
    super(message, { ...facts, code: "TIMEOUT" });
    this.timeoutMs = timeoutMs;
    this.scope = scope;
  }

  static {
    named(this, "TimeoutError");
  }
}

/** What an {@link ApiError} is made of. */
export interface ApiErrorFacts extends ErrorFacts {
  status: number;
  code: string;
  reason?: string | undefined;
  details?: unknown;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  retryAfter?: number | undefined;
}

/** The service answered with an error status. Subclasses exist for the statuses that callers handle differently. */
export class ApiError extends PaymentsError {
  /** The HTTP status. */
  readonly status: number;
  /** Names the check that failed, on a 401 of an embedded-wallet action (specification, "Sandbox magic values"). */
  declare readonly reason?: string;
  /** The service's structured details, as sent. */
  declare readonly details?: unknown;
  /** How long the service asks to wait before another try, in seconds. */
  declare readonly retryAfter?: number;
  /** Response headers that are safe to log. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #body: unknown;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, facts.code, facts);
    this.status = facts.status;
    const { reason, details, retryAfter } = facts;
    assignKnown(this, { reason, details, retryAfter });
    this.headers = facts.headers;
    this.#body = facts.body;
  }

  /** The whole body where it was JSON, otherwise the first 1,024 characters of the text. Not printed with the error, since it may hold personal data. */
  get body(): unknown {
    return this.#body;
  }

  static {
    named(this, "ApiError");
  }
}

/** 400: the service refused the request; nothing happened. */
export class BadRequestError extends ApiError {
  static {
    named(this, "BadRequestError");
  }
}
/** 401: wrong credentials, or a wrong or missing wallet signature (see `reason`). */
export class AuthenticationError extends ApiError {
  static {
    named(this, "AuthenticationError");
  }
}
/** 403: the credentials do not permit the operation. */
export class PermissionDeniedError extends ApiError {
  static {
    named(this, "PermissionDeniedError");
  }
}
/** 404: there is no such resource. */
export class NotFoundError extends ApiError {
  static {
    named(this, "NotFoundError");
  }
}
/** 409: the resource is in a state that does not allow the operation, or exists already. */
export class ConflictError extends ApiError {
  static {
    named(this, "ConflictError");
  }
}
/** 429: too many requests; `retryAfter` says for how many seconds to wait, where the service told. */
export class RateLimitError extends ApiError {
  static {
    named(this, "RateLimitError");
  }
}
/** 5xx: the service failed. Whether it acted before is in `outcome`. */
export class ServerError extends ApiError {
  static {
    named(this, "ServerError");
  }
}

/** A successful answer that could not be read: not JSON, an amount beyond the safe integers, or (strict mode) another shape. */
export class ResponseValidationError extends PaymentsError {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** Where the answer differs from what was expected, at least one place. */
  readonly issues: readonly Issue[];
  readonly #body: unknown;

  /** `code` is `UNREADABLE_RESPONSE` for a body that is not whole JSON, and `INVALID_RESPONSE` for one of another shape. */
  constructor(
    message: string,
    facts: ErrorFacts & { code: string; status: number; issues: readonly Issue[]; body: unknown },
  ) {
    super(message, facts.code, { outcome: "executed", ...facts });
    this.status = facts.status;
    this.issues = facts.issues;
    this.#body = facts.body;
  }

  /** The whole answer, parsed where it was JSON and otherwise as text, so that nothing is lost. Not printed with the error. */
  get body(): unknown {
    return this.#body;
  }

  static {
    named(this, "ResponseValidationError");
  }
}

/** A list cannot be walked to its end: a cursor came twice, or `hasMore` came without a cursor. */
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
    super(`the challenge expired at ${expiresAt}, before the signed request was sent`, "CHALLENGE_EXPIRED", {
      operation,
    });
  }

  static {
    named(this, "ChallengeExpiredError");
  }
}

/** The class of an error answer, by its status. */
export function apiErrorClass(status: number): typeof ApiError {
  const classes: Record<number, typeof ApiError> = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
  };
  return classes[status] ?? (status >= 500 ? ServerError : ApiError);
}

/** True for any error of this package, also of another copy of it in the same process. */
export function isPaymentsError(error: unknown): error is PaymentsError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** True for an error answer of the service. Works across copies of the package. */
export function isApiError(error: unknown): error is ApiError {
  return isPaymentsError(error) && "status" in error && "headers" in error;
}

/** True when no usable answer came, time-outs included. Works across copies of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return isPaymentsError(error) && (error.name === "ConnectionError" || isTimeoutError(error));
}

/** True when a deadline passed. Works across copies of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return isPaymentsError(error) && error.code === "TIMEOUT";
}
