import { setTimeout as sleep } from "node:timers/promises";

/** Where jobs come from, and what is done with them. */
export interface Jobs<Job> {
  next: () => Promise<Job | undefined>;
  handle: (job: Job) => Promise<void>;
  /** During a pause the jobs stay in the queue, so that their time does not run out. */
  pauseMs?: () => Promise<number>;
}

/** Takes one job after the other until the signal says stop. The job in hand is finished first. */
export async function takeJobs<Job>(jobs: Jobs<Job>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const pauseMs = (await jobs.pauseMs?.()) ?? 0;
      if (pauseMs > 0) {
        await sleep(Math.min(pauseMs, 1000));
        continue;
      }
      const job = await jobs.next();
      if (job === undefined) await sleep(500);
      else await jobs.handle(job);
    } catch (error) {
      // Mostly a database that restarts. A job in hand comes back when its time is over.
      console.error(`worker: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(1000);
    }
  }
}
