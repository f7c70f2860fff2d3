import { LONGEST_TIMER_MS } from "../options/kinds";

/** How long a wait may take, and what it rejects with then. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly timeoutError: () => Error;
  /** The timer must not keep a program alive that has nothing else to do. */
  readonly isBackground?: boolean | undefined;
}

/** Starts the work at once, without a wait before it, and waits for it within the limit. The work itself goes on after that. */
export async function within<T>(
  { timeoutMs, timeoutError, isBackground = false }: TimeLimit,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), Math.min(timeoutMs, LONGEST_TIMER_MS));
    // Where a timer is a number (browsers, Deno) it cannot be told so; it is cleared when the work is done.
    if (isBackground && typeof timer === "object") timer.unref();
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
