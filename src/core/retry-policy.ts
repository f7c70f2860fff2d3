import { ApiError, ConnectionError, ResponseValidationError, TimeoutError } from "./errors";
import type { PaymentsError } from "./errors";
import type { Outcome } from "./types";

/** A server that asks for a longer wait than this gets no retry: the error says for how long it asked. */
const MAX_RETRY_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Error codes of a connection that never opened: nothing was sent, so nothing was executed. */
const NEVER_OPENED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "Connect",
]);

/** What a platform tells about a network failure. */
export interface NetworkFailure {
  readonly code?: string | undefined;
  /** It struck while reading or writing: Linux gives the codes of a connection that never opened to one that broke, too. */
  readonly open?: boolean;
}

/** The code of a platform's network error, wherever in its chain of causes it stands. */
export function networkFailure(error: unknown): NetworkFailure {
  for (let at = error, depth = 0; typeof at === "object" && at !== null && depth < 5; depth += 1) {
    if ("code" in at && typeof at.code === "string") {
      return { code: at.code, open: "syscall" in at && /^(?:read|write)/.test(String(at.syscall)) };
    }
    // Deno has no codes; its HTTP library names the stage at which it failed.
    const stage = at instanceof Error && /client error \((\w+)\)/.exec(at.message);
    if (stage) return { code: stage[1] };
    at = "cause" in at ? at.cause : "errors" in at && Array.isArray(at.errors) ? at.errors[0] : undefined;
  }
  return {};
}

/** Whether a network failure can have reached the service. */
export function networkOutcome({ code, open }: NetworkFailure): Outcome {
  return code !== undefined && NEVER_OPENED.has(code) && !open ? "not-executed" : "unknown";
}

/** Whether the service gave an error answer: its answers are JSON, those of a proxy in between are pages. */
export function isFromService(error: PaymentsError): boolean {
  return "body" in error && typeof error.body === "object";
}

/** Whether an error answer means that the service did not act. A 5xx may come after it acted, unless it names a time to return. */
export function answerOutcome(status: number, code: string, retryAfter: number | undefined): Outcome {
  if (status === 503) return retryAfter === undefined ? "unknown" : "not-executed";
  return status >= 500 || status === 408 || isBusy(status, code, retryAfter) ? "unknown" : "not-executed";
}

/** Whether a call whose answer broke off, or cannot be read, took effect: its status says so. A 202 only opens a signed retry. */
export function brokenAnswerOutcome(status: number): Outcome {
  return status >= 200 && status < 300 && status !== 202 ? "executed" : "unknown";
}

/**
 * What is known about a whole call after one more failed attempt: an effect stays, and one lost answer leaves the call open
 * unless a later answer settles it, because the service looked at the request itself and refused it.
 */
export function callOutcome(earlier: Outcome, error: PaymentsError): Outcome {
  const settled = error instanceof ApiError && [400, 404, 422].includes(error.status) && isFromService(error);
  const open =
    earlier === "executed" || (earlier === "unknown" && error.outcome === "not-executed" && !settled);
  return open ? earlier : error.outcome;
}

/** The first try of a keyed call is still running. */
function isBusy(status: number, code: string, retryAfter: number | undefined): boolean {
  return status === 409 && (retryAfter !== undefined || /IDEMPOTENCY.*(?:IN_USE|IN_PROGRESS)/i.test(code));
}

/** The seconds of a `Retry-After` header: a number, or an HTTP date (RFC 9110, section 10.2.3). Anything else reads as absent. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number.isFinite(Number(text)) ? Number(text) : undefined;
  // `Date.parse` alone would take almost any word with a digit behind it.
  const date = /^[a-z]{3,9}, .+ GMT$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Exponential, from half a second to eight seconds, with a random part so that clients do not return together. */
export function defaultRetryDelay(retry: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1)) * (0.5 + random / 2 ** 33);
}

/**
 * Whether a failed attempt may be repeated, and after how long.
 *
 * @param repeatable the call is a read, or carries an idempotency key: repeating it cannot have a second effect
 * @returns milliseconds to wait, or `undefined` for "do not repeat"
 */
export function retryDelayFor(
  error: PaymentsError,
  repeatable: boolean,
  retry: number,
  backoff: (retry: number) => number,
): number | undefined {
  if (error instanceof ApiError) {
    const asked = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
    // The server said that it did not act: true whatever the operation.
    const refused = error.status === 429 || (error.status === 503 && asked !== undefined);
    const failed =
      error.status >= 500 || error.status === 408 || isBusy(error.status, error.code, error.retryAfter);
    if (!refused && !(failed && repeatable)) return undefined;
    if (asked === undefined) return backoff(retry);
    return asked > MAX_RETRY_AFTER_MS ? undefined : asked;
  }
  if (error instanceof ConnectionError) {
    if (error.code === "REDIRECTED" || (error instanceof TimeoutError && error.scope === "total"))
      return undefined;
    return repeatable || error.outcome === "not-executed" ? backoff(retry) : undefined;
  }
  // A cut or garbled answer: asking again gets the stored one.
  if (error instanceof ResponseValidationError) {
    return repeatable && error.code === "UNREADABLE_RESPONSE" ? backoff(retry) : undefined;
  }
  return undefined;
}
