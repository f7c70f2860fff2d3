import { Database } from "../postgres/database.js";
import { settings } from "./settings.js";

/** The queue of an engine, which has the ids of payouts. The table has the rest. */
export const QUEUE = "payouts";

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
