/** What a worker does with any engine. */
import type { Queryable } from "../postgres/database.js";
import { repeat } from "../postgres/repeat.js";
import type { Payer } from "./pay.js";
import { settings } from "./settings.js";
import type { QueueTable } from "./table.js";

/** Hands payouts to the workers, and decides nothing about money. It may lose a payout or repeat it. */
export interface Engine {
  /** Takes payouts that are due. `db` writes in the transaction that hands them out. */
  publish: (ids: readonly string[], db: Queryable) => Promise<unknown>;
  /** The next payout for this worker, if one waits. `end` says that its step is taken. */
  next: () => Promise<{ id: string; end: () => unknown } | undefined>;
}

/** Pays until the signal says stop. */
export async function work(
  engine: Engine,
  payer: Pick<Payer, "advance">,
  table: QueueTable,
  signal: AbortSignal,
): Promise<void> {
  const feed = async () => table.handOut(engine.publish);
  const take = async () => {
    const payout = await engine.next();
    if (payout === undefined) return false;
    await payer.advance(payout.id);
    await payout.end();
    return true;
  };
  const steps = [feed, ...Array.from({ length: settings.concurrency }, () => take)];
  await Promise.all(steps.map(async (step) => repeat(step, signal, table.gate)));
}

// A request must arrive within `maxDelay`.
const timeout = Math.floor(Math.min(settings.timeoutMs, settings.maxDelay / 4));
/** The options of a worker's client: the queue repeats calls, so that each request passes the gate. */
export const clientOptions = { maxRetries: 0, timeout, totalTimeout: timeout };
