import type { ExternalAccountId, PaymentsClient } from "payments-sdk";
import type { Gate } from "../postgres/gate";
import type { Payee } from "./csv";
import type { PayoutDatabase, Queryable } from "./database";
import { createAccount } from "./requests";

/** The external account of a payee, created once. */
export class Payees {
  readonly #payments: PaymentsClient;
  readonly #database: PayoutDatabase;
  readonly #gate: Gate;

  constructor(payments: PaymentsClient, database: PayoutDatabase, gate: Gate) {
    this.#payments = payments;
    this.#database = database;
    this.#gate = gate;
  }

  /** @param creating is called before the request that creates an account */
  async accountOf(payee: Payee, creating: () => void): Promise<ExternalAccountId> {
    return (
      (await knownAccount(this.#database.pool, payee.payee)) ?? (await this.#createOnce(payee, creating))
    );
  }

  /** Creating an account takes no idempotency key, so a lock of the database lets one worker at a time do it for one payee. */
  async #createOnce(payee: Payee, creating: () => void): Promise<ExternalAccountId> {
    const client = await this.#database.pool.connect();
    let failed = true;
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [payee.payee]);
      const accountId =
        (await knownAccount(client, payee.payee)) ??
        ((await isFirstTry(client, payee.payee)) ? undefined : await this.#findCreated(payee)) ??
        (await this.#create(payee, creating));
      await client.query("update payees set account_id = $2 where platform_account_id = $1", [
        payee.payee,
        accountId,
      ]);
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [payee.payee]);
      failed = false;
      return accountId;
    } finally {
      // Closing the connection gives the lock back, too.
      client.release(failed);
    }
  }

  /** Looks for the account of an earlier try with an unknown outcome. The platform's list is one response. */
  async #findCreated({ payee }: Payee): Promise<ExternalAccountId | undefined> {
    await this.#gate.pass();
    const accounts = await this.#payments.platform.externalAccounts.list({ currency: "USD" }).toArray();
    return accounts.find(({ platformAccountId }) => platformAccountId === payee)?.id;
  }

  async #create(payee: Payee, creating: () => void): Promise<ExternalAccountId> {
    await this.#gate.pass();
    creating();
    return createAccount(this.#payments, payee);
  }
}

/** The account of a payee, if the table has it. */
export async function knownAccount(db: Queryable, payee: string): Promise<ExternalAccountId | undefined> {
  const { rows } = await db.query<{ account_id: ExternalAccountId | null }>(
    "select account_id from payees where platform_account_id = $1",
    [payee],
  );
  return rows[0]?.account_id ?? undefined;
}

/** Notes, before the request, that an account may exist from now on. False when that was noted before. */
async function isFirstTry(db: Queryable, payee: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "insert into payees (platform_account_id) values ($1) on conflict do nothing",
    [payee],
  );
  return rowCount === 1;
}
