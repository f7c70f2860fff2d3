import { setTimeout as sleep } from "node:timers/promises";

/** What a statement needs: the pool, or the client of a transaction. */
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
}

/** Connections break when the server restarts, idle ones and those in use. The next statement says so, too. */
export function surviveRestarts<P extends Pool>(pool: P): P {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Commits what `work` did, or nothing of it. */
export async function transaction<T>(pool: Pool, work: (db: Client) => Promise<T>): Promise<T> {
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

/** Creates the tables that are missing. Any number of processes may do so at once. A server that restarts gets ten seconds. */
export async function createTables(pool: Pool, schema: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await transaction(pool, async (db) => {
        await db.query("select pg_advisory_xact_lock(hashtextextended('schema', 0))");
        await db.query(schema);
      });
      return;
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}
