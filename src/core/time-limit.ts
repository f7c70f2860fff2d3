import type { TimeLimit } from "./abort";
import { LONGEST_TIMER_MS } from "../options/kinds";

/** The end of a call. Its time starts here. */
export class Deadline {
  #endsAtMs: number;

  constructor(limitMs: number) {
    this.#endsAtMs = performance.now() + limitMs;
  }

  /** The remaining time in milliseconds, as a timer takes it. Zero or less if it is over. */
  remainingMs(): number {
    return Math.min(this.#endsAtMs - performance.now(), LONGEST_TIMER_MS);
  }

  /** Does work without counting its time, because a signer may wait for a person. */
  async exclude<T>(work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      this.#endsAtMs += performance.now() - startedMs;
    }
  }
}

/** The limit of work that may run in the background. */
interface WorkLimit extends TimeLimit {
  /** The timer must not keep an idle program alive. */
  readonly isBackground?: boolean | undefined;
}

/** Starts the work at once, and waits for it within the limit. The work may continue afterwards. */
export async function within<T>(
  { timeoutMs, timeoutError, isBackground = false }: WorkLimit,
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
