import pg from "pg";
import { PgBoss } from "pg-boss";
import { required } from "../postgres/environment";
import { bossDb, QueueDatabase } from "../postgres/database";
import type { Queryable } from "../postgres/database";
import { GATE_TABLE } from "../postgres/gate";
import { settings } from "./settings";

export type { Queryable };

export const QUEUE = "payouts";
export const DEAD = "payouts-dead";

/** The job of a payout: the table has the rest. */
export interface PayoutJob {
  payoutId: string;
}

/**
 * What is known about a payout.
 *
 * - `untried`: no request was sent.
 * - `postponed`: requests were sent, but the service did not act. Another try follows.
 * - `unknown`: a request was sent, and its outcome is not known. Written before each request.
 * - `pending`: the service has accepted the payout and not finished it.
 * - `paid`, `refused`: finished.
 */
export type State = "untried" | "postponed" | "unknown" | "pending" | "paid" | "refused";

/** A row of the table. */
export interface Payout {
  id: string;
  batch: string;
  row_id: string;
  payee: string;
  name: string;
  account_number: string;
  routing_number: string;
  currency: string;
  /** Cents. PostgreSQL sends 64-bit integers as text. */
  amount: string;
  idempotency_key: string;
  state: State;
  transaction_id: string | null;
}

const SCHEMA = `
  create table if not exists payouts (
    id bigint generated always as identity primary key,
    batch text not null,
    row_id text not null,
    payee text not null,
    name text not null,
    account_number text not null,
    routing_number text not null,
    currency text not null,
    amount bigint not null check (amount > 0),
    idempotency_key text not null unique,
    state text not null default 'untried'
      check (state in ('untried', 'postponed', 'unknown', 'pending', 'paid', 'refused')),
    attempts integer not null default 0,
    transaction_id text unique,
    error_code text,
    error_outcome text,
    error_message text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (batch, row_id)
  );
  ${GATE_TABLE}
  -- A payee without an account: its creation was begun, and may have happened.
  create table if not exists payees (
    platform_account_id text primary key,
    account_id text
  );
`;

/** The tables and the queue in one database. */
export class Database extends QueueDatabase<pg.Pool, PgBoss> {
  constructor(connectionString = required("DATABASE_URL", "the address of a PostgreSQL database")) {
    // A payout holds one connection while it creates a payee, and another for a statement beside it.
    const max = 2 * settings.concurrency + 2;
    const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000 });
    const boss = new PgBoss({
      db: bossDb(pool),
      schedule: false,
      superviseIntervalSeconds: settings.superviseSeconds,
      monitorIntervalSeconds: settings.superviseSeconds,
    });
    super(pool, boss);
  }

  /** Creates what is missing. Any number of processes may do so at once. */
  async open(): Promise<this> {
    await this.start(SCHEMA, "payees");
    // Nothing is deleted because it waits for a person.
    const retentionSeconds = 10 * 365 * 86_400;
    const options = {
      retryLimit: settings.retryLimit,
      retryDelay: settings.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: settings.longestDelaySeconds,
      expireInSeconds: settings.expireSeconds,
      retentionSeconds,
      deadLetter: DEAD,
    };
    await this.boss.createQueue(DEAD, { retentionSeconds });
    await this.boss.createQueue(QUEUE, options);
    await this.boss.updateQueue(QUEUE, options);
    return this;
  }
}
