import { runner } from "node-pg-migrate";
import type { TransactionId } from "payments-sdk";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { bossDb, QueueDatabase, TIME_LIMITS } from "../postgres/database";
import { required } from "../postgres/environment";
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
export class Database extends QueueDatabase<pg.PoolClient, pg.Pool, PgBoss> {
  constructor(connectionString = required("DATABASE_URL", "the address of a PostgreSQL database")) {
    const max = 2 * settings.concurrency + 4;
    const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000, ...TIME_LIMITS });
    const boss = new PgBoss({
      db: bossDb(pool),
      superviseIntervalSeconds: settings.superviseSeconds,
      monitorIntervalSeconds: settings.superviseSeconds,
    });
    super(pool, boss);
  }

  /** Creates what is missing. Any number of processes may do so at once. */
  async open(): Promise<this> {
    const folder = new URL(".", import.meta.url);
    await this.migrate(folder, runner, "books_migrations", () => this.boss.start());
    const options = {
      retryLimit: 1000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: settings.expireSeconds,
      retentionSeconds: 365 * 86_400,
    };
    await this.boss.createQueue(EVENTS, options);
    // One sweep at a time: a job is not added while another one waits or runs.
    await this.boss.createQueue(SWEEP, { ...options, policy: "exclusive" });
    await this.boss.updateQueue(EVENTS, options);
    await this.boss.updateQueue(SWEEP, options);
    return this;
  }
}
