import { LONGEST_TIMER_MS } from "../options/kinds";

/** The end of a call. Its time starts here. */
export class Deadline {
  #endsAtMs: number;

  constructor(limitMs: number) {
    this.#endsAtMs = performance.now() + limitMs;
  }

  /** The remaining time in milliseconds. Zero or less if it is over. */
  remainingMs(): number {
    return this.#endsAtMs - performance.now();
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
