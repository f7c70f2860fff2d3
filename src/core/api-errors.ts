import { brand } from "./error-brand";
import { assignKnown, PaymentsError } from "./errors";
import type { ErrorFacts } from "./errors";

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

/** The service, or something between, responded with an error status. Subclasses exist for the statuses that callers handle differently. */
export class ApiError extends PaymentsError {
  /** The HTTP status. */
  readonly status: number;
  /** Names the check that failed, on a 401 of an embedded-wallet action. */
  declare readonly reason?: string;
  /** The names of the fields in {@link details}. */
  declare readonly detailFields?: readonly string[];
  /** How long the service asks to wait before another try, in seconds. */
  declare readonly retryAfter?: number;
  /** Response headers that are safe to log. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #details: unknown;
  readonly #body: unknown;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, facts.code, facts);
    brand(this, "api");
    this.status = facts.status;
    const { reason, details, retryAfter } = facts;
    const isRecord = typeof details === "object" && details !== null && !Array.isArray(details);
    const detailFields = isRecord ? Object.keys(details) : undefined;
    assignKnown(this, { reason, detailFields, retryAfter });
    this.#details = details;
    this.headers = facts.headers;
    this.#body = facts.body;
  }

  /** The service's structured details, as sent. Not printed with the error, since they may hold personal data. */
  get details(): unknown {
    return this.#details;
  }

  /** The whole body where it was JSON, otherwise the first 1,024 characters of the text. Not printed with the error, since it may hold personal data. */
  get body(): unknown {
    return this.#body;
  }

  override get name(): string {
    return "ApiError";
  }
}

/** 400: the request is invalid. */
export class BadRequestError extends ApiError {
  override get name(): string {
    return "BadRequestError";
  }
}
/** 401: wrong credentials, or a wrong or missing wallet signature (see `reason`). */
export class AuthenticationError extends ApiError {
  override get name(): string {
    return "AuthenticationError";
  }
}
/**
 * 401 of the wallet relay, code `NOT_SIGNED_IN`: the platform's own sign-in has ended, or never was. The wallet's session, code or
 * passkey is not at fault: sign in to the platform, and call again.
 */
export class PlatformSignInRequiredError extends AuthenticationError {
  override get name(): string {
    return "PlatformSignInRequiredError";
  }
}
/** 403: the credentials do not permit the operation. */
export class PermissionDeniedError extends ApiError {
  override get name(): string {
    return "PermissionDeniedError";
  }
}
/** 404: there is no such resource. */
export class NotFoundError extends ApiError {
  override get name(): string {
    return "NotFoundError";
  }
}
/** 409: the resource is in a state that does not allow the operation, or exists already. */
export class ConflictError extends ApiError {
  override get name(): string {
    return "ConflictError";
  }
}
/** 429: too many requests; `retryAfter` says for how many seconds to wait, where the service told. */
export class RateLimitError extends ApiError {
  override get name(): string {
    return "RateLimitError";
  }
}
/** 5xx: the service failed. Whether it acted before is in `outcome`. */
export class ServerError extends ApiError {
  override get name(): string {
    return "ServerError";
  }
}

/** The class of an error response, by its status, and by the one code that is the relay's alone. */
export function apiErrorClass(status: number, code?: string): typeof ApiError {
  if (status === 401 && code === "NOT_SIGNED_IN") return PlatformSignInRequiredError;
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
