import type { PaymentsClient } from "payments-sdk";
import type { Payout, PayoutDatabase, Queryable } from "./database";
import type { Gate } from "../postgres/gate";

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
  async accountOf(payout: Payout, creating: () => void): Promise<string> {
    return (await known(this.#database.pool, payout.payee)) ?? (await this.#createOnce(payout, creating));
  }

  /** Creating an account takes no idempotency key, so a lock of the database lets one worker at a time do it for one payee. */
  async #createOnce(payout: Payout, creating: () => void): Promise<string> {
    const client = await this.#database.pool.connect();
    let failed = true;
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [payout.payee]);
      const accountId =
        (await known(client, payout.payee)) ??
        ((await isFirstTry(client, payout.payee)) ? undefined : await this.#findCreated(payout)) ??
        (await this.#create(payout, creating));
      await client.query("update payees set account_id = $2 where platform_account_id = $1", [
        payout.payee,
        accountId,
      ]);
      await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [payout.payee]);
      failed = false;
      return accountId;
    } finally {
      // Closing the connection gives the lock back, too.
      client.release(failed);
    }
  }

  /** Looks for the account of an earlier try with an unknown outcome. The platform's list is one response. */
  async #findCreated({ payee, currency }: Payout): Promise<string | undefined> {
    await this.#gate.pass();
    for await (const { platformAccountId, id } of this.#payments.platform.externalAccounts.list({
      currency,
    })) {
      if (platformAccountId === payee) return id;
    }
    return undefined;
  }

  async #create(
    { payee, name, account_number, routing_number }: Payout,
    creating: () => void,
  ): Promise<string> {
    await this.#gate.pass();
    creating();
    const { id } = await this.#payments.platform.externalAccounts.create({
      currency: "USD",
      platformAccountId: payee,
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: account_number,
        routingNumber: routing_number,
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: name },
      },
    });
    return id;
  }
}

async function known(db: Queryable, payee: string): Promise<string | undefined> {
  const { rows } = await db.query<{ account_id: string | null }>(
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
