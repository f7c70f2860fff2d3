import type { Problem } from "./problem";

/**
 * Waits for something for a limited time. What comes later is ignored, a failure included.
 *
 * @param late makes the problem that the wait ends with
 * @throws {Problem} when the time is over
 */
export async function within<T>(work: Promise<T>, timeoutMs: number, late: () => Problem): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
