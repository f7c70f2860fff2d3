import { LONGEST_TIMER_MS } from "../options/kinds";
import type { CoreConfig, RequestOptions } from "./types";

/** The bounds of one call. */
export interface CallBounds {
  readonly signal: AbortSignal | undefined;
  /** Bound on one attempt. */
  readonly timeoutMs: number;
  /** Bound on the whole call. */
  readonly totalTimeoutMs: number;
  readonly maxRetries: number;
}

/** The bounds of one call: its options, with the client's defaults. */
export function callBounds(config: CoreConfig, options: RequestOptions): CallBounds {
  const { timeout, totalTimeout, maxRetries, signal } = options;
  return {
    signal,
    timeoutMs: Math.min(timeout ?? config.timeout, LONGEST_TIMER_MS),
    totalTimeoutMs: Math.min(totalTimeout ?? config.totalTimeout, LONGEST_TIMER_MS),
    maxRetries: maxRetries ?? config.maxRetries,
  };
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
