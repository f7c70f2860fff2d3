import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { Database } from "../../postgres/database";
import { LocalPostgres } from "../../postgres/local-postgres";
import { createDatabase } from "../database";
import type { Payout } from "../pay";
import { settings } from "../settings";
import { QueueTable } from "../table";

const payee = {
  account_id: null,
  payee: "payee-1",
  name: "Ada Lovelace",
  account_number: "000111222301",
  routing_number: "021000021",
} as Payout;

/** Asks until it is so, a bounded time. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadlineMs = Date.now() + 20_000; !(await holds()); await sleep(20)) {
    assert.ok(Date.now() < deadlineMs, "it did not come to that within 20 seconds");
  }
}

describe("two workers", { timeout: 120_000 }, () => {
  let postgres: LocalPostgres;
  let databases: Database[];

  before(async () => {
    postgres = await LocalPostgres.start();
    Object.assign(settings, { expireSeconds: 1, superviseSeconds: 1, concurrency: 2 });
    // Each worker has connections of its own.
    databases = [createDatabase(postgres.url), createDatabase(postgres.url)];
    for (const database of databases) await database.open();
  });
  after(async () => {
    for (const database of databases) await database.close();
    await postgres.stop();
  });

  it("find their migrations in a folder with any name", async () => {
    const place = join(await mkdtemp(join(tmpdir(), "payouts-")), "a [b] {c} (d)");
    for (const name of ["postgres", "payouts-queue"])
      await cp(new URL(`../../${name}/migrations`, import.meta.url), join(place, name, "migrations"), {
        recursive: true,
      });
    const folder = pathToFileURL(join(place, "payouts-queue", "/"));
    const options = { folder, migrationsTable: "other_migrations", connections: 2, queues: {}, ...settings };
    const database = await new Database(options, postgres.url).open({ withQueues: false });
    const { rows } = await database.pool.query("select name from other_migrations order by id");
    await database.close();
    await rm(place, { recursive: true });
    assert.deepEqual(rows, [{ name: "001_rate_gate" }, { name: "002_payouts" }, { name: "003_due" }]);
  });

  it("that need the account of one payee create it once: the second waits for the lock of the database until the first is done", async () => {
    const { fetch, ...connection } = new Simulator().clientOptions();
    const requests: string[] = [];
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const payments = new PaymentsClient({
      ...connection,
      fetch: async (url, init) => {
        requests.push(init.method ?? "GET");
        await held;
        return fetch(url, init);
      },
    });
    const accountOf = (database: Database) => new QueueTable(payments, database).accountOf(payee, () => {});
    const [one, other] = databases as [Database, Database];

    const first = accountOf(one);
    await until(() => requests.length === 1);
    const second = accountOf(other);
    // Either it waits for the lock, or it asks the service as if nobody had.
    const isWaiting = async () => {
      const { rows } = await one.pool.query(
        "select from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows.length === 1;
    };
    await until(async () => requests.length > 1 || (await isWaiting()));
    assert.deepEqual(requests, ["GET"], "the second asked the service before the first was done");

    goOn();
    const accounts = await Promise.all([first, second]);
    assert.equal(accounts[0], accounts[1]);
    // `findOrCreate` looks before it creates.
    assert.deepEqual(requests, ["GET", "POST"]);
    const all = await payments.platform.externalAccounts.list({ currency: "USD" }).toArray();
    assert.equal(all.filter(({ platformAccountId }) => platformAccountId === payee.payee).length, 1);
  });

  it("hand out what is due once, and again if the engine fails or loses it", async () => {
    const payments = new PaymentsClient(new Simulator().clientOptions());
    const tables = databases.map((database) => new QueueTable(payments, database));
    const [one, other] = tables as [QueueTable, QueueTable];
    const [{ pool }] = databases as [Database];
    await pool.query(
      `insert into payouts (batch, row_id, payee, name, account_number, routing_number, currency, amount, state, due_at)
       select 'due', number, 'payee', 'Ada', '1', '021000021', 'USD', 100, state, now() + wait::interval
         from (values (1, 'open', '0'), (2, 'pending', '-1 day'), (3, 'open', '1 minute'), (4, 'ask', '-1 day'), (5, 'paid', '-1 day'))
           as row (number, state, wait)`,
    );
    const handedOut: string[] = [];
    const publish = async (ids: readonly string[]) => Promise.resolve(handedOut.push(...ids));
    const rowsOf = async () => {
      const { rows } = await pool.query<{ row_id: string }>(
        "select row_id from payouts where id = any($1) order by id",
        [handedOut.splice(0)],
      );
      return rows.map(({ row_id }) => row_id);
    };
    await assert.rejects(
      one.handOut(async () => Promise.reject(new Error("no leader"))),
      /no leader/,
    );
    await Promise.all([one.handOut(publish), other.handOut(publish)]);
    assert.equal(handedOut.length, 2);
    assert.deepEqual(await rowsOf(), ["1", "2"]);
    await one.handOut(publish);
    assert.deepEqual(await rowsOf(), []);
    // The engine has lost both.
    await pool.query(
      `update payouts set due_at = due_at - interval '20 minutes', handed_at = handed_at - interval '20 minutes'
        where row_id in ('1', '2')`,
    );
    await other.handOut(publish);
    assert.deepEqual(await rowsOf(), ["1", "2"]);
    // It holds both since the first time, until a step of theirs.
    const heldFor20Minutes = async () => {
      const { rows } = await pool.query<{ row_id: string }>(
        "select row_id from payouts where handed_at <= now() - interval '20 minutes' order by id",
      );
      return rows.map(({ row_id }) => row_id);
    };
    assert.deepEqual(await heldFor20Minutes(), ["1", "2"]);
    const { rows } = await pool.query<{ id: string }>("select id from payouts where row_id = '1'");
    await one.update(rows[0]!.id, () => ({}));
    assert.deepEqual(await heldFor20Minutes(), ["2"]);
    await pool.query("delete from payouts where batch = 'due'");
  });
});
