/**
 * Applies the events of the inbox and sweeps, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npm run worker
 */
import { bossDb } from "../postgres/database";
import type { Queryable } from "../postgres/database";
import { stopSignal } from "../postgres/environment";
import { repeat } from "../postgres/repeat";
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

/** Takes a job, if one waits, and ends it in the transaction that saves its work. */
async function take<Data>(
  queue: string,
  work: (data: Data) => Promise<(db: Queryable) => Promise<unknown>>,
): Promise<boolean> {
  const [job] = await boss.fetch<Data>(queue, { includeMetadata: true });
  if (job === undefined) return false;
  const { id, data, retryCount } = job;
  const save = await work(data);
  await database.transaction(async (db) => {
    const ended = await boss.complete(queue, { id, retryCount }, null, { db: bossDb(db) });
    // The types of pg-boss leave out what its documentation describes.
    const { affected } = ended as { affected: number };
    if (affected !== 1) throw new Error(`the job ${id} went to another worker`);
    await save(db);
  });
  return true;
}

const applyEvents = async () =>
  take<EventsJob>(
    EVENTS,
    async ({ eventIds }) =>
      async (db) =>
        applyOrQuarantine(db, eventIds),
  );
const sweep = async () =>
  take<SweepJob>(SWEEP, async (part) => {
    const { save, next } = await readPart(payments, database, part);
    return async (db) => {
      await save(db);
      if (next !== undefined) await boss.send(SWEEP, next, { db: bossDb(db) });
    };
  });

try {
  if (settings.sweepCron === "never") await boss.unschedule(SWEEP);
  else await boss.schedule(SWEEP, settings.sweepCron, {});
  console.log("worker: started");
  const steps = [sweep, ...Array.from({ length: settings.concurrency }, () => applyEvents)];
  await Promise.all(steps.map(async (step) => repeat(step, signal)));
} finally {
  await database.close();
}
