import { sleep } from "../core/abort";
import { LONGEST_TIMER_MS } from "../core/deadline";
import { TimeoutError } from "../core/errors";
import { refuseUnknownOptions } from "../core/known-names";
import type { RequestOptions } from "../core/types";
import { between, check, optional } from "./checks";

const DEFAULT_TIMEOUT_MS = 5 * 60_000;
const DEFAULT_INTERVAL_MS = 1_000;

/** How `waitFor` waits. */
export interface WaitOptions<Result> {
  /** Ends the wait when it returns true, or a promise of it; by default when the status is terminal. */
  until?: ((result: Result) => boolean | PromiseLike<boolean>) | undefined;
  /** Gets every state that is read, the last one too. Its promise is awaited, and its error ends the wait. */
  onProgress?: ((result: Result) => unknown) | undefined;
  /** The longest wait in milliseconds; 300,000 (5 minutes) when left out. */
  timeout?: number | undefined;
  /** Milliseconds between a response and the next request; 1,000 when left out. */
  interval?: number | undefined;
  /** Ends the wait at once with an `AbortedError`. */
  signal?: AbortSignal | undefined;
}

/**
 * Whether a quote, a transaction or an import in this status has come to its end. False for a status that is not known.
 *
 * @example
 * ```ts
 * if (!isTerminal(quote.status)) console.log("not there yet");
 * ```
 * @see specification, "Transaction"
 */
export function isTerminal(status: string): boolean {
  return ["COMPLETED", "FAILED", "EXPIRED", "REJECTED", "REFUNDED"].includes(status);
}

/** Reads a quote, a transaction or an import again and again until it is as wanted. */
export async function waitFor<Result extends { status: string }>(
  operation: string,
  read: (options: RequestOptions) => Promise<Result>,
  options: WaitOptions<Result>,
): Promise<Result> {
  const duration = optional(between(0, LONGEST_TIMER_MS, false));
  const listener = optional((value) => (typeof value === "function" ? undefined : "must be a function"));
  check(operation, options, {
    until: listener,
    onProgress: listener,
    timeout: duration,
    interval: duration,
  });
  const known = { until: true, onProgress: true, timeout: true, interval: true, signal: true } as const;
  refuseUnknownOptions(options, known satisfies Record<keyof WaitOptions<Result>, true>, operation);
  const until = options.until ?? ((result: Result) => isTerminal(result.status));
  const timeoutMs = options.timeout ?? DEFAULT_TIMEOUT_MS;
  const intervalMs = options.interval ?? DEFAULT_INTERVAL_MS;
  const signal = options.signal ?? undefined;
  const end = performance.now() + timeoutMs;
  for (;;) {
    const result = await read({ signal, totalTimeout: Math.max(1, Math.ceil(end - performance.now())) });
    await options.onProgress?.(result);
    if (await until(result)) return result;
    if (performance.now() + intervalMs >= end) {
      throw new TimeoutError(
        `${operation} waited ${timeoutMs} ms and the status is still ${result.status}`,
        "total",
        timeoutMs,
        { operation, outcome: "unknown" },
      );
    }
    await sleep(intervalMs, signal, operation);
  }
}
