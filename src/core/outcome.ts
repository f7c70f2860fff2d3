import type { Outcome } from "./errors";
import { fieldOf, textOf } from "./fields";

/** What an error response says about the request. */
export type Judgement =
  /** The service turned the request away before it looked at it: 429, or its own 503 with a time to return. */
  | "turned-away"
  /** The service looked at the request and refused it. */
  | "refused"
  /** A request with the same idempotency key is still being carried out. */
  | "in-progress"
  /** Something failed, and the service may have acted before: 5xx, 408. */
  | "failed"
  /** Something between responded: a gateway, a proxy, a portal. Nobody knows what it did with the request before. */
  | "foreign";

/** The facts of an error response that count. */
export interface ErrorResponse {
  readonly status: number;
  /** Parsed where it was JSON. */
  readonly body: unknown;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * The codes of a 409 that refuse a call with an idempotency key: the contract's, the conflict of states (OP-24), and a key that
 * came before with other parameters (OP-26). Any other 409 on such a call may mean that the first request is still running.
 */
const CONFLICTS =
  /^(?:CONFLICT|IDEMPOTENCY_(?:KEY_)?(?:REUSED|MISMATCH)|TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL|UMA_ADDRESS_EXISTS)$/;

/** Codes by which a 422 says that the first request with the key is still running. */
const IN_PROGRESS = /IN_PROGRESS|IN_USE|CONCURRENT|PROCESSING/i;

/** The statuses by which the service says that it looked at this very request, and that there is nothing to be carried out. */
const CONCLUSIVE = new Set([400, 404, 422]);

/**
 * Whether an error body has the service's own shape: a text as `code` or `reason` (specification, "Errors"), or the contract's
 * `status`, equal to the status of the response, beside a message. Gateways send `{"message": …}` or `{"error": …}`.
 */
export function isServiceError({ status, body }: ErrorResponse): boolean {
  return (
    (textOf(body, "code") ?? textOf(body, "reason")) !== undefined ||
    (fieldOf(body, "status") === status && textOf(body, "message") !== undefined)
  );
}

/** Judges an error response. `isKeyed`: the request carried an idempotency key. */
export function judge(response: ErrorResponse, isKeyed: boolean): Judgement {
  const { status, retryAfter } = response;
  const fromService = isServiceError(response);
  if (status === 429 || (status === 503 && retryAfter !== undefined && fromService)) return "turned-away";
  if (status >= 500 || status === 408) return "failed";
  const code = textOf(response.body, "code") ?? "";
  if (isKeyed && (status === 409 ? !CONFLICTS.test(code) : status === 422 && IN_PROGRESS.test(code))) {
    return "in-progress";
  }
  return fromService ? "refused" : "foreign";
}

/** Whether a request took effect, by the judgement of its error response. */
export function outcomeOfJudgement(judgement: Judgement): Outcome {
  return judgement === "refused" || judgement === "turned-away" ? "not-executed" : "unknown";
}

/** Whether an error response also says what became of the earlier attempts of the same call. */
export function isConclusive({ status }: ErrorResponse, judgement: Judgement): boolean {
  return judgement === "refused" && CONCLUSIVE.has(status);
}

/**
 * Whether the service itself can have sent a successful status: 200, 201, 202 and 204 (contract). A 206 is made by a cache, a 203
 * by a proxy that changed the body. An operation that returns nothing has 204 only.
 */
export function isServiceSuccess(status: number, returnsNothing: boolean): boolean {
  return status === 204 || (status < 203 && !returnsNothing);
}

/**
 * Whether a call took effect whose successful response is incomplete or cannot be read. Only a 2xx in the service's content type
 * says so: the page of a portal has status 200, too. A 202 only opens a signed call, and a 204 has nothing to read.
 */
export function outcomeOfUnreadable(
  status: number,
  contentType: string | null,
  returnsNothing: boolean,
): Outcome {
  const isJson = /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "");
  return status < 202 && !returnsNothing && isJson ? "executed" : "unknown";
}

/** What is known about a whole call after one more failed attempt. `concludes`: see {@link isConclusive}. */
export function callOutcome(earlier: Outcome, attempt: Outcome, concludes: boolean): Outcome {
  if (concludes) return attempt;
  // An effect stays, and one lost response leaves the call open.
  return earlier === "executed" || attempt === "not-executed" ? earlier : attempt;
}
