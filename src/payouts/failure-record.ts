import { isApiError, isPaymentsError } from "../core/error-guards";
import type { Advice, Outcome } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";

/** What a table keeps of an error: plain JSON that PostgreSQL stores, without a stack, headers or a body. */
export interface FailureRecord {
  /** The code of the error, or `UNEXPECTED` for an error of your own code. */
  readonly code: string;
  readonly message: string;
  readonly outcome: Outcome;
  readonly advice: Advice;
  /** The operation that failed, for example `transfers.out`. */
  readonly operation?: string;
  readonly idempotencyKey?: string;
  /** The service's id of the request. */
  readonly requestId?: string;
  /** The id of the call, as in hooks and logs. */
  readonly callId?: string;
  /** The HTTP status of an error response. */
  readonly status?: number;
  /** How long the service asks you to wait, in seconds. */
  readonly retryAfter?: number;
  /** The cause of a refusal may pass without a correction. */
  readonly temporary?: boolean;
  /** The status of the quote, if the response names it. */
  readonly quoteStatus?: string;
  /** The id in the body of a response that could not be used. */
  readonly id?: string;
}

/**
 * Reduces an error to the facts that {@link nextStep} needs. Call it in the code that catches the error: queues store
 * errors as text and lose their properties.
 *
 * An error of your own code counts as unknown, because the request may have been sent before.
 *
 * @example
 * ```ts
 * import { failureRecord } from "payments-sdk/payouts";
 *
 * const { outcome } = failureRecord(new TypeError("x is not a function")); // "unknown"
 * ```
 */
export function failureRecord(error: unknown): FailureRecord {
  if (!isPaymentsError(error)) {
    const message = storable(textOf(error, "message") ?? (typeof error === "object" ? "object" : error));
    return { code: "UNEXPECTED", message, outcome: "unknown", advice: "retry-later" };
  }
  const { code, outcome, advice } = error;
  const { status, retryAfter, temporary, quoteStatus } = isApiError(error) ? error : {};
  const id = outcome === "executed" ? textOf(bodyOf(error), "id") : undefined;
  return {
    code,
    message: storable(error.message),
    outcome,
    advice,
    ...known(error, "operation", "idempotencyKey", "requestId", "callId"),
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(temporary === true && { temporary }),
    ...(quoteStatus !== undefined && { quoteStatus }),
    ...(id !== undefined && { id }),
  };
}

/** Those of an error's texts that it has. */
const known = (error: object, ...names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(error, name);
      return text === undefined ? [] : [[name, storable(text)]];
    }),
  );

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
const storable = (text: unknown) => String(text).replace(/[\0\p{Cs}]/gu, "\uFFFD");

/** The body of an error. Its text, if an amount could not be read exactly. */
function bodyOf(error: object): unknown {
  const body = fieldOf(error, "body");
  try {
    return typeof body === "string" ? JSON.parse(body) : body;
  } catch {
    return undefined;
  }
}
