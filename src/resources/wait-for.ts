import type { HttpCore } from "../core/http-core";
import { TimeoutError, refuse } from "../core/errors";
import type { RequestOptions } from "../core/types";

const DEFAULT_TIMEOUT_MS = 5 * 60_000;
const DEFAULT_INTERVAL_MS = 1_000;
const LONGEST_INTERVAL_MS = 2 ** 31 - 1;

/** How `waitFor` waits. */
export interface WaitOptions<Result> {
  /** Ends the wait when it says true; by default when the status is terminal. */
  until?: ((result: Result) => boolean) | undefined;
  /** The longest wait in milliseconds; 300,000 (5 minutes) when left out. */
  timeout?: number | undefined;
  /** Milliseconds from one answer to the next question; 1,000 when left out. */
  interval?: number | undefined;
  /** Ends the wait at once, with the signal's own reason. */
  signal?: AbortSignal | undefined;
}

/** Whether a quote or transaction in this status has come to its end. False for a status that is not known. */
export function isTerminal(status: string): boolean {
  return ["COMPLETED", "FAILED", "EXPIRED", "REJECTED", "REFUNDED"].includes(status);
}

/** Reads a quote or transaction again and again until it is as wanted. */
export async function waitFor<Result extends { status: string }>(
  core: HttpCore,
  operation: string,
  read: (options: RequestOptions) => Promise<Result>,
  options: WaitOptions<Result> = {},
): Promise<Result> {
  const { until = (result: Result) => isTerminal(result.status), signal } = options;
  const timeout = duration(operation, "timeout", options.timeout ?? DEFAULT_TIMEOUT_MS);
  const interval = duration(operation, "interval", options.interval ?? DEFAULT_INTERVAL_MS);
  const end = performance.now() + timeout;
  for (;;) {
    const result = await read({ signal, totalTimeout: Math.max(1, Math.ceil(end - performance.now())) });
    if (until(result)) return result;
    if (performance.now() + interval >= end) {
      throw new TimeoutError(
        `${operation} waited ${timeout} ms and the status is still ${result.status}`,
        "total",
        timeout,
        { operation, outcome: "unknown" },
      );
    }
    await core.sleep(interval, signal);
  }
}

function duration(operation: string, name: string, value: number): number {
  if (value >= 0 && value <= LONGEST_INTERVAL_MS) return value;
  const message = `must be a number of milliseconds from 0 to ${LONGEST_INTERVAL_MS}`;
  refuse(name, message, operation);
}
