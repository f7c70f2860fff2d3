import { setTimeout as sleep } from "node:timers/promises";
import type { Gate } from "./gate.js";

/**
 * Repeats a step of a worker until the signal aborts. Finishes the current step first.
 *
 * @param step returns whether it found something to do
 * @param gate during a pause, jobs stay in the queue, so that they do not expire
 */
export async function repeat(
  step: () => Promise<boolean>,
  signal: AbortSignal,
  gate?: Pick<Gate, "pauseMs">,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const pauseMs = (await gate?.pauseMs()) ?? 0;
      if (pauseMs > 0) await sleep(Math.min(pauseMs, 1000));
      else if (!(await step())) await sleep(500);
    } catch (error) {
      // Usually the database restarts. The current job returns to the queue when it expires.
      console.error(`worker: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(1000);
    }
  }
}

/** Repeats work that fails while a server starts, for ten seconds. */
export async function untilStarted<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(250);
    }
  }
}
