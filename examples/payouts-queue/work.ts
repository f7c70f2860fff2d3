import type { PaymentsClient } from "payments-sdk";
import { Gate } from "../postgres/gate";
import { takeJobs } from "../postgres/take-jobs";
import { QUEUE } from "./database";
import type { Database, PayoutJob } from "./database";
import { Payer } from "./pay";
import { settings } from "./settings";

/** Pays until the signal says stop. */
export async function work(payments: PaymentsClient, database: Database, signal: AbortSignal): Promise<void> {
  const { boss, pool } = database;
  const gate = new Gate(pool, settings.rate);
  const payer = new Payer(payments, database, gate);
  const jobs = {
    next: async () => (await boss.fetch<PayoutJob>(QUEUE, { includeMetadata: true }))[0],
    handle: payer.advance.bind(payer),
    pauseMs: gate.pauseMs.bind(gate),
  };
  await Promise.all(Array.from({ length: settings.concurrency }, () => takeJobs(jobs, signal)));
}

/** The options of a worker's client: the queue repeats calls, so that each request passes the gate. */
export const clientOptions = { maxRetries: 0, timeout: settings.timeoutMs, totalTimeout: settings.timeoutMs };
