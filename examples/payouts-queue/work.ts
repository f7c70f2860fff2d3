/** The adapter for pg-boss. It says when to call `advance` again, and decides nothing about money. */
import type { JobWithMetadata } from "pg-boss";
import { bossDb } from "../postgres/database";
import type { Database } from "../postgres/database";
import { Gate } from "../postgres/gate";
import { takeJobs } from "../postgres/take-jobs";
import { QUEUE } from "./database";
import type { PayoutJob } from "./database";
import type { Steps } from "./pay";
import { settings } from "./settings";

/** Pays until the signal says stop. */
export async function work(payer: Steps, database: Database, signal: AbortSignal): Promise<void> {
  const { boss } = database;

  /** Ends the job and sends the one that follows together: also if the job went to another worker, who may have ended it earlier. */
  async function handle(job: JobWithMetadata<PayoutJob>): Promise<void> {
    const { data, id, retryCount } = job;
    const wait = await payer.advance(data.payoutId);
    await database.transaction(async (client) => {
      const db = bossDb(client);
      await boss.complete(QUEUE, { id, retryCount }, null, { db });
      // The wait is in seconds of the database's clock.
      const next = { startAfter: (wait ?? 0) / 1000, singletonKey: data.payoutId, db };
      if (wait !== undefined) await boss.send(QUEUE, data, next);
    });
  }

  const jobs = {
    next: async () => (await boss.fetch<PayoutJob>(QUEUE, { includeMetadata: true }))[0],
    handle,
    gate: new Gate(database.pool, settings.rate),
  };
  await Promise.all(Array.from({ length: settings.concurrency }, () => takeJobs(jobs, signal)));
}

// A request must arrive within `maxDelay`.
const timeout = Math.floor(Math.min(settings.timeoutMs, settings.maxDelay / 4));
/** The options of a worker's client: the queue repeats calls, so that each request passes the gate. */
export const clientOptions = { maxRetries: 0, timeout, totalTimeout: timeout };
