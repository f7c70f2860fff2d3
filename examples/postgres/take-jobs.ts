import { setTimeout as sleep } from "node:timers/promises";
import type { Gate } from "./gate";

/** The queue of jobs, and the work for each. */
export interface Jobs<Job> {
  next: () => Promise<Job | undefined>;
  handle: (job: Job) => Promise<void>;
  /** During a pause, jobs stay in the queue, so that they do not expire. */
  gate?: Pick<Gate, "pauseMs">;
}

/** Prints why a worker could not go on. It tries again. */
export function warn(error: unknown): void {
  console.error(`worker: ${error instanceof Error ? error.message : String(error)}`);
}

/** Takes one job after the other until the signal aborts. Finishes the current job first. */
export async function takeJobs<Job>(jobs: Jobs<Job>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const pauseMs = (await jobs.gate?.pauseMs()) ?? 0;
      if (pauseMs > 0) {
        await sleep(Math.min(pauseMs, 1000));
        continue;
      }
      const job = await jobs.next();
      if (job === undefined) await sleep(500);
      else await jobs.handle(job);
    } catch (error) {
      // Usually the database restarts. The current job returns to the queue when it expires.
      warn(error);
      await sleep(1000);
    }
  }
}
