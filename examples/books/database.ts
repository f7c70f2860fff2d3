import type { TransactionId } from "payments-sdk";
import { Database } from "../postgres/database";
import { settings } from "./settings";

export const EVENTS = "events";
export const SWEEP = "sweep";

/** Events that were stored together. */
export interface EventsJob {
  eventIds: string[];
}

/** A part of a sweep: without `startDate` its beginning, with `cursor` a page, with `after` some open transactions. */
export interface SweepJob {
  startDate?: string;
  cursor?: string;
  after?: TransactionId | "";
}

/** The tables and the queues in one database. */
export const createDatabase = (connectionString?: string): Database =>
  new Database(
    {
      folder: new URL(".", import.meta.url),
      migrationsTable: "books_migrations",
      connections: 2 * settings.concurrency + 4,
      // One sweep at a time: a job is not added while another one waits or runs.
      queues: { [EVENTS]: "standard", [SWEEP]: "exclusive" },
      ...settings,
    },
    connectionString,
  );
