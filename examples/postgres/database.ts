import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";
import pg from "pg";
import type { PgBoss, QueuePolicy } from "pg-boss";
import { required } from "./environment.js";
import { untilStarted } from "./repeat.js";

/** Runs statements: the pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, "query">;

/** What an example needs of its database. */
export interface DatabaseOptions {
  /** The folder of the example, with its `migrations`. */
  folder: URL;
  migrationsTable: string;
  /** How many connections a process opens at most. */
  connections: number;
  /** The queues of pg-boss, with their policies. */
  queues: Readonly<Record<string, QueuePolicy>>;
  /** If a worker is silent for this time, its job goes to another worker. */
  expireSeconds: number;
  /** How often pg-boss looks for silent workers. */
  superviseSeconds: number;
}

/** A hung database fails a statement, and hangs no process. In milliseconds. */
const TIME_LIMITS = {
  connectionTimeoutMillis: 10_000,
  /** The server ends the statement. */
  statement_timeout: 60_000,
  /** The client gives up, even if the server does not respond. */
  query_timeout: 65_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Lets pg-boss write inside a transaction of ours. */
export const bossDb = (db: Queryable) => ({
  executeSql: (text: string, values?: unknown[]) => db.query(text, values),
});

/** The tables of an example, and the queues of pg-boss in the same database. */
export class Database {
  readonly pool: pg.Pool;
  readonly #options: DatabaseOptions;
  #boss: PgBoss | undefined;

  constructor(
    options: DatabaseOptions,
    connectionString = required("DATABASE_URL", "the address of a PostgreSQL database"),
  ) {
    this.#options = options;
    this.pool = new pg.Pool({ connectionString, max: options.connections, ...TIME_LIMITS });
    // When the server restarts, idle and busy connections break. The next statement fails, so this error needs no handling.
    this.pool.on("error", () => {});
    this.pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** The queues, after `open` has started them. */
  get boss(): PgBoss {
    if (this.#boss === undefined) throw new Error("the queues have not started");
    return this.#boss;
  }

  /** Creates the tables that are missing, and the queues unless another engine is used. Any number of processes may do so at once. */
  async open({ withQueues = true } = {}): Promise<this> {
    const dbClient = await untilStarted(() => this.pool.connect());
    try {
      await dbClient.query("select pg_advisory_lock(hashtextextended('schema', 0))");
      const { folder, migrationsTable } = this.#options;
      // One process after the other comes here, which needs no further lock.
      const options = { dbClient, migrationsTable, checkOrder: false, noLock: true, log: () => {} };
      for (const path of ["../postgres/migrations", "migrations"])
        await runner({ ...options, direction: "up", dir: fileURLToPath(new URL(path, folder)) });
      if (withQueues) await this.#startQueues();
    } finally {
      // Closing the connection releases the lock.
      dbClient.release(true);
    }
    return this;
  }

  async #startQueues(): Promise<void> {
    // Only here: who uses another engine needs no pg-boss.
    const { PgBoss } = await import("pg-boss");
    const boss = new PgBoss({
      db: bossDb(this.pool),
      superviseIntervalSeconds: this.#options.superviseSeconds,
      monitorIntervalSeconds: this.#options.superviseSeconds,
    });
    boss.on("error", (error) => {
      console.error(`queue: ${error.message}`);
    });
    this.#boss = boss;
    await boss.start();
    // Our tables decide when the work ends, so a queue gives no job up and deletes none.
    const options = {
      retryLimit: 1_000_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: this.#options.expireSeconds,
      retentionSeconds: 10 * 365 * 86_400,
    };
    for (const [queue, policy] of Object.entries(this.#options.queues)) {
      await boss.createQueue(queue, { ...options, policy });
      await boss.updateQueue(queue, options);
    }
  }

  /** Commits all changes of `work`, or none. */
  async transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let isDone = false;
    try {
      await client.query("begin");
      const result = await work(client);
      await client.query("commit");
      isDone = true;
      return result;
    } finally {
      // Closing the connection undoes the changes.
      client.release(!isDone);
    }
  }

  async close(): Promise<void> {
    await this.#boss?.stop({ graceful: false });
    await this.pool.end();
  }
}
