import { ApiError } from "./api-errors";
import { ConnectionError, ResponseValidationError, TimeoutError } from "./errors";
import type { PaymentsError } from "./errors";
import { judge } from "./outcome";

/** A server that asks for a longer wait than this gets no retry: the error says for how long it asked. */
const MAX_RETRY_AFTER_MS = 60_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Exponential, from half a second to eight seconds, with a random part so that clients do not return together. */
export function defaultRetryDelay(retry: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1)) * (0.5 + random / 2 ** 33);
}

/** What the policy must know of the request. */
export interface Repeatability {
  /** A second request cannot have a second effect. */
  readonly isRepeatable: boolean;
  readonly idempotencyKey: string | undefined;
}

/**
 * Whether a failed attempt may be repeated, and after how long.
 *
 * @param retry the number of the retry, from 1
 * @returns milliseconds to wait, or `undefined` for "do not repeat"
 */
export function retryDelayMs(
  error: PaymentsError,
  request: Repeatability,
  retry: number,
  backoff: (retry: number) => number,
): number | undefined {
  if (!mayRepeat(error, request)) return undefined;
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return backoff(retry);
  const askedMs = error.retryAfter * 1000;
  return askedMs > MAX_RETRY_AFTER_MS ? undefined : askedMs;
}

function mayRepeat(error: PaymentsError, { isRepeatable, idempotencyKey }: Repeatability): boolean {
  if (error instanceof ApiError) {
    const judgement = judge(error, idempotencyKey !== undefined);
    // The service said that it did not act: true whatever the operation.
    if (judgement === "turned-away") return true;
    return isRepeatable && (judgement === "failed" || judgement === "in-progress");
  }
  if (error instanceof ConnectionError) {
    if (error.code === "REDIRECTED" || (error instanceof TimeoutError && error.scope === "total"))
      return false;
    return isRepeatable || error.outcome === "not-executed";
  }
  // A cut or garbled response: asked again, the service sends the stored one.
  return error instanceof ResponseValidationError && isRepeatable && error.code === "UNREADABLE_RESPONSE";
}

/** The seconds of a `Retry-After` header: a number, or an HTTP date (RFC 9110, section 10.2.3). Anything else reads as absent. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  const text = header ?? "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number.isFinite(Number(text)) ? Number(text) : undefined;
  // `Date.parse` alone would take almost any word with a digit behind it.
  const date = /^[a-z]{3,9}, .+ GMT$/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMs) / 1000);
}
