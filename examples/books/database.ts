import type { TransactionId } from "payments-sdk";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { bossDb, QueueDatabase } from "../postgres/database";
import { required } from "../postgres/environment";
import { GATE_TABLE } from "../postgres/gate";
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

const SCHEMA = `
  create table if not exists inbox (
    event_id text primary key,
    type text not null,
    event json not null,
    received_at timestamptz not null default now(),
    applied_at timestamptz
  );
  create index if not exists inbox_waiting on inbox (event_id) where applied_at is null;
  create table if not exists transactions (
    id text primary key,
    version json not null,
    is_open boolean not null,
    created_at timestamptz,
    source_account text,
    destination_account text
  );
  create index if not exists transactions_open on transactions (id) where is_open;
  create index if not exists transactions_source on transactions (source_account);
  create index if not exists transactions_destination on transactions (destination_account);
  ${GATE_TABLE}
  -- Money that an account had before its first transaction, in the smallest unit.
  create table if not exists opening_balances (account_id text primary key, amount bigint not null);
  -- The newest transaction that a sweep has read.
  create table if not exists sweep_mark (id integer primary key default 1 check (id = 1), mark timestamptz);
  insert into sweep_mark default values on conflict do nothing;
`;

/** The tables and the queues in one database. */
export class Database extends QueueDatabase<pg.Pool, PgBoss> {
  constructor(connectionString = required("DATABASE_URL", "the address of a PostgreSQL database")) {
    const max = 2 * settings.concurrency + 4;
    const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000 });
    const boss = new PgBoss({
      db: bossDb(pool),
      superviseIntervalSeconds: settings.superviseSeconds,
      monitorIntervalSeconds: settings.superviseSeconds,
    });
    super(pool, boss);
  }

  /** Creates what is missing. Any number of processes may do so at once. */
  async open(): Promise<this> {
    await this.start(SCHEMA, "sweep_mark");
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
