import { Database } from "../postgres/database";
import { settings } from "./settings";

export const QUEUE = "payouts";

/** The job of a payout: the table has the rest. The queue keeps at most one that waits for each payout, so one more does no harm. */
export interface PayoutJob {
  payoutId: string;
}

/** The table of payouts, and the queue of pg-boss in the same database. */
export const createDatabase = (connectionString?: string): Database =>
  new Database(
    {
      folder: new URL(".", import.meta.url),
      migrationsTable: "payouts_migrations",
      // A payout holds one connection while it creates a payee, and another for a statement beside it.
      connections: 2 * settings.concurrency + 2,
      queues: { [QUEUE]: "short" },
      ...settings,
    },
    connectionString,
  );
