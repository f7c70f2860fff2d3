import { ApiError } from "./api-errors";
import type { AttemptFailure } from "./attempt-failure";
import type { PreparedRequest } from "./request";

/** If a server asks for a longer wait, the client does not retry. The error has the requested wait. */
const MAX_RETRY_AFTER_MS = 60_000;

/** The most retries of a client while no call succeeds. */
const RETRY_BUDGET = 100;

/**
 * The delay before the next attempt in milliseconds, or `undefined` if no attempt follows. `backoff` returns the client's own part of
 * the delay.
 */
export function delayBeforeRetry(
  { verdict, error, endsCall }: AttemptFailure,
  { isRepeatable }: PreparedRequest,
  backoff: () => number,
): number | undefined {
  const mayRepeat = verdict.repeat === "always" || (verdict.repeat === "if-repeatable" && isRepeatable);
  if (!mayRepeat || endsCall) return undefined;
  const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  // The usual delay follows `Retry-After`, because its random part keeps clients from retrying together.
  return retryAfterMs > MAX_RETRY_AFTER_MS ? undefined : retryAfterMs + backoff();
}

/**
 * Limits the retries of all calls of a client, so that an outage does not multiply its traffic. Each successful call adds one
 * retry.
 */
export class RetryBudget {
  #left = RETRY_BUDGET;

  /** Takes one retry. Returns false if none is left. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  /** A call succeeded. */
  refill(): void {
    this.#left = Math.min(RETRY_BUDGET, this.#left + 1);
  }
}

/** The seconds of a `Retry-After` header (RFC 9110, section 10.2.3), also if a gateway sent it twice. Anything else reads as absent. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  const text = (header ?? "").replace(/^(.+), \1$/, "$1");
  // `Date.parse` alone would accept almost any word before a digit.
  const date = /^[a-z]{3,9}, .+ GMT$/i.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Math.max(0, (date - nowMs) / 1000);
  return Number.isFinite(seconds) ? seconds : undefined;
}
