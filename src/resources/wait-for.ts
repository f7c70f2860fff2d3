import { sleep, untilAborted } from "../core/abort";
import { signal as signalKind } from "../core/call-options";
import { TimeoutError } from "../core/errors";
import { readArguments } from "../core/read-options";
import { Deadline } from "../core/time-limit";
import type { RequestOptions } from "../core/types";
import { callback, LONGEST_TIMER_MS, milliseconds } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { isTerminal } from "../terminal";

const DEFAULT_TIMEOUT_MS = 5 * 60_000;
const DEFAULT_INTERVAL_MS = 1_000;

/** Options of `waitFor`. */
export interface WaitOptions<Result> {
  /** Ends the wait when it returns or resolves to true. Default: when the status is terminal. */
  until?: ((result: Result) => boolean | PromiseLike<boolean>) | undefined;
  /**
   * Called with every state read, including the last. The client awaits its promise. If it throws, the wait
   * ends with that error.
   */
  onProgress?: ((result: Result) => unknown) | undefined;
  /** The longest wait, in milliseconds. It does not end your `until` or `onProgress`. Default 300,000 (5 minutes). */
  totalTimeout?: number | undefined;
  /** The delay between a response and the next request, in milliseconds. Default 1,000. */
  interval?: number | undefined;
  /** Ends the wait at once with an `AbortedError`. */
  signal?: AbortSignal | undefined;
}

const duration: Kind = /* @__PURE__ */ milliseconds(0, LONGEST_TIMER_MS);
const OPTIONS: Kinds<WaitOptions<never>> = {
  until: callback,
  onProgress: callback,
  totalTimeout: duration,
  interval: duration,
  signal: signalKind,
};

/** Polls a quote, a transaction or an import. */
export async function waitFor<Result extends { status: string }>(
  operation: string,
  read: (options: RequestOptions) => Promise<Result>,
  options: WaitOptions<Result> | null | undefined,
): Promise<Result> {
  const {
    until = (result: Result) => isTerminal(result.status),
    onProgress,
    totalTimeout = DEFAULT_TIMEOUT_MS,
    interval = DEFAULT_INTERVAL_MS,
    signal,
  } = readArguments(options, OPTIONS, operation);
  const deadline = new Deadline(totalTimeout);
  let status = "unknown";
  // A read has no effect, but nobody knows the end of what it was waiting for.
  const timeoutError = (cause?: unknown) => {
    // A quote stays `PENDING` until it is executed or funded.
    const advice =
      operation === "quotes.waitFor" && status === "PENDING" ? ": was it executed or funded?" : "";
    const message = `${operation} waited ${totalTimeout} ms and the status is still ${status}${advice}`;
    return new TimeoutError(message, "total", totalTimeout, { operation, outcome: "unknown", cause });
  };
  for (;;) {
    const leftMs = Math.max(1, Math.ceil(deadline.remainingMs()));
    const result = await read({ signal, totalTimeout: leftMs }).catch((error: unknown) => {
      throw error instanceof TimeoutError && error.scope === "total" ? timeoutError(error) : error;
    });
    status = result.status;
    const isWanted = async () => {
      await onProgress?.(result);
      return until(result);
    };
    if (await untilAborted(signal, isWanted, operation)) return result;
    if (interval >= deadline.remainingMs()) throw timeoutError();
    await sleep(interval, signal, operation);
  }
}
