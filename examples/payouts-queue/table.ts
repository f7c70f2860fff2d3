import type { ExternalAccountId, PaymentsClient } from "payments-sdk";
import type { Database, Queryable } from "../postgres/database.js";
import { Gate } from "../postgres/gate.js";
import type { Payout, PayoutTable, Todo } from "./pay.js";
import { createAccount, knownAccounts } from "./requests.js";
import { settings } from "./settings.js";

/** If an engine loses a payout, or a worker dies with it, it is due again after this time. Engines notice a dead worker earlier. */
const LOST_MS = 10_000 * settings.expireSeconds;
/** The most payouts that an engine gets at once. */
const MOST = 500;

/** The payouts in PostgreSQL, for any number of workers. */
export class QueueTable implements PayoutTable {
  readonly gate: Gate;
  readonly #payments: PaymentsClient;
  readonly #database: Database;

  constructor(payments: PaymentsClient, database: Database) {
    this.gate = new Gate(database.pool, settings.rate);
    this.#payments = payments;
    this.#database = database;
  }

  async update(id: string, change: (payout: Payout, now: Date) => Todo): Promise<Todo | undefined> {
    return this.#database.transaction(async (db) => {
      const { rows } = await db.query<Payout & { now: Date }>(
        `select *, (select account_id from payees where platform_account_id = payee), clock_timestamp() as now
           from payouts where id = $1 for update`,
        [id],
      );
      if (rows[0] === undefined) return undefined;
      const { now, ...payout } = rows[0];
      const todo = change(payout, now);
      await db.query(
        `update payouts set (state, transaction_id, transaction_status, reason) =
                  (select state, transaction_id, transaction_status, reason from json_populate_record(null::payouts, $2)),
                history = $2::jsonb -> 'history', updated_at = now(), handed_at = null,
                due_at = clock_timestamp() + $3 * interval '1 millisecond' where id = $1`,
        [id, JSON.stringify(payout), todo.request ? LOST_MS : (todo.wait ?? 0)],
      );
      return todo;
    });
  }

  /** Gives an engine payouts that are due, or none of them if it fails. Returns whether more may be due. */
  async handOut(publish: (ids: readonly string[], db: Queryable) => Promise<unknown>): Promise<boolean> {
    return this.#database.transaction(async (db) => {
      const { rows } = await db.query<{ id: string }>(
        `update payouts set handed_at = coalesce(handed_at, now()), due_at = clock_timestamp() + $1 * interval '1 millisecond' where id in
           (select id from payouts where state in ('open', 'pending') and due_at <= clock_timestamp()
             order by due_at limit $2 for update skip locked)
           returning id`,
        [LOST_MS, MOST],
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await publish(ids, db);
      return ids.length === MOST;
    });
  }

  async equalTo({ id, payee, amount }: Payout): Promise<Pick<Payout, "state" | "transaction_id">[]> {
    const { rows } = await this.#database.pool.query<Pick<Payout, "state" | "transaction_id">>(
      "select transaction_id, state from payouts where payee = $1 and amount = $2 and id <> $3",
      [payee, amount, id],
    );
    return rows;
  }

  /** Creating an account takes no idempotency key, so a lock of the database lets one worker at a time do it for one payee. */
  async accountOf(payout: Payout, creating: () => void): Promise<ExternalAccountId> {
    const { payee, account_id } = payout;
    if (account_id) return account_id;
    const client = await this.#database.pool.connect();
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [payee]);
      const { rows } = await client.query<{ account_id: ExternalAccountId | null }>(
        "select account_id from payees where platform_account_id = $1",
        [payee],
      );
      let accountId: ExternalAccountId | null | undefined = rows[0]?.account_id;
      if (accountId) return accountId;
      // Notes, before the request, that an account may exist from now on.
      if (rows.length === 0)
        await client.query("insert into payees (platform_account_id) values ($1)", [payee]);
      // An earlier try has an unknown outcome.
      else accountId = (await this.gate.run(() => knownAccounts(this.#payments))).get(payee);
      accountId ??= await this.gate.run(() => {
        creating();
        return createAccount(this.#payments, payout);
      });
      const values = [payee, accountId];
      await client.query("update payees set account_id = $2 where platform_account_id = $1", values);
      return accountId;
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  }
}
