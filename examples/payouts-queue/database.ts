import { runner } from "node-pg-migrate";
import type { TransactionId } from "payments-sdk";
import type { Looked, PaymentTry } from "payments-sdk/payouts";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { bossDb, QueueDatabase, TableDatabase, TIME_LIMITS } from "../postgres/database";
import type { Queryable } from "../postgres/database";
import { required } from "../postgres/environment";
import type { Payee } from "./csv";
import { settings } from "./settings";

export type { Queryable };

/** The part of a database that the payouts need. */
export type PayoutDatabase = Pick<PayoutTable, "pool" | "transaction">;

export const QUEUE = "payouts";

/** The job of a payout: the table has the rest. */
export interface PayoutJob {
  payoutId: string;
}

/**
 * Where a payout is.
 *
 * - `open`: its tries go on.
 * - `pending`: the service has accepted it and not finished it.
 * - `paid`, `failed`: the service has finished its transaction.
 * - `refused`: no transaction was made, and none will be.
 * - `ask`: it waits for a person.
 */
export type State = "open" | "pending" | "paid" | "failed" | "refused" | "ask";

/** What {@link nextStep} reads and the table keeps. */
export interface History {
  tries: PaymentTry[];
  looked?: Looked;
  continuedAt?: string;
}

/** A row of the table. */
export interface Payout extends Payee {
  id: string;
  batch: string;
  row_id: string;
  /** Cents. PostgreSQL sends 64-bit integers as text. */
  amount: string;
  state: State;
  history: History;
  transaction_id: TransactionId | null;
  transaction_status: string | null;
  /** Why it was refused, failed, or waits for a person. */
  reason: string | null;
}

/** The connections of a process. A hung database fails a statement, and hangs no worker. */
function connections(connectionString: string): pg.Pool {
  // A payout holds one connection while it creates a payee, and another for a statement beside it.
  const max = 2 * settings.concurrency + 2;
  return new pg.Pool({ connectionString, max, connectionTimeoutMillis: 10_000, ...TIME_LIMITS });
}

const folder = new URL(".", import.meta.url);
const MIGRATIONS = "payouts_migrations";
const address = () => required("DATABASE_URL", "the address of a PostgreSQL database");

/** The table of payouts, for any engine. */
export class PayoutTable extends TableDatabase<pg.PoolClient, pg.Pool> {
  constructor(connectionString = address()) {
    super(connections(connectionString));
  }

  /** Creates what is missing. Any number of processes may do so at once. */
  async open(): Promise<this> {
    await this.migrate(folder, runner, MIGRATIONS);
    return this;
  }
}

/** The table and the queue of pg-boss in one database. */
export class Database extends QueueDatabase<pg.PoolClient, pg.Pool, PgBoss> {
  constructor(connectionString = address()) {
    const pool = connections(connectionString);
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
    await this.migrate(folder, runner, MIGRATIONS, () => this.boss.start());
    // The table decides when a payout ends, so the queue gives no job up and deletes none.
    const options = {
      retryLimit: 1_000_000,
      retryDelay: 1,
      expireInSeconds: settings.expireSeconds,
      retentionSeconds: 10 * 365 * 86_400,
    };
    await this.boss.createQueue(QUEUE, options);
    await this.boss.updateQueue(QUEUE, options);
    return this;
  }
}
