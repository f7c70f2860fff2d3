import { LONGEST_TIMER_MS } from "../options/kinds";

/** The limit of a wait, and the error after it. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly timeoutError: () => Error;
  /** The timer must not keep an idle program alive. */
  readonly isBackground?: boolean | undefined;
}

/** Starts the work at once, and waits for it within the limit. The work may continue afterwards. */
export async function within<T>(
  { timeoutMs, timeoutError, isBackground = false }: TimeLimit,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), Math.min(timeoutMs, LONGEST_TIMER_MS));
    // In browsers and Deno a timer is a number without `unref`. It is cleared when the work is done.
    if (isBackground && typeof timer === "object") timer.unref();
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
