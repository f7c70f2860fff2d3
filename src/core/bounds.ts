import { untilAborted } from "./abort";
import { TimeoutError } from "./errors";
import type { ErrorFacts } from "./errors";
import { Deadline } from "./time-limit";
import type { CoreConfig, RequestOptions } from "./types";

/** The limits of one call. */
export class Bounds extends Deadline {
  /** The caller's signal. */
  declare readonly signal: AbortSignal | undefined;
  /** The limit of one attempt. */
  declare readonly timeoutMs: number;
  /** The limit of the whole call, over all its requests. */
  declare readonly totalTimeoutMs: number;
  /** The most retries of one request. */
  declare readonly maxRetries: number;

  constructor(config: CoreConfig, { timeout, totalTimeout, maxRetries, signal }: RequestOptions) {
    const totalTimeoutMs = totalTimeout ?? config.totalTimeout;
    super(totalTimeoutMs);
    this.signal = signal;
    this.timeoutMs = timeout ?? config.timeout;
    this.totalTimeoutMs = totalTimeoutMs;
    this.maxRetries = maxRetries ?? config.maxRetries;
  }

  /**
   * Waits for work while the call has time. The work gets a signal that aborts at the end of the call. Rejects with `timeoutError()`
   * when the time is over.
   *
   * @throws {AbortedError} when the caller aborts
   */
  wait<T>(
    work: (ended: AbortSignal) => Promise<T>,
    timeoutError: () => Error,
    facts?: ErrorFacts,
  ): Promise<T> {
    const limit = { timeoutMs: this.remainingMs(), timeoutError };
    return untilAborted(this.signal, (ended) => work(ended as AbortSignal), facts, limit);
  }

  /**
   * Waits for the caller's file while the call has time.
   *
   * @throws {AbortedError} when the caller aborts
   * @throws {TimeoutError} when the time is over
   */
  read<T>(work: () => Promise<T>, operation: string): Promise<T> {
    const timeoutError = () =>
      this.timeoutError(`${operation} got no complete file within`, "total", { operation });
    return this.wait(work, timeoutError, { operation });
  }

  /** The error after a limit. `subject` says what did not happen. The time follows. */
  timeoutError(subject: string, scope: "attempt" | "total", facts: ErrorFacts): TimeoutError {
    const [limitMs, option] =
      scope === "total"
        ? [this.totalTimeoutMs, "`totalTimeout`, over all attempts"]
        : [this.timeoutMs, "`timeout`, one attempt"];
    return new TimeoutError(`${subject} ${limitMs} ms (${option})`, scope, limitMs, facts);
  }
}
