import type { ExternalAccountId, PaymentsClient } from "payments-sdk";
import type { Database, Queryable } from "../postgres/database";
import { Gate } from "../postgres/gate";
import type { Payout, PayoutTable } from "./pay";
import { createAccount, knownAccounts } from "./requests";
import { settings } from "./settings";

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

  async update<Result>(
    id: string,
    change: (payout: Payout, now: Date) => Result,
  ): Promise<Result | undefined> {
    return this.#database.transaction(async (db) => {
      const { rows } = await db.query<Payout & { now: Date }>(
        `select *, (select account_id from payees where platform_account_id = payee), clock_timestamp() as now
           from payouts where id = $1 for update`,
        [id],
      );
      if (rows[0] === undefined) return undefined;
      const { now, ...payout } = rows[0];
      const result = change(payout, now);
      const { state, history, transaction_id, transaction_status, reason } = payout;
      await db.query(
        `update payouts set state = $2, history = $3, transaction_id = $4, transaction_status = $5, reason = $6, updated_at = now()
          where id = $1`,
        [id, state, JSON.stringify(history), transaction_id, transaction_status, reason],
      );
      return result;
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
    if (payout.account_id) return payout.account_id;
    const { payee } = payout;
    const client = await this.#database.pool.connect();
    let failed = true;
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [payee]);
      const accountId =
        (await knownAccount(client, payee)) ?? (await this.#createAccount(client, payout, creating));
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [payee]);
      failed = false;
      return accountId;
    } finally {
      // Closing the connection gives the lock back, too.
      client.release(failed);
    }
  }

  async #createAccount(db: Queryable, payout: Payout, creating: () => void): Promise<ExternalAccountId> {
    const { payee } = payout;
    // Notes, before the request, that an account may exist from now on.
    const { rowCount } = await db.query(
      "insert into payees (platform_account_id) values ($1) on conflict do nothing",
      [payee],
    );
    let accountId: ExternalAccountId | undefined;
    if (rowCount === 0) {
      // An earlier try has an unknown outcome.
      accountId = (await this.gate.run(() => knownAccounts(this.#payments))).get(payee);
    }
    accountId ??= await this.gate.run(() => {
      creating();
      return createAccount(this.#payments, payout);
    });
    await db.query("update payees set account_id = $2 where platform_account_id = $1", [payee, accountId]);
    return accountId;
  }
}

async function knownAccount(db: Queryable, payee: string): Promise<ExternalAccountId | undefined> {
  const { rows } = await db.query<{ account_id: ExternalAccountId | null }>(
    "select account_id from payees where platform_account_id = $1",
    [payee],
  );
  return rows[0]?.account_id ?? undefined;
}
