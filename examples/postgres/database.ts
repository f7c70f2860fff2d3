import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

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
export interface Pool<C extends Client = Client> extends Queryable {
  connect(): Promise<C>;
  on(event: "error", listener: () => void): unknown;
  on(event: "connect", listener: (client: C) => void): unknown;
  end(): Promise<void>;
}

/** Limits of a pool, so that a hung database fails a statement and does not hang its process. In milliseconds. */
export const TIME_LIMITS = {
  /** The server ends the statement. */
  statement_timeout: 60_000,
  /** The client gives up, even if the server does not respond. */
  query_timeout: 65_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** The queue of `pg-boss`. */
export interface Boss {
  start(): Promise<unknown>;
  stop(options: { graceful: boolean }): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A connection. A server that restarts gets ten seconds. */
async function connected<C extends Client>(pool: Pool<C>): Promise<C> {
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

/** How tables are brought up to date. One process at a time does so, which needs no further lock. */
const MIGRATION = { useGlob: true, checkOrder: false, direction: "up", noLock: true, log: () => {} } as const;

/** The `runner` of `node-pg-migrate`. Each example passes its own. */
export type Runner<C> = (
  options: typeof MIGRATION & { dbClient: C; dir: string[]; migrationsTable: string },
) => Promise<unknown>;

/** The tables of an example. */
export class TableDatabase<C extends Client, P extends Pool<C>> {
  readonly pool: P;

  constructor(pool: P) {
    this.pool = pool;
    // When the server restarts, idle and busy connections break. The next statement fails, so this error needs no handling.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
  }

  /**
   * Runs the migrations that are new, then `more`. One process after the other does so.
   *
   * @param folder the folder of the example, with its `migrations`
   */
  protected async migrate(
    folder: URL,
    runner: Runner<C>,
    migrationsTable: string,
    more?: () => Promise<unknown>,
  ): Promise<void> {
    const dbClient = await connected(this.pool);
    try {
      await dbClient.query("select pg_advisory_lock(hashtextextended('schema', 0))");
      const folders = ["../postgres/migrations", "migrations"];
      const dir = folders.map((path) => `${fileURLToPath(new URL(path, folder))}/*.sql`);
      await runner({ ...MIGRATION, dbClient, dir, migrationsTable });
      await more?.();
    } finally {
      // Closing the connection releases the lock.
      dbClient.release(true);
    }
  }

  /** Commits all changes of `work`, or none. */
  async transaction<T>(work: (db: Client) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
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

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** The tables and the queue in one database. */
export class QueueDatabase<C extends Client, P extends Pool<C>, B extends Boss> extends TableDatabase<C, P> {
  readonly boss: B;

  constructor(pool: P, boss: B) {
    super(pool);
    this.boss = boss;
    boss.on("error", (error) => {
      console.error(`queue: ${error.message}`);
    });
  }

  override async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
    await super.close();
  }
}
