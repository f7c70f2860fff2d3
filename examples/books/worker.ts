/**
 * Applies the events of the inbox and sweeps, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npm run worker
 */
import type { JobWithMetadata } from "pg-boss";
import { bossDb } from "../postgres/database";
import type { Queryable } from "../postgres/database";
import { stopSignal } from "../postgres/environment";
import { takeJobs } from "../postgres/take-jobs";
import { applyOrQuarantine } from "./apply";
import { gatedClient } from "./client";
import { createDatabase, EVENTS, SWEEP } from "./database";
import type { EventsJob, SweepJob } from "./database";
import { settings } from "./settings";
import { readPart } from "./sweeper";

const signal = stopSignal();
const database = await createDatabase().open();
const { boss, pool } = database;
const payments = gatedClient(pool);

/** Closes a job in the transaction of its work. If the job went to another worker meanwhile, nothing is written. */
async function complete(db: Queryable, { name, id, retryCount }: JobWithMetadata<object>): Promise<void> {
  const ended = await boss.complete(name, { id, retryCount }, null, { db: bossDb(db) });
  // The types of pg-boss leave out what its documentation describes.
  const { affected } = ended as { affected: number };
  if (affected !== 1) throw new Error(`the job ${id} went to another worker`);
}

const events = {
  next: async () => (await boss.fetch<EventsJob>(EVENTS, { includeMetadata: true }))[0],
  handle: async (job: JobWithMetadata<EventsJob>) =>
    database.transaction(async (db) => {
      await applyOrQuarantine(db, job.data.eventIds);
      await complete(db, job);
    }),
};
const sweeps = {
  next: async () => (await boss.fetch<SweepJob>(SWEEP, { includeMetadata: true }))[0],
  handle: async (job: JobWithMetadata<SweepJob>) => {
    const { save, next } = await readPart(payments, database, job.data);
    await database.transaction(async (db) => {
      await save(db);
      await complete(db, job);
      if (next !== undefined) await boss.send(SWEEP, next, { db: bossDb(db) });
    });
  },
};

try {
  if (settings.sweepCron === "never") await boss.unschedule(SWEEP);
  else await boss.schedule(SWEEP, settings.sweepCron, {});
  console.log("worker: started");
  const loops = Array.from({ length: settings.concurrency }, () => takeJobs(events, signal));
  await Promise.all([...loops, takeJobs(sweeps, signal)]);
} finally {
  await database.close();
}
