import { isObject } from "../options/kinds";
import { brand } from "./error-brand";
import { assignKnown, PaymentsError } from "./errors";
import type { ErrorFacts, Issue } from "./errors";
import { fieldOf, textOf } from "./fields";

/** The facts of an {@link ApiError}. */
export interface ApiErrorFacts extends ErrorFacts {
  status: number;
  code: string;
  reason?: string | undefined;
  details?: unknown;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  retryAfter?: number | undefined;
  temporary?: boolean | undefined;
  quoteStatus?: string | undefined;
}

/**
 * The service, or a proxy, responded with an error status. Subclasses exist for the statuses that callers
 * handle differently.
 */
export class ApiError extends PaymentsError {
  override readonly name: string = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The check that failed. Set on a 401 of an embedded-wallet action. */
  declare readonly reason?: string;
  /** The names of the fields in {@link details}. */
  declare readonly detailFields?: readonly string[];
  /** How long the service asks you to wait before a retry, in seconds. */
  declare readonly retryAfter?: number;
  /** True if the cause may pass without your help. Absent otherwise. */
  declare readonly temporary?: boolean;
  /** The status of the quote, if a refused `quotes.execute` names it in `details`. */
  declare readonly quoteStatus?: string;
  /** Response headers that are safe to log. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #details: unknown;
  readonly #body: unknown;

  constructor(message: string, facts: ApiErrorFacts) {
    super(message, facts.code, facts);
    brand(this, "api");
    this.status = facts.status;
    const { reason, details, retryAfter, temporary, quoteStatus } = facts;
    const detailFields = isObject(details) ? Object.keys(details) : undefined;
    assignKnown(this, { reason, detailFields, retryAfter, temporary, quoteStatus });
    this.#details = details;
    this.headers = facts.headers;
    this.#body = facts.body;
  }

  /**
   * The service's structured details, unchanged. Printing the error does not show them, because they may hold
   * personal data.
   */
  get details(): unknown {
    return this.#details;
  }

  /**
   * The invalid fields of the request, if the service names them in `details.errors`. Printing the error does not show them.
   */
  get issues(): readonly Issue[] | undefined {
    const errors = fieldOf(this.#details, "errors");
    if (!Array.isArray(errors)) return undefined;
    return errors.flatMap((each: unknown) => {
      const path = textOf(each, "field");
      if (path === undefined) return [];
      return [{ path, message: textOf(each, "message") ?? "is invalid" }];
    });
  }

  /**
   * The whole body if it is JSON, otherwise the first 1,024 characters of text. Printing the error does not
   * show it, because it may hold personal data.
   */
  get body(): unknown {
    return this.#body;
  }
}

/** 400: the request is invalid. */
export class BadRequestError extends ApiError {
  override readonly name: string = "BadRequestError";
}
/** 401: wrong credentials, or a wrong or missing wallet signature (see `reason`). */
export class AuthenticationError extends ApiError {
  override readonly name: string = "AuthenticationError";
}
/**
 * 401 from the wallet relay, code `NOT_SIGNED_IN`: the user is not signed in to the platform. The wallet's
 * session is not at fault. Sign in to the platform, then call again.
 */
export class PlatformSignInRequiredError extends AuthenticationError {
  override readonly name: string = "PlatformSignInRequiredError";
}
/** 403: the credentials do not permit the operation. */
export class PermissionDeniedError extends ApiError {
  override readonly name: string = "PermissionDeniedError";
}
/** 404: the resource does not exist. */
export class NotFoundError extends ApiError {
  override readonly name: string = "NotFoundError";
}
/** 409: the resource already exists, or its state does not allow the operation. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}
/** 429: too many requests. `retryAfter` is the wait in seconds, if the service gave one. */
export class RateLimitError extends ApiError {
  override readonly name: string = "RateLimitError";
}
/** 5xx: the service failed. `outcome` says whether it acted first. */
export class ServerError extends ApiError {
  override readonly name: string = "ServerError";
}

/** The class of an error response, by status. One code belongs to the relay only. */
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
