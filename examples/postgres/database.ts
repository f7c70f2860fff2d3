import { setTimeout as sleep } from "node:timers/promises";

/** Runs statements: the pool, or the client of a transaction. */
export interface Queryable {
  query<Row extends object>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A connection of the pool. */
export interface Client extends Queryable {
  release(destroy?: boolean): void;
  on(event: "error", listener: () => void): unknown;
}

/** The pool of `pg`. */
export interface Pool extends Queryable {
  connect(): Promise<Client>;
  on(event: "error", listener: () => void): unknown;
  on(event: "connect", listener: (client: Client) => void): unknown;
  end(): Promise<void>;
}

/** The queue of `pg-boss`. */
export interface Boss {
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
}

async function transaction<T>(pool: Pool, work: (db: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((reason: unknown) => (broken = reason));
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}

/** A connection. A server that restarts gets ten seconds. */
async function connected(pool: Pool): Promise<Client> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pool.connect();
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}

/** Lets pg-boss write inside a transaction of ours. */
export const bossDb = (db: Queryable) => ({
  executeSql: (text: string, values?: unknown[]) => db.query(text, values),
});

/** The tables and the queue in one database. */
export class QueueDatabase<P extends Pool, B extends Boss> {
  readonly pool: P;
  readonly boss: B;

  constructor(pool: P, boss: B) {
    this.pool = pool;
    this.boss = boss;
    // When the server restarts, idle and busy connections break. The next statement fails, so this error needs no handling.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    boss.on("error", (error) => {
      console.error(`queue: ${error.message}`);
    });
  }

  /**
   * Creates the tables, unless the last one exists, and starts the queue. One process after the other does so.
   */
  protected async start(schema: string, lastTable: string): Promise<void> {
    const client = await connected(this.pool);
    try {
      await client.query("select pg_advisory_lock(hashtextextended('schema', 0))");
      // Creating an index that exists would wait for busy workers, and they for it.
      const { rows } = await client.query("select where to_regclass($1) is not null", [lastTable]);
      if (rows.length === 0) await client.query(schema);
      await this.boss.start();
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  }

  /** Commits all changes of `work`, or none. */
  async transaction<T>(work: (db: Client) => Promise<T>): Promise<T> {
    return transaction(this.pool, work);
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
    await this.pool.end();
  }
}
