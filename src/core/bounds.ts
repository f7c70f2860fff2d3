import { LONGEST_TIMER_MS } from "../options/kinds";
import { onAbort, untilAborted } from "./abort";
import { Deadline } from "./time-limit";
import type { CoreConfig, RequestOptions } from "./types";

/** The limits of one call. */
export class Bounds extends Deadline {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  /** The limit of one attempt. */
  readonly timeoutMs: number;
  /** The limit of the whole call, over all its requests. */
  readonly totalTimeoutMs: number;
  /** The most retries of one request. */
  readonly maxRetries: number;

  constructor(config: CoreConfig, { timeout, totalTimeout, maxRetries, signal }: RequestOptions) {
    const totalTimeoutMs = Math.min(totalTimeout ?? config.totalTimeout, LONGEST_TIMER_MS);
    super(totalTimeoutMs);
    this.signal = signal;
    this.timeoutMs = Math.min(timeout ?? config.timeout, LONGEST_TIMER_MS);
    this.totalTimeoutMs = totalTimeoutMs;
    this.maxRetries = maxRetries ?? config.maxRetries;
  }

  /**
   * Waits for work while the call has time. The work gets a signal that aborts at the end of the call.
   *
   * @throws {AbortedError} when the time is over, or the caller aborts
   */
  async wait<T>(work: (ended: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const end = () => over.abort();
    if (this.signal?.aborted) end();
    const timer = setTimeout(end, this.remainingMs());
    const ignoreSignal = onAbort(this.signal, end);
    try {
      return await untilAborted(over.signal, () => work(over.signal));
    } finally {
      clearTimeout(timer);
      ignoreSignal();
    }
  }
}
