/** A longer timer would overflow and fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What ends a wait before its work is done. */
export interface Interruption {
  /** The wait rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** What the wait rejects with after `timeoutMs`. */
  readonly timeoutError?: (() => Error) | undefined;
  /** The timer must not keep a program alive that has nothing else to do. */
  readonly isBackground?: boolean | undefined;
}

/**
 * Starts the work at once, without a wait before it, and waits for it unless it is interrupted first. The work itself goes on
 * after an interruption.
 */
export async function interruptible<T>(
  { signal, timeoutMs, timeoutError, isBackground = false }: Interruption,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  signal?.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = () => {};
  const interruption = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    if (timeoutMs === undefined || timeoutError === undefined) return;
    timer = setTimeout(() => reject(timeoutError()), Math.min(timeoutMs, LONGEST_TIMER_MS));
    // Where a timer is a number (browsers, Deno) it cannot be told so; it is cleared when the work is done.
    if (isBackground && typeof timer === "object") timer.unref();
  });
  try {
    return await Promise.race([work(), interruption]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
