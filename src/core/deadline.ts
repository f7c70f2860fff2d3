import { checkedSignal } from "./abort";
import { refuse } from "./errors";
import type { CoreConfig, RequestOptions } from "./types";

/** The longest that a timer can wait: a longer one would overflow and fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The bounds of one call, checked, with the client's defaults. */
export interface CallBounds {
  readonly signal: AbortSignal | undefined;
  /** Bound on one attempt. */
  readonly timeoutMs: number;
  /** Bound on the whole call. */
  readonly totalTimeoutMs: number;
  readonly maxRetries: number;
}

/** What is wrong with a bound of the client's work: milliseconds, or how many times. */
export function boundIssue(name: string, value: unknown): string | undefined {
  const isCount = name === "maxRetries";
  const least = isCount ? 0 : 1;
  return typeof value === "number" && value >= least && (!isCount || Number.isInteger(value))
    ? undefined
    : `must be ${isCount ? "an integer" : "a number"} of at least ${least}`;
}

/**
 * Checks the bounds of one call.
 *
 * @throws {InvalidRequestError} when one is invalid
 */
export function callBounds(config: CoreConfig, options: RequestOptions, operation: string): CallBounds {
  const { timeout, totalTimeout, maxRetries, signal } = options;
  for (const [name, value] of Object.entries({ timeout, totalTimeout, maxRetries })) {
    if (value != null) checkBound(name, value, operation);
  }
  return {
    signal: checkedSignal(signal, operation),
    timeoutMs: Math.min(timeout ?? config.timeout, LONGEST_TIMER_MS),
    totalTimeoutMs: Math.min(totalTimeout ?? config.totalTimeout, LONGEST_TIMER_MS),
    maxRetries: maxRetries ?? config.maxRetries,
  };
}

/**
 * Checks a bound of the client's work.
 *
 * @throws {InvalidRequestError} when it is invalid
 */
export function checkBound(name: string, value: unknown, operation: string): void {
  const issue = boundIssue(name, value);
  if (issue !== undefined) refuse(name, issue, operation);
}

/** When a call must end: one deadline over all its requests. */
export class Deadline {
  #endsAt: number;

  constructor(totalTimeoutMs: number) {
    this.#endsAt = performance.now() + totalTimeoutMs;
  }

  /** What is left, in milliseconds; zero or less when the time is over. */
  remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Does work whose time does not count: a signer may wait for a person. */
  async exclude<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#endsAt += performance.now() - started;
    }
  }
}
