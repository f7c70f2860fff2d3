import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentsClient } from "payments-sdk";
import { QUEUE } from "./database";
import type { Database, PayoutJob } from "./database";
import { Gate } from "./gate";
import { Payer } from "./pay";
import { settings } from "./settings";

/** Takes one job after the other until the signal says stop; the job in hand is finished first. */
async function take(database: Database, gate: Gate, payer: Payer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      // During a pause the jobs stay in the queue, so that their time does not run out.
      const pauseMs = await gate.pauseMs();
      if (pauseMs > 0) {
        await sleep(Math.min(pauseMs, 1000));
        continue;
      }
      const [job] = await database.boss.fetch<PayoutJob>(QUEUE, { includeMetadata: true });
      if (job === undefined) await sleep(500);
      else await payer.advance(job);
    } catch (error) {
      // Mostly a database that restarts. A job in hand comes back when its time is over.
      console.error(`worker: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(1000);
    }
  }
}

/** Pays until the signal says stop. */
export async function work(payments: PaymentsClient, database: Database, signal: AbortSignal): Promise<void> {
  const gate = new Gate(database.pool);
  const payer = new Payer(payments, database, gate);
  await Promise.all(Array.from({ length: settings.concurrency }, () => take(database, gate, payer, signal)));
}

/** The options of a worker's client: the queue repeats calls, so that each request passes the gate. */
export const clientOptions = { maxRetries: 0, timeout: settings.timeoutMs, totalTimeout: settings.timeoutMs };
