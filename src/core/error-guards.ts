import type { ApiError } from "./api-errors";
import { errorKindOf } from "./error-brand";
import type { ConnectionError, PaymentsError, TimeoutError } from "./errors";

/** True for any error of this package. Works across copies of the package in one process. */
export function isPaymentsError(error: unknown): error is PaymentsError {
  return errorKindOf(error) !== undefined;
}

/** True for an error response, whether the service or a gateway sent it. Works across copies of the package. */
export function isApiError(error: unknown): error is ApiError {
  return errorKindOf(error) === "api";
}

/** True when no usable response came, timeouts included. Works across copies of the package. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return errorKindOf(error) === "connection" || isTimeoutError(error);
}

/** True when a deadline passed. Works across copies of the package. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return errorKindOf(error) === "timeout";
}
