import { sleep, untilAborted } from "../core/abort";
import { signal as signalKind } from "../core/call-options";
import { isPaymentsError } from "../core/error-guards";
import { InvalidRequestError, restate, TimeoutError } from "../core/errors";
import { readArguments } from "../core/read-options";
import { Deadline } from "../core/time-limit";
import type { RequestOptions } from "../core/types";
import { callback, LONGEST_TIMER_MS, milliseconds } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { isTerminal } from "../transactions/terminal";

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
    totalTimeout = 300_000,
    interval = 1_000,
    signal,
  } = readArguments(options, OPTIONS, operation);
  const deadline = new Deadline(totalTimeout);
  let status = "unknown";
  // A read has no effect, but nobody knows the end of what it was waiting for.
  const open = { outcome: "unknown", advice: "reconcile" } as const;
  const timeoutError = (cause?: unknown) => {
    // A quote stays `PENDING` until it is executed or funded.
    const advice =
      operation === "quotes.waitFor" && status === "PENDING" ? ": was it executed or funded?" : "";
    const message = `${operation} waited ${totalTimeout} ms and the status is still ${status}${advice}`;
    return new TimeoutError(message, "total", totalTimeout, { operation, ...open, cause });
  };
  for (;;) {
    const leftMs = Math.max(1, Math.ceil(deadline.remainingMs()));
    const result = await read({ signal, totalTimeout: leftMs }).catch((error: unknown) => {
      if (error instanceof TimeoutError && error.scope === "total") throw timeoutError(error);
      if (isPaymentsError(error) && !(error instanceof InvalidRequestError)) restate(error, open);
      throw error;
    });
    status = result.status;
    const isWanted = async () => {
      await onProgress?.(result);
      return until(result);
    };
    if (await untilAborted(signal, isWanted, { operation, ...open })) return result;
    if (interval >= deadline.remainingMs()) throw timeoutError();
    await sleep(interval, signal, { operation, ...open });
  }
}
