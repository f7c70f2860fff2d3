/** The adapter for pg-boss. */
import { bossDb } from "../postgres/database.js";
import type { Database } from "../postgres/database.js";
import { QUEUE } from "./database.js";
import type { Engine } from "./work.js";

/** The queue has at most one job of each payout that waits for a worker, so one more does no harm. */
export const pgBoss = ({ boss }: Database): Engine => ({
  publish: async (ids, db) => {
    const jobs = ids.map((id) => ({ data: { id }, singletonKey: id }));
    await boss.insert(QUEUE, jobs, { db: bossDb(db) });
  },
  next: async () => {
    const [job] = await boss.fetch<{ id: string }>(QUEUE);
    return job && { id: job.data.id, end: async () => boss.complete(QUEUE, job.id) };
  },
});
